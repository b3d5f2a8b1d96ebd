import { readKeptLesson } from '#app/lib/kept-modules.ts'
import { callApi, findRefusal } from '#app/lib/own-api.ts'
import type { GradeLessonQuizRequest, GradeLessonQuizResponse, LessonResponse } from '#contracts/course.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'

export type LessonAddress = {
	moduleId: ModuleId
	lessonId: string
	/** Modules completed in this browser; only used while signed out. */
	completed: ReadonlySet<ModuleId>
}

const claim = ({ completed }: Pick<LessonAddress, 'completed'>) =>
	completed.size > 0 ? `?completed=${[...completed].toSorted((a, b) => a - b).join(',')}` : ''

export const requestLesson = (lesson: LessonAddress) =>
	callApi<LessonResponse>(`/api/course/modules/${lesson.moduleId}/lessons/${lesson.lessonId}${claim(lesson)}`)

/**
 * Loads a lesson. If the browser is offline or the server unavailable (unreachable, or a 5xx status), returns the copy saved for offline
 * use, if there is one.
 */
export async function fetchLesson(lesson: LessonAddress): Promise<LessonResponse> {
	const readCopy = () => readKeptLesson(lesson.moduleId, lesson.lessonId) as Promise<LessonResponse | null>
	// While offline, read the copy first: to renew an expired session, the auth client would retry for half a minute.
	const copy = navigator.onLine ? null : await readCopy()
	if (copy) return copy
	try {
		return await requestLesson(lesson)
	} catch (error) {
		// A 5xx status may come from a proxy while the server is down.
		const kept = (findRefusal(error)?.status ?? 500) >= 500 ? await readCopy() : null
		if (kept === null) throw error
		return kept
	}
}

export const gradeLesson = (lesson: LessonAddress, request: GradeLessonQuizRequest) =>
	callApi<GradeLessonQuizResponse>(`/api/course/lessons/${lesson.moduleId}/${lesson.lessonId}/quiz${claim(lesson)}`, { body: request })
