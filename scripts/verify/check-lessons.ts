import type { TaughtCourse } from '#content/derive-further-courses.ts'

import type { TestWorld } from './world.ts'

type Lesson = { moduleId: number; lessonId: string; isOpen: boolean }

/** True if a module opens without progress. Reimplemented here, because the program's own rule is being checked. */
const opensAtOnce = ({ requires, isFree, courseId, belongsTo }: TaughtCourse['gatedModules'][number], policy: string) =>
	requires === null && (isFree || (policy !== 'enrolled' && (courseId === undefined || belongsTo === 'main')))

function listLessons({ ctx: { content, accessPolicy } }: TestWorld): Lesson[] {
	return content.courses.flatMap(({ gatedModules, trackLessons }) =>
		gatedModules.flatMap((module) => {
			const ofSections = content.sectionsOf(module.id).flatMap(({ lessonId }) => lessonId ?? [])
			const ofTracks = trackLessons.filter(({ moduleId }) => moduleId === module.id).map(({ id }) => id)
			return [...ofSections, ...ofTracks].map((lessonId) => ({
				moduleId: module.id,
				lessonId,
				isOpen: opensAtOnce(module, accessPolicy),
			}))
		}),
	)
}

/**
 * Returns the longest stretch of plain words in a lesson, to detect the text where it must not appear. Null if there is none of
 * 60 characters.
 */
function sampleOf({ content }: TestWorld['ctx'], { moduleId, lessonId }: Lesson): string | null {
	const texts = content.readLesson(moduleId, lessonId)?.body.match(/[A-Za-z ,]{60,}/g) ?? []
	return texts.toSorted((one, other) => other.length - one.length)[0]?.trim() ?? null
}

const READERS = ['visitor', 'learner', 'refunded', 'support', 'operator'] as const

async function checkApi(world: TestWorld, { moduleId, lessonId }: Lesson): Promise<void> {
	for (const role of READERS) {
		const answer = await world.client.send(world.people[role], { path: `/api/course/modules/${moduleId}/lessons/${lessonId}` })
		if (answer.status !== 403 && answer.status !== 429)
			world.findings.add(answer, '403, because the lesson is not open yet', `${answer.status} with ${answer.text.length} characters`)
	}
}

/** Checks that public pages don't contain the text of closed lessons. */
async function checkPages(world: TestWorld, closed: readonly Lesson[]): Promise<number> {
	const { ctx, client, people, findings } = world
	const samples = closed.flatMap((lesson) => sampleOf(ctx, lesson) ?? [])
	const { text: map } = await client.send(people.visitor, { path: '/sitemap.xml', isPublic: true })
	const pages = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
	if (pages.length === 0) findings.add({ request: 'GET /sitemap.xml', who: 'visitor' }, 'a list of the public pages', 'none')
	for (const path of pages) {
		const answer = await client.send(people.visitor, { path, isPublic: true })
		if (answer.status !== 200 && answer.status !== 429) findings.add(answer, 'a page', String(answer.status))
		const found = samples.find((sample) => answer.text.includes(sample))
		if (found !== undefined) findings.add(answer, 'no text of a closed lesson', found.slice(0, 60))
	}
	return pages.length
}

/** Checks that neither the API nor a page gives closed lessons to anyone. A lesson is closed to people without progress. */
export async function checkLessons(world: TestWorld): Promise<{ lessons: number; pages: number }> {
	const lessons = listLessons(world)
	const closed = lessons.filter(({ isOpen }) => !isOpen)
	for (const lesson of closed) await checkApi(world, lesson)
	return { lessons: lessons.length, pages: await checkPages(world, closed) }
}
