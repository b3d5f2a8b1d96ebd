import { expect, test } from 'vitest'

import { unpackAnswers } from './pack-answers.ts'
import { fromSelectorResult, SELECTOR_RESULT_VALUES, toSelectorResult } from './selector-result.ts'

const COMPLETE = unpackAnswers('4434433344333232')!

test('a complete selector gives the best type and can be restored', () => {
	const result = toSelectorResult(COMPLETE)
	expect(result).toEqual({ type: 'affiliate-marketing', answers: '4,4,3,4,4,3,3,3,4,4,3,3,3,2,3,2' })
	expect(fromSelectorResult(result?.answers)).toEqual(COMPLETE)
	expect(SELECTOR_RESULT_VALUES).toEqual(expect.arrayContaining([result?.type, ...(result?.answers.split(',') ?? [])]))
})

test('an incomplete selector has no result', () => {
	const { time_available: _left, ...fifteen } = COMPLETE
	expect([toSelectorResult(fifteen), toSelectorResult({})]).toEqual([null, null])
})

test.each([['4,4,3'], ['4,4,3,4,4,3,3,3,4,4,3,3,3,2,3,0'], ['4,4,3,4,4,3,3,3,4,4,3,3,3,2,3,9'], [''], [null], [4]])(
	'an account with %j has no answers',
	(answers) => {
		expect(fromSelectorResult(answers)).toBeNull()
	},
)
