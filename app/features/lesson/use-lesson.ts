import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { fetchLesson, type LessonAddress } from './lesson-api.ts'

const LESSON_FRESH_MS = 10 * 60_000

const lessonQuery = (lesson: LessonAddress) => ({
	queryKey: ['lesson', lesson.moduleId, lesson.lessonId],
	queryFn: ({ signal }: { signal: AbortSignal }) => fetchLesson(lesson, signal),
	staleTime: LESSON_FRESH_MS,
})

/** A lesson's body, from the server or from what this visit already fetched. */
export const useLesson = (lesson: LessonAddress) => useQuery(lessonQuery(lesson))

/** Fetches the lesson that comes next before it is asked for, so that it is there at once, and in an offline spell. */
export function usePrefetchLesson(lesson: LessonAddress | null): void {
	const client = useQueryClient()
	useEffect(() => {
		if (lesson) void client.prefetchQuery(lessonQuery(lesson))
		// oxlint-disable-next-line react/exhaustive-deps -- the address of a lesson is its ids, whatever object holds them
	}, [client, lesson?.moduleId, lesson?.lessonId])
}
