import { expect, test } from 'vitest'

import { createResponseCounter } from './response-counter.ts'

const MINUTE_MS = 60_000
const at = (minutes: number) => new Date(minutes * MINUTE_MS)

test('answers of the last hour are counted, older ones aren’t', () => {
	const counter = createResponseCounter()
	expect(counter.read(at(0))).toEqual({ minutes: 1, answers: 0, failures: 0 })
	for (const status of [200, 404, 499, 500, 503]) counter.count(status, at(0))
	counter.count(200, at(59))
	expect(counter.read(at(59))).toEqual({ minutes: 60, answers: 6, failures: 2 })
	expect(counter.read(at(60))).toEqual({ minutes: 60, answers: 1, failures: 0 })
	expect(counter.read(at(119))).toEqual({ minutes: 60, answers: 0, failures: 0 })
})

test('a clock that is set back loses no counts', () => {
	const counter = createResponseCounter()
	counter.count(200, at(10))
	counter.count(500, at(5))
	expect(counter.read(at(10))).toMatchObject({ answers: 2, failures: 1 })
})
