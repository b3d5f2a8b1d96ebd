import { callApi } from '#app/lib/own-api.ts'
import type { GradeLessonQuizRequest, GradeLessonQuizResponse, LessonResponse } from '#contracts/course.ts'
import type { LessonHome } from '#domain/gating/check-lesson-access.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'

export type LessonAddress = {
	moduleId: LessonHome
	lessonId: string
	/** Modules that this browser has as completed; counts only while nobody is signed in. */
	completed: ReadonlySet<ModuleId>
}

const claim = ({ completed }: Pick<LessonAddress, 'completed'>) =>
	completed.size > 0 ? `?completed=${[...completed].toSorted((a, b) => a - b).join(',')}` : ''

export const fetchLesson = (lesson: LessonAddress, signal: AbortSignal) =>
	callApi<LessonResponse>(`/api/course/modules/${lesson.moduleId}/lessons/${lesson.lessonId}${claim(lesson)}`, { signal })

export const gradeLesson = (lesson: LessonAddress, request: GradeLessonQuizRequest) =>
	callApi<GradeLessonQuizResponse>(`/api/course/lessons/${lesson.moduleId}/${lesson.lessonId}/quiz${claim(lesson)}`, { body: request })
