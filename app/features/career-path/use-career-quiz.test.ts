import { afterEach, expect, test } from 'vitest'

import { renderHook } from '#tests/setup/render-hook.ts'

import { useCareerQuiz } from './use-career-quiz.ts'

const KEY = 'launchway_career_quiz'
const PICKS = [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]
afterEach(() => localStorage.clear())

const openQuiz = () => renderHook(useCareerQuiz)

async function answer(quiz: Awaited<ReturnType<typeof openQuiz>>, picks: readonly number[]) {
	for (const [question, option] of picks.entries()) await quiz.run(() => quiz.current().pick(question, option))
}

test('the result comes only after all ten answers, and is stored', async () => {
	const quiz = await openQuiz()
	await quiz.run(() => quiz.current().start())
	await answer(quiz, PICKS.slice(0, 9))
	await quiz.run(() => quiz.current().submit())
	expect([quiz.current().state.step, quiz.current().answered, localStorage.getItem(KEY)]).toEqual(['answering', 9, null])
	await answer(quiz, PICKS)
	await quiz.run(() => quiz.current().submit())
	expect(quiz.current().state).toEqual({ step: 'result', picks: PICKS, isFresh: true })
	await quiz.leave()
	const again = await openQuiz()
	expect(again.current().state).toEqual({ step: 'result', picks: PICKS, isFresh: false })
})

test('retaking the quiz deletes the stored result', async () => {
	localStorage.setItem(KEY, JSON.stringify({ version: 1, picks: PICKS, takenAt: 5 }))
	const quiz = await openQuiz()
	await quiz.run(() => quiz.current().start())
	expect([quiz.current().answered, quiz.current().state.step, localStorage.getItem(KEY)]).toEqual([0, 'answering', null])
})

test('a result of another tab is shown, but doesn’t interrupt a quiz that is being answered', async () => {
	const quiz = await openQuiz()
	const finishElsewhere = () => {
		localStorage.setItem(KEY, JSON.stringify({ version: 1, picks: PICKS, takenAt: 5 }))
		window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
	}
	await quiz.run(() => quiz.current().start())
	await quiz.run(finishElsewhere)
	expect(quiz.current().state.step).toBe('answering')
	const idle = await openQuiz()
	await idle.run(finishElsewhere)
	expect(idle.current().state).toEqual({ step: 'result', picks: PICKS, isFresh: false })
})

test('answers before the start are ignored', async () => {
	const quiz = await openQuiz()
	await answer(quiz, PICKS)
	expect(quiz.current().state).toEqual({ step: 'closed' })
})

test.each([
	['no JSON', '{'],
	['another version', JSON.stringify({ version: 2, picks: PICKS, takenAt: 5 })],
	['too few answers', JSON.stringify({ version: 1, picks: [0, 1], takenAt: 5 })],
	['too many answers', JSON.stringify({ version: 1, picks: [...PICKS, 0], takenAt: 5 })],
	['an option that does not exist', JSON.stringify({ version: 1, picks: PICKS.with(4, 3), takenAt: 5 })],
	['words', JSON.stringify({ version: 1, picks: PICKS.map(String), takenAt: 5 })],
	['null', 'null'],
])('a stored value of %s is ignored', async (_case, raw) => {
	localStorage.setItem(KEY, raw)
	const quiz = await openQuiz()
	expect(quiz.current().state).toEqual({ step: 'closed' })
})
