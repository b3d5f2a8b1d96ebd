import { useQuery, useQueryClient } from '@tanstack/react-query'

import { fetchLesson, type LessonAddress } from './lesson-api.ts'

const LESSON_FRESH_MS = 10 * 60_000

const lessonQuery = (lesson: LessonAddress) => ({
	queryKey: ['lesson', lesson.moduleId, lesson.lessonId],
	queryFn: ({ signal }: { signal: AbortSignal }) => fetchLesson(lesson, signal),
	staleTime: LESSON_FRESH_MS,
})

/** A lesson's body, from the server or from what this visit already fetched. */
export const useLesson = (lesson: LessonAddress) => useQuery(lessonQuery(lesson))

/** Fetches a lesson before it is asked for, so that it is there offline and at once. */
export function usePrefetchLesson(): (lesson: LessonAddress) => void {
	const client = useQueryClient()
	return (lesson) => void client.prefetchQuery(lessonQuery(lesson))
}
