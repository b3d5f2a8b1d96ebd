import { afterEach, expect, test, vi } from 'vitest'

import { ApiError } from '#app/lib/own-api.ts'
import type { LessonResponse } from '#contracts/course.ts'

import type { LessonAddress } from './lesson-api.ts'
import { LessonCache } from './lesson-cache.ts'

const lesson: LessonAddress = { moduleId: 1, lessonId: 'skills', completed: new Set() }
const body = { id: 'skills' } as LessonResponse
const away = new Error('away')

afterEach(() => vi.useRealTimers())

function openCache(...answers: (LessonResponse | Error)[]) {
	vi.useFakeTimers()
	const fetch = vi.fn(async () => {
		const answer = answers.shift() ?? away
		if (answer instanceof Error) throw answer
		return answer
	})
	return { cache: new LessonCache(fetch), fetch }
}

test('a lesson is requested once for all callers, and again only after ten minutes', async () => {
	const { cache, fetch } = openCache(body, body)
	expect(cache.read(lesson)).toMatchObject({ body: null, isAsking: false })
	await Promise.all([cache.ask(lesson), cache.ask({ ...lesson })])
	expect(cache.read(lesson)).toMatchObject({ body, error: null, isAsking: false })
	await vi.advanceTimersByTimeAsync(9 * 60_000)
	await cache.ask(lesson)
	expect(fetch).toHaveBeenCalledTimes(1)
	await vi.advanceTimersByTimeAsync(2 * 60_000)
	await cache.ask(lesson)
	expect(fetch).toHaveBeenCalledTimes(2)
})

test('two failures aren’t reported, because a third try may succeed', async () => {
	const { cache } = openCache(away, away, body)
	const asked = cache.ask(lesson)
	await vi.advanceTimersByTimeAsync(2999)
	expect(cache.read(lesson)).toMatchObject({ body: null, error: null, isAsking: true })
	await vi.advanceTimersByTimeAsync(1)
	await asked
	expect(cache.read(lesson)).toMatchObject({ body, isAsking: false })
})

test('the third failure is reported, and a retry is possible', async () => {
	const { cache, fetch } = openCache(away, away, away, body)
	const told = vi.fn()
	cache.subscribe(told)
	const asked = cache.ask(lesson)
	await vi.advanceTimersByTimeAsync(3000)
	await asked
	expect(cache.read(lesson)).toMatchObject({ body: null, error: away, isAsking: false })
	expect(told).toHaveBeenCalledTimes(2)
	await cache.ask(lesson)
	expect(cache.read(lesson)).toMatchObject({ body, error: null })
	expect(fetch).toHaveBeenCalledTimes(4)
})

test('a cached lesson is dropped once the learner’s access has ended', async () => {
	const ended = new ApiError({
		kind: 'refused',
		status: 403,
		code: 'not_enrolled',
		message: 'No.',
		fields: {},
		requestId: null,
		retryAfterSeconds: null,
	})
	const { cache } = openCache(body, ended, ended, ended)
	await cache.ask(lesson)
	await vi.advanceTimersByTimeAsync(11 * 60_000)
	const asked = cache.ask(lesson)
	await vi.advanceTimersByTimeAsync(3000)
	await asked
	expect(cache.read(lesson)).toMatchObject({ body: null, error: ended })
})

test('a cached lesson stays if the server can’t be reached again', async () => {
	const { cache } = openCache(body)
	await cache.ask(lesson)
	await vi.advanceTimersByTimeAsync(11 * 60_000)
	const asked = cache.ask(lesson)
	await vi.advanceTimersByTimeAsync(3000)
	await asked
	expect(cache.read(lesson)).toMatchObject({ body, error: away })
})
