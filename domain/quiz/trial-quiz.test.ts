import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isTrialType, scoreTrialQuiz, TRIAL_TYPES, type TrialType } from './trial-quiz.ts'

const BY_LETTER: Record<string, TrialType> = { f: 'affiliate', c: 'creator', m: 'marketer', a: 'analyst' }
const from = (letters: string) => [...letters].map((letter) => BY_LETTER[letter] as TrialType)

test.each([
	{ picked: '', result: 'affiliate' },
	{ picked: 'fffff', result: 'affiliate' },
	{ picked: 'ccccc', result: 'creator' },
	{ picked: 'mmmmm', result: 'marketer' },
	{ picked: 'aaaaa', result: 'analyst' },
	{ picked: 'fcmaa', result: 'analyst' },
	{ picked: 'aaccf', result: 'creator' },
	{ picked: 'aaffm', result: 'affiliate' },
	{ picked: 'aammf', result: 'marketer' },
	{ picked: 'mmcca', result: 'creator' },
	{ picked: 'amcf', result: 'affiliate' },
	{ picked: 'amc', result: 'creator' },
	{ picked: 'am', result: 'marketer' },
] as const)('"$picked" gives $result', ({ picked, result }) => {
	expect(scoreTrialQuiz(from(picked))).toBe(result)
})

const anyAnswers = fc.array(fc.constantFrom(...TRIAL_TYPES), { maxLength: 40 })

test('no type is picked more often than the winner, and on a tie the first in order wins', () => {
	fc.assert(
		fc.property(anyAnswers, (answers) => {
			const winner = scoreTrialQuiz(answers)
			const timesPicked = (type: TrialType) => answers.filter((answer) => answer === type).length
			const place = TRIAL_TYPES.indexOf(winner)
			TRIAL_TYPES.forEach((type, index) => {
				if (index < place) expect(timesPicked(type)).toBeLessThan(timesPicked(winner))
				else expect(timesPicked(type)).toBeLessThanOrEqual(timesPicked(winner))
			})
		}),
	)
})

test('the order of the answers does not matter', () => {
	fc.assert(
		fc.property(
			anyAnswers.chain((answers) =>
				fc.tuple(fc.constant(answers), fc.shuffledSubarray(answers, { minLength: answers.length, maxLength: answers.length })),
			),
			([answers, shuffled]) => {
				expect(scoreTrialQuiz(shuffled)).toBe(scoreTrialQuiz(answers))
			},
		),
	)
})

test.each([
	['marketer', true],
	['builder', false],
	['', false],
	[null, false],
	[0, false],
])('%s is an earning type: %s', (value, expected) => {
	expect(isTrialType(value)).toBe(expected)
})
