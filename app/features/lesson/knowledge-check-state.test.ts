import { expect, test } from 'vitest'

import { canSubmit, type CheckEvent, checkReducer, type KnowledgeCheckState, openCheck } from './use-knowledge-check.ts'

const RESULT = { score: 1, total: 2, results: [] }
const run = (...events: CheckEvent[]) => events.reduce<KnowledgeCheckState>(checkReducer, openCheck(2))
const choose = (question: number, option: number): CheckEvent => ({ type: 'choose', question, option })
const submit = (freshId: string): CheckEvent => ({ type: 'submit', freshId })
const answered = [choose(0, 1), choose(1, 0)]

test('submit is enabled once every question has an answer', () => {
	expect(canSubmit(run())).toBe(false)
	expect(canSubmit(run(choose(0, 1)))).toBe(false)
	expect(canSubmit(run(...answered))).toBe(true)
	expect(canSubmit(openCheck(0))).toBe(false)
})

test('an answer can be changed until it is submitted', () => {
	expect(run(...answered, choose(0, 2)).answers).toEqual([2, 0])
	expect(run(...answered, submit('a'), choose(0, 2)).answers).toEqual([1, 0])
})

test('submitting too early is ignored', () => {
	expect(run(choose(0, 1), submit('a')).step).toBe('answering')
})

test('a failed request keeps the answers, and retrying uses the same attempt', () => {
	const failed = run(...answered, submit('a'), { type: 'failed', problem: 'offline' })
	expect(failed).toEqual({ step: 'answering', answers: [1, 0], attemptId: 'a', problem: 'offline' })
	expect(checkReducer(failed, submit('b'))).toEqual({ step: 'submitting', answers: [1, 0], attemptId: 'a' })
})

test('changed answers after a failed request are a new attempt', () => {
	const changed = run(...answered, submit('a'), { type: 'failed', problem: 'offline' }, choose(0, 0), submit('b'))
	expect(changed).toEqual({ step: 'submitting', answers: [0, 0], attemptId: 'b' })
})

test('the result is shown, and a retake starts empty', () => {
	const completed = run(...answered, submit('a'), { type: 'graded', result: RESULT })
	expect(completed).toEqual({ step: 'completed', answers: [1, 0], result: RESULT })
	expect(checkReducer(completed, { type: 'retake' })).toEqual(openCheck(2))
})

test('a late answer without a running attempt is ignored', () => {
	expect(run({ type: 'graded', result: RESULT })).toEqual(openCheck(2))
	expect(run({ type: 'failed', problem: 'offline' })).toEqual(openCheck(2))
})
