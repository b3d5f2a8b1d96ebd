import { toQuizKey } from '#content/lessons.ts'
import { loadedContent } from '#content/loaded.server.ts'

const { taughtModules, readLesson } = loadedContent

/** Lists every knowledge check of the course with its correct answers, in the format that pages post. */
export async function listChecks(): Promise<{ moduleId: number; lessonId: string; path: string; answers: number[] }[]> {
	const places = taughtModules.flatMap(({ id, sections }) => sections.map(({ lessonId }) => ({ id, lessonId })))
	const lessons = await Promise.all(places.map(({ id, lessonId }) => (lessonId === null ? null : readLesson(id, lessonId))))
	return lessons
		.filter((lesson) => lesson !== null)
		.map((lesson) => ({
			moduleId: lesson.moduleId,
			lessonId: lesson.id,
			path: `/api/course/lessons/${lesson.moduleId}/${lesson.id}/quiz`,
			answers: toQuizKey(lesson).map(({ correct }) => correct),
		}))
}
