import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'

import type { HustlerType } from '#domain/quiz/hustler-quiz.ts'
import { renderHook } from '#tests/setup/render-hook.ts'

import { useHustlerQuiz } from './use-hustler-quiz.ts'

const KEY = 'launchway_quiz_result'
afterEach(() => localStorage.clear())

/** Opens the quiz, with `place` as the history entry's state. */
const openQuiz = (place: unknown = null) =>
	renderHook(() => {
		const [places, setPlaces] = useState<readonly unknown[]>([place])
		const quiz = useHustlerQuiz(5, {
			place: places.at(-1),
			push: (next) => setPlaces((before) => [...before, next]),
			back: () => setPlaces((before) => before.slice(0, -1)),
		})
		return { ...quiz, place: places.at(-1) }
	})
type Quiz = Awaited<ReturnType<typeof openQuiz>>

async function pick(quiz: Quiz, ...types: HustlerType[]) {
	for (const type of types) await quiz.run(() => quiz.current().answer(type))
}

test('a finished quiz shows its result and is stored in the browser', async () => {
	const quiz = await openQuiz()
	await quiz.run(() => quiz.current().start())
	await pick(quiz, 'builder', 'creator', 'creator', 'builder')
	expect([quiz.current().result, localStorage.getItem(KEY)]).toEqual([null, null])
	await pick(quiz, 'analyst')
	expect(quiz.current().result).toBe('builder')
	expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toMatchObject({
		quiz: 'hustler',
		answers: ['builder', 'creator', 'creator', 'builder', 'analyst'],
	})
})

test('the result survives a reload, and is deleted by a retake', async () => {
	const before = await openQuiz()
	await before.run(() => before.current().start())
	await pick(before, 'analyst', 'analyst', 'affiliate', 'affiliate', 'creator')
	await before.leave()

	const after = await openQuiz()
	expect(after.current().result).toBe('analyst')
	await after.run(() => after.current().retake())
	expect([after.current().state, localStorage.getItem(KEY)]).toEqual([{ step: 'intro' }, null])

	const later = await openQuiz()
	expect(later.current().state).toEqual({ step: 'intro' })
})

const elsewhere = JSON.stringify({ quiz: 'hustler', answers: Array(5).fill('creator'), takenAt: '2026-11-20T10:00:00.000Z' })

/** Simulates a result from the account or another tab. */
async function arrives(quiz: Quiz, raw: string) {
	localStorage.setItem(KEY, raw)
	await quiz.run(() => window.dispatchEvent(new Event('storage')))
}

test('a result from the account is shown on the intro', async () => {
	const quiz = await openQuiz()
	await arrives(quiz, elsewhere)
	expect(quiz.current().result).toBe('creator')
})

test('a result from the account doesn’t interrupt a started quiz', async () => {
	const quiz = await openQuiz()
	await quiz.run(() => quiz.current().start())
	await pick(quiz, 'analyst')
	await arrives(quiz, elsewhere)
	expect(quiz.current().state).toEqual({ step: 'question', index: 1, answers: ['analyst'] })
})

test('a result from the account doesn’t undo a retake', async () => {
	const quiz = await openQuiz()
	await arrives(quiz, elsewhere)
	await quiz.run(() => quiz.current().retake())
	await arrives(quiz, elsewhere)
	expect(quiz.current().state).toEqual({ step: 'intro' })
})

test.each([
	['no JSON', '{'],
	['another shape', '["creator"]'],
	['an unknown type', JSON.stringify({ quiz: 'hustler', answers: ['creator', 'creator', 'creator', 'creator', 'marketer'], takenAt: '' })],
	['too few answers', JSON.stringify({ quiz: 'hustler', answers: ['creator'], takenAt: '' })],
	['another quiz', JSON.stringify({ quiz: 'trial', answers: Array(5).fill('creator'), takenAt: '' })],
])('a stored value of %s is ignored', async (_case, raw) => {
	localStorage.setItem(KEY, raw)
	const quiz = await openQuiz()
	expect(quiz.current().state).toEqual({ step: 'intro' })
})

test('Back returns to the previous question, whose answer is open again', async () => {
	const quiz = await openQuiz()
	await quiz.run(() => quiz.current().start())
	await pick(quiz, 'builder', 'creator')
	await quiz.run(() => quiz.current().back())
	expect(quiz.current().state).toEqual({ step: 'question', index: 1, answers: ['builder'] })
	await pick(quiz, 'analyst')
	expect(quiz.current().state).toMatchObject({ index: 2, answers: ['builder', 'analyst'] })
})

test('a reload during the quiz keeps the answers', async () => {
	const before = await openQuiz()
	await before.run(() => before.current().start())
	await pick(before, 'builder', 'creator')
	const after = await openQuiz(structuredClone(before.current().place))
	expect(after.current().state).toEqual({ step: 'question', index: 2, answers: ['builder', 'creator'] })
})

test.each([
	['nothing of ours', { from: '/' }],
	['an unknown type', { quiz: 'hustler', answers: ['pirate'] }],
	['more answers than questions', { quiz: 'hustler', answers: Array(6).fill('creator') }],
])('a history entry with %s shows the intro', async (_what, place) => {
	expect((await openQuiz(place)).current().state).toEqual({ step: 'intro' })
})
