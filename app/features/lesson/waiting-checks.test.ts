import { expect, test, vi } from 'vitest'

import { ApiError } from '#app/lib/own-api.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { renderHook } from '#tests/setup/render-hook.ts'

import { dropWaitingCheck, keepWaitingCheck, readWaitingCheck, useSendWaitingChecks } from './waiting-checks.ts'

const PLACE = { moduleId: 1, lessonId: 'pricing' } as const
const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const refused = (status: number) =>
	new ApiError({ kind: 'refused', status, code: 'x', message: 'x', fields: {}, requestId: null, retryAfterSeconds: null })

async function send(grade: () => Promise<{ score: number; total: number; results: [] }>) {
	const onGraded = vi.fn()
	await renderHook(() => useSendWaitingChecks({ grade: vi.fn(grade), onGraded }, true))
	return onGraded
}

test('only the newest answers of a check are queued, until the server has them', () => {
	keepWaitingCheck(PLACE, { attemptId: id(1), answers: [0] })
	keepWaitingCheck(PLACE, { attemptId: id(2), answers: [1] })
	expect(readWaitingCheck(PLACE)).toMatchObject({ attemptId: id(2), answers: [1] })
	dropWaitingCheck(id(2))
	expect(readWaitingCheck(PLACE)).toBeNull()
	expect(localStorage.getItem(storageKeys.waitingChecks)).toBeNull()
})

test('data stored by another account or an older page is ignored', () => {
	const whole = { userId: null, ...PLACE, attemptId: id(1), answers: [1] }
	for (const wrong of [{ ...whole, userId: 'someone' }, { ...whole, answers: ['1'] }, { ...whole, attemptId: '' }, null, 7]) {
		localStorage.setItem(storageKeys.waitingChecks, JSON.stringify([wrong]))
		expect(readWaitingCheck(PLACE)).toBeNull()
	}
})

test('answers of another account aren’t sent with this learner’s token, and stay queued', async () => {
	const stored = JSON.stringify([{ userId: 'someone', ...PLACE, attemptId: id(4), answers: [1] }])
	localStorage.setItem(storageKeys.waitingChecks, stored)
	const grade = vi.fn(() => Promise.resolve({ score: 1, total: 1, results: [] as [] }))
	await send(grade)
	expect(grade).not.toHaveBeenCalled()
	expect(localStorage.getItem(storageKeys.waitingChecks)).toBe(stored)
})

test.each([
	{ outcome: 'graded', waits: false, grade: () => Promise.resolve({ score: 1, total: 1, results: [] as [] }) },
	{ outcome: 'still without a server', waits: true, grade: () => Promise.reject(new ApiError({ kind: 'unreachable' })) },
	{ outcome: 'too many requests', waits: true, grade: () => Promise.reject(refused(429)) },
	{ outcome: 'no such lesson any more', waits: false, grade: () => Promise.reject(refused(404)) },
])('sent and $outcome: still queued $waits', async ({ waits, grade, outcome }) => {
	keepWaitingCheck(PLACE, { attemptId: id(3), answers: [1] })
	const onGraded = await send(grade)
	await vi.waitFor(() => expect(readWaitingCheck(PLACE) !== null).toBe(waits))
	expect(onGraded).toHaveBeenCalledTimes(outcome === 'graded' ? 1 : 0)
})
