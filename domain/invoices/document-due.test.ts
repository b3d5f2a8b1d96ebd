import fc from 'fast-check'
import { expect, test } from 'vitest'

import { decideInvoiceDocument } from './document-due.ts'
import { splitGross } from './split-gross.ts'

const NOTHING = { grossCents: 0, taxCents: 0 }
const INVOICED = { grossCents: 4700, taxCents: 750 }

test.each([
	{ why: 'an unpaid order needs nothing', received: 0, returned: 0, standing: NOTHING, due: null },
	{
		why: 'a settled payment is due an invoice',
		received: 4700,
		returned: 0,
		standing: NOTHING,
		due: { kind: 'invoice', netCents: 3950, taxCents: 750, grossCents: 4700 },
	},
	{ why: 'an invoiced payment needs nothing', received: 4700, returned: 0, standing: INVOICED, due: null },
	{
		why: 'a full refund is due a credit note',
		received: 4700,
		returned: 4700,
		standing: INVOICED,
		due: { kind: 'credit_note', netCents: 3950, taxCents: 750, grossCents: 4700 },
	},
	{
		why: 'a partial refund is due a credit note',
		received: 4700,
		returned: 1000,
		standing: INVOICED,
		due: { kind: 'credit_note', netCents: 841, taxCents: 159, grossCents: 1000 },
	},
	{ why: 'a second payment needs no second invoice', received: 9400, returned: 0, standing: INVOICED, due: null },
	{ why: 'a refunded second payment needs no credit note', received: 9400, returned: 4700, standing: INVOICED, due: null },
	{
		why: 'a refund that failed after its credit note is due an invoice',
		received: 4700,
		returned: 0,
		standing: NOTHING,
		due: { kind: 'invoice', netCents: 3950, taxCents: 750, grossCents: 4700 },
	},
])('$why', ({ received, returned, standing, due }) => {
	expect(
		decideInvoiceDocument({ totalCents: 4700, receivedCents: received, returnedCents: returned }, standing, {
			grossCents: 4700,
			taxCents: 750,
			rateBasisPoints: 1900,
		}),
	).toEqual(due)
})

test('any number of partial refunds brings net and tax back to zero', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 100_000 }),
			fc.array(fc.integer({ min: 1, max: 900 })),
			fc.integer({ max: 10_000, min: 0 }),
			// A payment provider may report any tax up to the whole price.
			fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
			(total, parts, rate, told) => {
				const taxCents = told === null ? splitGross(total, rate).taxCents : Math.round(told * total)
				const taxed = { grossCents: total, taxCents, rateBasisPoints: rate }
				let standing = NOTHING
				let net = 0
				const returned = [0]
				for (const part of parts) returned.push(Math.min(total, (returned.at(-1) ?? 0) + part))
				for (const sum of [...returned, total]) {
					const due = decideInvoiceDocument({ totalCents: total, receivedCents: total, returnedCents: sum }, standing, taxed)
					if (due === null) continue
					const sign = due.kind === 'invoice' ? 1 : -1
					expect(due.netCents).toBeGreaterThanOrEqual(0)
					expect(due.taxCents).toBeGreaterThanOrEqual(0)
					net += sign * due.netCents
					standing = { grossCents: standing.grossCents + sign * due.grossCents, taxCents: standing.taxCents + sign * due.taxCents }
				}
				expect([standing, net]).toEqual([NOTHING, 0])
			},
		),
	)
})

test.each([
	{ why: 'as taken', returned: 0, taxed: { grossCents: 4700, taxCents: 383, rateBasisPoints: 887.5 }, due: [4700, 383] },
	{
		why: 'a cent more than by the rate',
		returned: 0,
		taxed: { grossCents: 4700, taxCents: 384, rateBasisPoints: 887.5 },
		due: [4700, 384],
	},
	{
		why: 'part of a partly taxed amount',
		returned: 2350,
		taxed: { grossCents: 4700, taxCents: 200, rateBasisPoints: 1000 },
		due: [2350, 100],
	},
	{ why: 'none', returned: 0, taxed: { grossCents: 4700, taxCents: 0, rateBasisPoints: 0 }, due: [4700, 0] },
])('the tax collected by a provider isn’t recalculated ($why)', ({ returned, taxed, due }) => {
	const told = decideInvoiceDocument({ totalCents: 4700, receivedCents: 4700, returnedCents: returned }, NOTHING, taxed)
	expect([told?.grossCents, told?.taxCents]).toEqual(due)
})
