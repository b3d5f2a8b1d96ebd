import { expect, test, vi } from 'vitest'

import { ApiError } from '#app/lib/own-api.ts'
import type { GradeLessonQuizRequest, GradeLessonQuizResponse } from '#contracts/course.ts'
import { renderHook } from '#tests/setup/render-hook.ts'

import { useKnowledgeCheck } from './use-knowledge-check.ts'

const RESULT: GradeLessonQuizResponse = { score: 1, total: 2, results: [] }

async function openCheck(answers: (() => Promise<GradeLessonQuizResponse>)[], earlier: GradeLessonQuizRequest | null = null) {
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const calls: GradeLessonQuizRequest[] = []
	const graded: GradeLessonQuizResponse[] = []
	const kept: string[] = []
	const check = await renderHook(() =>
		useKnowledgeCheck({
			questionCount: 2,
			waiting: {
				earlier,
				keep: ({ attemptId }) => kept.push(attemptId),
				drop: (attemptId) => kept.splice(0, kept.length, ...kept.filter((each) => each !== attemptId)),
			},
			grade(request) {
				calls.push(request)
				return answers[calls.length - 1]?.() ?? Promise.reject(new Error('one call too many'))
			},
			onGraded: (result) => graded.push(result),
		}),
	)
	return { check, calls, graded, kept }
}

test('an offline submission keeps the answers, and the next one uses the same attempt', async () => {
	const { check, calls, graded, kept } = await openCheck([
		() => Promise.reject(new ApiError({ kind: 'unreachable' })),
		() => Promise.resolve(RESULT),
	])
	await check.run(() => check.current().choose(0, 1))
	await check.run(() => check.current().choose(1, 0))
	await check.run(() => check.current().submit())
	expect(check.current().state).toMatchObject({ step: 'answering', answers: [1, 0], problem: 'offline' })
	expect(kept).toEqual([calls[0]?.attemptId])

	await check.run(() => check.current().submit())
	expect(check.current().state).toMatchObject({ step: 'completed', result: RESULT })
	expect(calls.map(({ answers }) => answers)).toEqual([
		[1, 0],
		[1, 0],
	])
	expect(calls[0]?.attemptId).toBe(calls[1]?.attemptId)
	expect(graded).toEqual([RESULT])
	expect(kept).toEqual([])
})

test('answers stored on an earlier visit are restored and sent as the same attempt', async () => {
	const earlier = { attemptId: '00000000-0000-4000-8000-000000000001', answers: [1, 0] }
	const { check, calls } = await openCheck([() => Promise.resolve(RESULT)], earlier)
	expect(check.current().state).toMatchObject({ step: 'answering', answers: [1, 0], problem: 'offline' })
	await check.run(() => check.current().submit())
	expect(calls).toEqual([earlier])
})

test('stored answers for other questions are ignored', async () => {
	const { check } = await openCheck([], { attemptId: '00000000-0000-4000-8000-000000000001', answers: [1, 0, 2] })
	expect(check.current().state).toMatchObject({ answers: [null, null], problem: null })
})

test('nothing is sent before every question is answered', async () => {
	const { check, calls } = await openCheck([])
	await check.run(() => check.current().choose(0, 1))
	await check.run(() => check.current().submit())
	expect(check.current().isReady).toBe(false)
	expect(calls).toEqual([])
})

const refusedBy = (status: number) =>
	new ApiError({ kind: 'refused', status, code: 'x', message: 'x', fields: {}, requestId: null, retryAfterSeconds: null })

test('answers are also stored while a proxy answers for a server that is down', async () => {
	const { check, calls, kept } = await openCheck([() => Promise.reject(refusedBy(502))])
	await check.run(() => check.current().choose(0, 0))
	await check.run(() => check.current().choose(1, 0))
	await check.run(() => check.current().submit())
	expect(kept).toEqual([calls[0]?.attemptId])
})

test('a refusal is shown differently from being offline', async () => {
	const { check, kept } = await openCheck([() => Promise.reject(refusedBy(429))])
	await check.run(() => check.current().choose(0, 0))
	await check.run(() => check.current().choose(1, 0))
	await check.run(() => check.current().submit())
	expect(check.current().state).toMatchObject({ problem: 'refused' })
	expect(kept).toEqual([])
})
