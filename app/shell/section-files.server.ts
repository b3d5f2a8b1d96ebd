import { content } from '#content/loaded.server.ts'

export const { taughtModule } = content

let known: ReturnType<typeof content.courseOutline> | null = null

/** What the course asks, section by section. Read while the site is built: no page holds more of a lesson than the names of the fields in its exercises. */
export function courseOutline(): ReturnType<typeof content.courseOutline> {
	// Each is checked and compiled here, and kept for the server's start.
	if (known === null) content.readAllLessons()
	known ??= content.courseOutline()
	return known
}
