import { readKeptLesson } from '#app/lib/kept-modules.ts'
import { callApi, findRefusal } from '#app/lib/own-api.ts'
import type { GradeLessonQuizRequest, GradeLessonQuizResponse, LessonResponse } from '#contracts/course.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'

export type LessonAddress = {
	moduleId: ModuleId
	lessonId: string
	/** Modules that this browser has as completed; counts only while signed out. */
	completed: ReadonlySet<ModuleId>
}

const claim = ({ completed }: Pick<LessonAddress, 'completed'>) =>
	completed.size > 0 ? `?completed=${[...completed].toSorted((a, b) => a - b).join(',')}` : ''

/** A lesson from the server. */
export const requestLesson = (lesson: LessonAddress) =>
	callApi<LessonResponse>(`/api/course/modules/${lesson.moduleId}/lessons/${lesson.lessonId}${claim(lesson)}`)

/** A lesson from the server, or from this device where the server cannot be reached and the learner keeps the module. */
export async function fetchLesson(lesson: LessonAddress): Promise<LessonResponse> {
	const readCopy = () => readKeptLesson(lesson.moduleId, lesson.lessonId) as Promise<LessonResponse | null>
	// Asked first: the client would try for half a minute to renew a session that has expired.
	const copy = navigator.onLine ? null : await readCopy()
	if (copy) return copy
	try {
		return await requestLesson(lesson)
	} catch (error) {
		// A status of 500 and more may come from a proxy whose server is down.
		const kept = (findRefusal(error)?.status ?? 500) >= 500 ? await readCopy() : null
		if (kept === null) throw error
		return kept
	}
}

export const gradeLesson = (lesson: LessonAddress, request: GradeLessonQuizRequest) =>
	callApi<GradeLessonQuizResponse>(`/api/course/lessons/${lesson.moduleId}/${lesson.lessonId}/quiz${claim(lesson)}`, { body: request })
