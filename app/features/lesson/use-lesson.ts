import { useEffect, useSyncExternalStore } from 'react'

import type { LessonAddress } from './lesson-api.ts'
import { lessonShelf } from './lesson-shelf.ts'

/**
 * Loads a lesson's body; repeated on reconnect and when the learner returns to the page.
 * @param canAsk false while the page doesn't know yet which lesson its URL names
 */
export function useLesson(lesson: LessonAddress, canAsk: boolean) {
	const read = () => lessonShelf.read(lesson)
	const held = useSyncExternalStore(lessonShelf.subscribe, read, read)
	const ask = () => void lessonShelf.ask(lesson)
	useEffect(() => {
		if (!canAsk) return undefined
		ask()
		const onReturn = () => document.hidden || ask()
		window.addEventListener('online', ask)
		document.addEventListener('visibilitychange', onReturn)
		return () => {
			window.removeEventListener('online', ask)
			document.removeEventListener('visibilitychange', onReturn)
		}
		// oxlint-disable-next-line react/exhaustive-deps -- an address is its ids, whatever object holds them
	}, [canAsk, lesson.moduleId, lesson.lessonId])
	return { ...held, ask }
}

/** Prefetches the next lesson, so that it opens immediately, even offline. */
export const prefetchLesson = (lesson: LessonAddress) => void lessonShelf.ask(lesson)
