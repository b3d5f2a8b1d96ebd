import { splitGross, type SplitPrice } from './split-gross.ts'

/** Sum of an order's invoices minus its credit notes. */
export type Standing = { grossCents: number; taxCents: number }

export type DueDocument = SplitPrice & { kind: 'invoice' | 'credit_note' }

/** Amount with a known tax: by its rate, or as the payment provider charged it. */
export type Taxed = { grossCents: number; taxCents: number; rateBasisPoints: number }

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))

/** Tax of a part of an amount: by the rate, or in proportion if the provider charged something else. */
const taxWithin = (partCents: number, { grossCents, taxCents, rateBasisPoints }: Taxed) =>
	splitGross(grossCents, rateBasisPoints).taxCents === taxCents
		? splitGross(partCents, rateBasisPoints).taxCents
		: Math.round((taxCents * partCents) / grossCents)

/**
 * Document that an order lacks so that its invoices less its credit notes equal what the buyer paid and did not get back. A second payment
 * by mistake is not revenue, so its refund changes nothing. Tax is the total less that of earlier documents: however many partial refunds
 * there are, the sums match to the cent.
 * @param taxed the whole that is shared
 * @returns null when nothing is lacking
 */
export function documentDue(
	money: { totalCents: number; receivedCents: number; returnedCents: number },
	standing: Standing,
	taxed: Taxed,
): DueDocument | null {
	const kept = Math.min(money.totalCents, Math.max(0, money.receivedCents - money.returnedCents))
	const grossCents = Math.abs(kept - standing.grossCents)
	if (grossCents === 0) return null
	const kind = kept > standing.grossCents ? 'invoice' : 'credit_note'
	const more = taxWithin(kept, taxed) - standing.taxCents
	const taxCents = between(0, kind === 'invoice' ? more : -more, grossCents)
	return { kind, grossCents, taxCents, netCents: grossCents - taxCents }
}
