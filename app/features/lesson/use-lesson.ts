import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { fetchLesson, type LessonAddress } from './lesson-api.ts'

const lessonQuery = (lesson: LessonAddress) => ({
	staleTime: 10 * 60_000,
	// What was opened in this visit can be read again without a connection.
	gcTime: Number.POSITIVE_INFINITY,
	// A completion that is still on its way to the account opens the module a moment later, so a refusal is retried too.
	retry: 2,
	queryKey: ['lesson', lesson.moduleId, lesson.lessonId],
	queryFn: ({ signal }: { signal: AbortSignal }) => fetchLesson(lesson, signal),
})

/** A lesson's body, from the server or from what this visit already fetched. */
export const useLesson = (lesson: LessonAddress) => useQuery(lessonQuery(lesson))

/** Fetches the next lesson early, so that it opens at once and also offline. */
export function usePrefetch(lesson: LessonAddress | null): void {
	const client = useQueryClient()
	useEffect(() => {
		if (lesson) void client.prefetchQuery(lessonQuery(lesson))
		// oxlint-disable-next-line react/exhaustive-deps -- an address is its ids, whatever object holds them
	}, [client, lesson?.moduleId, lesson?.lessonId])
}
