import { parseLessonFacts } from '#content/parse-lesson.ts'
import type { ContentIssue } from '#content/parse-located.ts'
import { CareerPathSchema } from '#content/schema/career-path.ts'

import { oncePerSource } from './once-per-source.ts'

type FileIssue = ContentIssue & { file: string }

const LIST = 'tracks.json'

const readFacts = oncePerSource((_file, source) => parseLessonFacts(source))

/** Checks that tracks.json lists every lesson file, with the same title and duration. */
export function checkTracks(sources: ReadonlyMap<string, string>): FileIssue[] {
	const source = sources.get(LIST) ?? ''
	const listed = listLessons(source)
	if (listed === null) return []
	const files = new Map(listed.map((lesson) => [`tracks/${lesson.trackId}/${lesson.id}.md`, lesson]))
	const unlisted = [...sources.keys()]
		.filter((file) => /^tracks\/.*\.md$/.test(file) && !files.has(file))
		.map((file) => ({ file, line: 1, message: `isn’t listed in ${LIST}: add it there, or delete this text` }))
	const lineOf = (id: string) => source.slice(0, source.indexOf(`"id": "${id}"`)).split('\n').length
	const different = [...files].flatMap(([file, { id, title, duration }]) => {
		const written = sources.get(file)
		if (written === undefined) return [{ file: LIST, line: lineOf(id), message: `${file} does not exist` }]
		const parsed = readFacts(file, written)
		if (!parsed.ok || (parsed.facts.title === title && parsed.facts.duration === duration)) return []
		return [{ file, line: 2, message: `title and duration must be the same as in ${LIST}: ${title}, ${duration}` }]
	})
	return [...unlisted, ...different]
}

/** Returns null if the list is invalid, which is reported by the schema check. */
function listLessons(source: string) {
	try {
		const parsed = CareerPathSchema.safeParse(JSON.parse(source))
		return parsed.success ? parsed.data.tracks.flatMap(({ id, lessons }) => lessons.map((lesson) => ({ trackId: id, ...lesson }))) : null
	} catch {
		return null
	}
}
