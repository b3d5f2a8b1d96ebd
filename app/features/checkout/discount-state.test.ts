import { expect, test } from 'vitest'

import { discountReducer, type DiscountEvent, type DiscountState } from './discount-state.ts'

const amounts = { currency: 'usd', subtotalCents: 4700, discountCents: 940, totalCents: 3760 }
const accepted: DiscountEvent = { type: 'answered', asked: 'LAUNCH1', preview: { accepted: true, code: 'LAUNCH1', amounts } }
const refused: DiscountEvent = {
	type: 'answered',
	asked: 'OLD',
	preview: { accepted: false, reason: 'expired', message: 'This code has expired.', amounts },
}
const check = (code: string): DiscountEvent => ({ type: 'check', code })

test.each<[string, DiscountEvent[], DiscountState]>([
	['a submitted code is shown as being checked', [check('LAUNCH1')], { step: 'checking', code: 'LAUNCH1' }],
	['an accepted code is applied', [check('LAUNCH1'), accepted], { step: 'applied', code: 'LAUNCH1', amounts }],
	['a refused code keeps its reason', [check('OLD'), refused], { step: 'refused', code: 'OLD', message: 'This code has expired.' }],
	[
		'an unreachable server counts as a refusal',
		[check('X'), { type: 'failed', asked: 'X', message: 'Offline' }],
		{ step: 'refused', code: 'X', message: 'Offline' },
	],
	['an applied code can be removed', [check('LAUNCH1'), accepted, { type: 'remove' }], { step: 'none' }],
	['an answer to an earlier request is ignored', [check('OLD'), check('LAUNCH1'), refused], { step: 'checking', code: 'LAUNCH1' }],
	['an answer after removal is ignored', [check('LAUNCH1'), { type: 'remove' }, accepted], { step: 'none' }],
])('%s', (_sentence, events, expected) => {
	expect(events.reduce(discountReducer, { step: 'none' })).toEqual(expected)
})
