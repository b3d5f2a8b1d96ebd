import { splitGross, type SplitPrice } from './split-gross.ts'

/** What an order's invoices less its credit notes say by now. */
export type Standing = { grossCents: number; taxCents: number }

export type DueDocument = SplitPrice & { kind: 'invoice' | 'credit_note' }

/**
 * The document that an order lacks so that its invoices less its credit notes say what the buyer paid and did not get back. A second
 * payment by mistake is no turnover, so its way back changes nothing. Tax is that of the whole less what earlier documents have of it:
 * however many parts go back, the sums come to the cent.
 * @returns null when nothing is lacking
 */
export function documentDue(
	money: { totalCents: number; receivedCents: number; returnedCents: number },
	standing: Standing,
	rateBasisPoints: number,
): DueDocument | null {
	const kept = Math.min(money.totalCents, Math.max(0, money.receivedCents - money.returnedCents))
	const grossCents = Math.abs(kept - standing.grossCents)
	if (grossCents === 0) return null
	const taxCents = Math.abs(splitGross(kept, rateBasisPoints).taxCents - standing.taxCents)
	return { kind: kept > standing.grossCents ? 'invoice' : 'credit_note', grossCents, taxCents, netCents: grossCents - taxCents }
}
