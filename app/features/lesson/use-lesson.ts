import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { fetchLesson, fetchSectionText, type LessonAddress, type SectionAddress } from './lesson-api.ts'

/** A completion that is still on its way to the account opens the module a moment later, so a refusal is retried too. */
const QUERY = { staleTime: 10 * 60_000, retry: 2 }

const lessonQuery = (lesson: LessonAddress) => ({
	...QUERY,
	queryKey: ['lesson', lesson.moduleId, lesson.lessonId],
	queryFn: ({ signal }: { signal: AbortSignal }) => fetchLesson(lesson, signal),
})

const sectionQuery = (section: SectionAddress) => ({
	...QUERY,
	queryKey: ['section', section.moduleId, section.sectionId],
	queryFn: ({ signal }: { signal: AbortSignal }) => fetchSectionText(section, signal),
})

/** A lesson's body, from the server or from what this visit already fetched. */
export const useLesson = (lesson: LessonAddress) => useQuery(lessonQuery(lesson))

/** The same for the text of a section that has no lesson. */
export const useSectionText = (section: SectionAddress) => useQuery(sectionQuery(section))

type Prefetch = { lesson: LessonAddress | null; section: SectionAddress | null }

/** Fetches the next lesson or section early, so that it opens at once and also offline. */
export function usePrefetch({ lesson, section }: Prefetch): void {
	const client = useQueryClient()
	useEffect(() => {
		if (lesson) void client.prefetchQuery(lessonQuery(lesson))
		if (section) void client.prefetchQuery(sectionQuery(section))
		// oxlint-disable-next-line react/exhaustive-deps -- an address is its ids, whatever object holds them
	}, [client, lesson?.moduleId, lesson?.lessonId, section?.moduleId, section?.sectionId])
}
