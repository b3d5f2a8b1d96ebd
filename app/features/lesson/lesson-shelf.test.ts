import { afterEach, expect, test, vi } from 'vitest'

import { ApiError } from '#app/lib/own-api.ts'
import type { LessonResponse } from '#contracts/course.ts'

import type { LessonAddress } from './lesson-api.ts'
import { LessonShelf } from './lesson-shelf.ts'

const lesson: LessonAddress = { moduleId: 1, lessonId: 'skills', completed: new Set() }
const body = { id: 'skills' } as LessonResponse
const away = new Error('away')

afterEach(() => vi.useRealTimers())

function openShelf(...answers: (LessonResponse | Error)[]) {
	vi.useFakeTimers()
	const fetch = vi.fn(async () => {
		const answer = answers.shift() ?? away
		if (answer instanceof Error) throw answer
		return answer
	})
	return { shelf: new LessonShelf(fetch), fetch }
}

test('a lesson is requested once for all callers, and again only after ten minutes', async () => {
	const { shelf, fetch } = openShelf(body, body)
	expect(shelf.read(lesson)).toMatchObject({ body: null, isAsking: false })
	await Promise.all([shelf.ask(lesson), shelf.ask({ ...lesson })])
	expect(shelf.read(lesson)).toMatchObject({ body, error: null, isAsking: false })
	await vi.advanceTimersByTimeAsync(9 * 60_000)
	await shelf.ask(lesson)
	expect(fetch).toHaveBeenCalledTimes(1)
	await vi.advanceTimersByTimeAsync(2 * 60_000)
	await shelf.ask(lesson)
	expect(fetch).toHaveBeenCalledTimes(2)
})

test('two failures aren’t reported, because a third try may succeed', async () => {
	const { shelf } = openShelf(away, away, body)
	const asked = shelf.ask(lesson)
	await vi.advanceTimersByTimeAsync(2999)
	expect(shelf.read(lesson)).toMatchObject({ body: null, error: null, isAsking: true })
	await vi.advanceTimersByTimeAsync(1)
	await asked
	expect(shelf.read(lesson)).toMatchObject({ body, isAsking: false })
})

test('the third failure is reported, and a retry is possible', async () => {
	const { shelf, fetch } = openShelf(away, away, away, body)
	const told = vi.fn()
	shelf.subscribe(told)
	const asked = shelf.ask(lesson)
	await vi.advanceTimersByTimeAsync(3000)
	await asked
	expect(shelf.read(lesson)).toMatchObject({ body: null, error: away, isAsking: false })
	expect(told).toHaveBeenCalledTimes(2)
	await shelf.ask(lesson)
	expect(shelf.read(lesson)).toMatchObject({ body, error: null })
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
	const { shelf } = openShelf(body, ended, ended, ended)
	await shelf.ask(lesson)
	await vi.advanceTimersByTimeAsync(11 * 60_000)
	const asked = shelf.ask(lesson)
	await vi.advanceTimersByTimeAsync(3000)
	await asked
	expect(shelf.read(lesson)).toMatchObject({ body: null, error: ended })
})

test('a cached lesson stays if the server can’t be reached again', async () => {
	const { shelf } = openShelf(body)
	await shelf.ask(lesson)
	await vi.advanceTimersByTimeAsync(11 * 60_000)
	const asked = shelf.ask(lesson)
	await vi.advanceTimersByTimeAsync(3000)
	await asked
	expect(shelf.read(lesson)).toMatchObject({ body, error: away })
})
