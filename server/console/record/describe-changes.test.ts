import { expect, test } from 'vitest'

import { describeLogChanges, formatChange } from './describe-changes.ts'
import { describeAction } from './entry-sentences.ts'

const naming = {
	formatTime: () => 'Nov 26, 2026, 3:00 AM',
	currency: 'usd',
	nameFile: () => 'Offers and prices',
	nameAction: () => 'End complimentary access',
}

test.each<[object | null, object | null, string[]]>([
	[{ status: 'paid' }, { status: 'refund_pending' }, ['Status: from paid to refund on its way']],
	[{ status: 'paid' }, { refund_request: '01a216de-eaf8-77e2-996c-334ff0e023fc', cents: 1000 }, ['Status before: paid', 'Amount: $10.00']],
	[{ role: 'support' }, { role: 'operator' }, ['Role: from support to operator']],
	[{ version: 'origin' }, { version: '01a216de-eaf8-77e2-996c-334ff0e023fc' }, []],
	[null, { files: ['offers.json'], release: 4 }, ['Files: Offers and prices', 'Release: 4']],
	[null, { until: '2026-11-26T08:00:00.000Z' }, ['Until: Nov 26, 2026, 3:00 AM']],
	[{ off: { percent: 20 } }, { off: { amountCents: 1000 } }, ['Discount: from 20% off to $10.00 off']],
	[{ totalLimit: null }, { totalLimit: 5 }, ['Total uses: from none to 5']],
	[{ to: null }, { to: '01a216de-eaf8-77e2-996c-334ff0e023fc' }, []],
	[null, { lines: [{ what: 'x' }], unknown: { deep: 1 } }, []],
	[{ factors: [], passkeys: 2 }, null, ['Second factors before: none', 'Passkeys before: 2']],
	[null, { action: 'end-access', rows: 1200 }, ['Action: End complimentary access', 'Rows: 1,200']],
])('%j → %j is described as %j', (before, after, words) => {
	expect(describeLogChanges({ before, after }, naming).map(formatChange)).toEqual(words)
})

test.each([
	['refund_granted', 'Refunded an order'],
	['orders_exported', 'Downloaded orders as CSV'],
	['done_long_ago', 'Done long ago'],
])('%s is described as %s', (action, words) => {
	expect(describeAction(action)).toBe(words)
})
