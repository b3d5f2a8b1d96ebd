import { expect, test } from 'vitest'

import { type IssuedDocument, allocateCredit, invoicedBalance } from './spread-credit.ts'

const document = (id: string, grossCents: number, taxCents: number, corrects: string | null = null): IssuedDocument => ({
	id,
	kind: corrects === null ? 'invoice' : 'credit_note',
	corrects,
	grossCents,
	taxCents,
	netCents: grossCents - taxCents,
})
/** A refund that failed after its credit note was issued. */
const TWO = [document('one', 4700, 750), document('note', 3700, 591, 'one'), document('two', 3700, 591)]

test.each([
	{ why: 'a full credit of one invoice', issued: [document('one', 4700, 750)], due: [4700, 750], credits: ['one 4700 750'] },
	{ why: 'a partial credit', issued: TWO, due: [1000, 159], credits: ['two 1000 159'] },
	{ why: 'a credit larger than the newest invoice', issued: TWO, due: [4700, 750], credits: ['two 3700 591', 'one 1000 159'] },
	{ why: 'a remainder whose tax rounds to zero', issued: TWO, due: [3701, 590], credits: ['two 3700 590', 'one 1 0'] },
	{ why: 'no credit', issued: TWO, due: [0, 0], credits: [] },
])('$why', ({ issued, due: [grossCents = 0, taxCents = 0], credits }) => {
	const spread = allocateCredit(issued, { grossCents, taxCents })
	expect(spread.map((each) => `${each.corrects} ${each.grossCents} ${each.taxCents}`)).toEqual(credits)
	expect(spread.every(({ netCents, grossCents: gross, taxCents: tax }) => netCents >= 0 && tax >= 0 && netCents + tax === gross)).toBe(true)
})

test('the balance is invoices minus credit notes', () => {
	expect(invoicedBalance(TWO)).toEqual({ grossCents: 4700, taxCents: 750 })
	expect(invoicedBalance([])).toEqual({ grossCents: 0, taxCents: 0 })
})
