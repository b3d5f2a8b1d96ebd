import fc from 'fast-check'
import { expect, test } from 'vitest'

import { HUSTLER_TYPES, isHustlerType, scoreHustlerQuiz, type HustlerType } from './hustler-quiz.ts'

const BY_LETTER: Record<string, HustlerType> = { c: 'creator', a: 'analyst', f: 'affiliate', b: 'builder' }
const from = (letters: string) => [...letters].map((letter) => BY_LETTER[letter] as HustlerType)

test.each([
	{ picked: 'ccccc', result: 'creator' },
	{ picked: 'aaaaa', result: 'analyst' },
	{ picked: 'fffff', result: 'affiliate' },
	{ picked: 'bbbbb', result: 'builder' },
	{ picked: 'cafbb', result: 'builder' },
	{ picked: 'bcafb', result: 'builder' },
	{ picked: 'ccaaf', result: 'creator' },
	{ picked: 'aaccf', result: 'analyst' },
	{ picked: 'caacf', result: 'creator' },
	{ picked: 'acacf', result: 'analyst' },
	{ picked: 'facac', result: 'analyst' },
	{ picked: 'fcaca', result: 'creator' },
	{ picked: 'bffba', result: 'builder' },
	{ picked: 'fbbfa', result: 'affiliate' },
	{ picked: 'abfbf', result: 'builder' },
	{ picked: 'afbbf', result: 'affiliate' },
	{ picked: 'b', result: 'builder' },
	{ picked: 'fa', result: 'affiliate' },
	{ picked: 'bafc', result: 'builder' },
] as const)('$picked gives $result', ({ picked, result }) => {
	expect(scoreHustlerQuiz(from(picked))).toBe(result)
})

test('there is no result before the first answer', () => {
	expect(scoreHustlerQuiz([])).toBeNull()
})

/** Independent implementation: among the most frequent types, the one picked first wins. */
function winnerByHand(answers: readonly HustlerType[]): HustlerType | undefined {
	const timesPicked = (type: HustlerType) => answers.filter((answer) => answer === type).length
	const highest = Math.max(...HUSTLER_TYPES.map(timesPicked))
	return answers.find((answer) => timesPicked(answer) === highest)
}

test('each of the 1,024 answer combinations agrees with a reference count', () => {
	const ways = [0, 1, 2, 3].flatMap((a) =>
		[0, 1, 2, 3].flatMap((b) => [0, 1, 2, 3].flatMap((c) => [0, 1, 2, 3].flatMap((d) => [0, 1, 2, 3].map((e) => [a, b, c, d, e])))),
	)
	const disagreements = ways
		.map((way) => way.map((index) => HUSTLER_TYPES[index] as HustlerType))
		.filter((answers) => scoreHustlerQuiz(answers) !== winnerByHand(answers))
	expect([ways.length, disagreements]).toEqual([1024, []])
})

test('quizzes of any length agree with a reference count', () => {
	fc.assert(
		fc.property(fc.array(fc.constantFrom(...HUSTLER_TYPES), { minLength: 1, maxLength: 40 }), (answers) => {
			expect(scoreHustlerQuiz(answers)).toBe(winnerByHand(answers))
		}),
	)
})

test.each([
	['creator', true],
	['marketer', false],
	['', false],
	[null, false],
	[3, false],
])('%s is a hustler type: %s', (value, expected) => {
	expect(isHustlerType(value)).toBe(expected)
})
