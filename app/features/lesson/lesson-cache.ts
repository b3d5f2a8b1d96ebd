import { useEffect, useSyncExternalStore } from 'react'

import { findRefusal } from '#app/lib/own-api.ts'
import type { LessonResponse } from '#contracts/course.ts'

import { fetchLesson, type LessonAddress } from './lesson-api.ts'

/** A lesson loaded in this visit. A failed refresh keeps the previous `body`, unless the learner's access has ended. */
export type LoadedLesson = { body: LessonResponse | null; error: unknown; isAsking: boolean; askedAt: number }

const NOTHING: LoadedLesson = { body: null, error: null, isAsking: false, askedAt: 0 }
const FRESH_MS = 10 * 60_000
/**
 * Pauses before retries, in milliseconds. Refusals are retried, too, because a module completion that is still being sent may unlock the
 * lesson.
 */
const PAUSES_MS = [1000, 2000]

const nameOf = ({ moduleId, lessonId }: LessonAddress) => `${moduleId}/${lessonId}`
const rest = (ms: number) =>
	new Promise<void>((resolve) => {
		setTimeout(resolve, ms)
	})

/** Lessons opened in this visit, kept in memory so that they stay readable offline. */
export class LessonCache {
	readonly #held = new Map<string, LoadedLesson>()
	readonly #listeners = new Set<() => void>()
	readonly #fetch: (lesson: LessonAddress) => Promise<LessonResponse>

	constructor(fetch: (lesson: LessonAddress) => Promise<LessonResponse>) {
		this.#fetch = fetch
	}

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}

	/** @returns the same object until something changes */
	readonly read = (lesson: LessonAddress): LoadedLesson => this.#held.get(nameOf(lesson)) ?? NOTHING

	/**
	 * Requests a lesson, unless a request is running or the copy is less than ten minutes old. Never rejects: `read` returns the
	 * error.
	 */
	async ask(lesson: LessonAddress): Promise<void> {
		const { body, isAsking, askedAt } = this.read(lesson)
		// Math.abs: if the clock was set back, the copy counts as old.
		if (isAsking || (body !== null && Math.abs(Date.now() - askedAt) < FRESH_MS)) return
		this.#change(lesson, { isAsking: true, ...(body === null && { error: null }) })
		for (let tries = 0; ; tries++) {
			try {
				const answer = await this.#fetch(lesson)
				return this.#change(lesson, { body: answer, error: null, isAsking: false, askedAt: Date.now() })
			} catch (error) {
				const pause = PAUSES_MS[tries]
				const isEnded = findRefusal(error)?.code === 'not_enrolled'
				if (pause === undefined) return this.#change(lesson, { error, isAsking: false, ...(isEnded && { body: null }) })
				await rest(pause)
			}
		}
	}

	#change(lesson: LessonAddress, change: Partial<LoadedLesson>): void {
		this.#held.set(nameOf(lesson), { ...this.read(lesson), ...change })
		for (const listener of this.#listeners) listener()
	}
}

export const lessonCache = new LessonCache(fetchLesson)

/**
 * Loads a lesson's body, again on reconnect and when the learner returns to the page.
 * @param canAsk false while the page doesn't know yet which lesson its URL names
 */
export function useLesson(lesson: LessonAddress, canAsk: boolean) {
	const read = () => lessonCache.read(lesson)
	const held = useSyncExternalStore(lessonCache.subscribe, read, read)
	const ask = () => void lessonCache.ask(lesson)
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
		// oxlint-disable-next-line react/exhaustive-deps -- the IDs identify the lesson; the object may be a new one
	}, [canAsk, lesson.moduleId, lesson.lessonId])
	return { ...held, ask }
}

/** Prefetches the next lesson, so that it opens immediately, even offline. */
export const prefetchLesson = (lesson: LessonAddress) => void lessonCache.ask(lesson)
