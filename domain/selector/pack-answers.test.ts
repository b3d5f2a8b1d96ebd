import fc from 'fast-check'
import { expect, test } from 'vitest'

import { packAnswers, unpackAnswers } from './pack-answers.ts'
import {
	countAnswers,
	hasAnsweredAll,
	keepValidAnswers,
	SELECTOR_QUESTION_IDS,
	type Rating,
	type SelectorAnswers,
} from './selector-questions.ts'

const all = (rating: Rating) => Object.fromEntries(SELECTOR_QUESTION_IDS.map((id) => [id, rating])) as SelectorAnswers
const anyAnswers = fc.record(Object.fromEntries(SELECTOR_QUESTION_IDS.map((id) => [id, fc.integer({ min: 1, max: 5 })])), {
	requiredKeys: [],
}) as fc.Arbitrary<SelectorAnswers>

test('answers packed into a link are unpacked unchanged', () => {
	fc.assert(
		fc.property(
			anyAnswers.filter((answers) => countAnswers(answers) > 0),
			(answers) => {
				expect({ ...unpackAnswers(packAnswers(answers)) }).toEqual({ ...answers })
			},
		),
	)
})

test('digits are in question order, with 0 for an unanswered one', () => {
	expect(packAnswers({ time_available: 5, time_flexibility: 2, tools_complexity: 4 })).toBe('5020000000000004')
	expect(unpackAnswers('5020000000000004')).toEqual({ time_available: 5, time_flexibility: 2, tools_complexity: 4 })
})

test.each([
	['nothing', ''],
	['no answer at all', '0000000000000000'],
	['a digit too few', '333333333333333'],
	['a digit too many', '33333333333333333'],
	['a rating above 5', '3333333333333336'],
	['a sign', '-333333333333333'],
	['a letter', '33333333333333a3'],
	['a line break at the end', '3333333333333333\n'],
	['digits of another script', '٣333333333333333'],
	['markup', '<script>alert(1)'],
])('a link with %s has no answers', (_case, packed) => {
	expect(unpackAnswers(packed)).toBeNull()
})

test('no text gives an answer out of range', () => {
	fc.assert(
		fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{16}$/)), (text) => {
			const answers = unpackAnswers(text) ?? {}
			expect(answers).toEqual(keepValidAnswers(answers))
		}),
	)
})

test('only valid ratings of known questions are read from storage', () => {
	const raw = {
		time_available: 5,
		time_consistency: 0,
		time_flexibility: 6,
		energy_after_work: 2.5,
		energy_creative: '3',
		energy_social: null,
		skills_tech: Number.NaN,
		tools_budget: 1,
		luck: 3,
		constructor: 3,
	}
	expect(keepValidAnswers(raw)).toEqual({ time_available: 5, tools_budget: 1 })
})

test.each([[null], ['text'], [3], [[1, 2, 3]], [undefined]])('%s has no answers', (raw) => {
	expect(keepValidAnswers(raw)).toEqual({})
})

test('complete means all sixteen answers', () => {
	const { tools_complexity: _left, ...fifteen } = all(3)
	expect([countAnswers(fifteen), hasAnsweredAll(fifteen), countAnswers(all(3)), hasAnsweredAll(all(3))]).toEqual([15, false, 16, true])
})
