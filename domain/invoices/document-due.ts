import { splitGross, type SplitPrice } from './split-gross.ts'

/** Sum of an order's invoices minus its credit notes. */
export type Standing = { grossCents: number; taxCents: number }

export type DueDocument = SplitPrice & { kind: 'invoice' | 'credit_note' }

/** An amount whose tax is known: by its rate, or as the payment provider took it. */
export type Taxed = { grossCents: number; taxCents: number; rateBasisPoints: number }

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))

/** The tax in a part of an amount: by the rate, or in proportion where the provider took something else. */
const taxWithin = (partCents: number, { grossCents, taxCents, rateBasisPoints }: Taxed) =>
	splitGross(grossCents, rateBasisPoints).taxCents === taxCents
		? splitGross(partCents, rateBasisPoints).taxCents
		: Math.round((taxCents * partCents) / grossCents)

/**
 * The document that an order lacks so that its invoices less its credit notes say what the buyer paid and did not get back. A second
 * payment by mistake is no turnover, so its way back changes nothing. Tax is that of the whole less what earlier documents have of it:
 * however many parts go back, the sums come to the cent.
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
