import { splitGross, type SplitPrice } from './split-gross.ts'

export type InvoiceBalance = { grossCents: number; taxCents: number }

export type DueDocument = SplitPrice & { kind: 'invoice' | 'credit_note' }

/** An amount with its tax, which was calculated by rate, or charged by the payment provider. */
export type TaxedAmount = { grossCents: number; taxCents: number; rateBasisPoints: number }

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))

/** Returns the tax of a partial amount: by rate, or proportionally if the provider's tax doesn't match the rate. */
const taxWithin = (partCents: number, { grossCents, taxCents, rateBasisPoints }: TaxedAmount) =>
	splitGross(grossCents, rateBasisPoints).taxCents === taxCents
		? splitGross(partCents, rateBasisPoints).taxCents
		: Math.round((taxCents * partCents) / grossCents)

/**
 * Returns the document to issue, so that invoices minus credit notes equal what the buyer paid and didn't get back. An accidental second
 * payment isn't revenue, so refunding it changes nothing. The tax is the total minus that of earlier documents, so the sums match to the
 * cent.
 * @param taxed the whole amount with its tax
 * @returns null if no document is missing
 */
export function decideInvoiceDocument(
	money: { totalCents: number; receivedCents: number; returnedCents: number },
	standing: InvoiceBalance,
	taxed: TaxedAmount,
): DueDocument | null {
	const kept = Math.min(money.totalCents, Math.max(0, money.receivedCents - money.returnedCents))
	const grossCents = Math.abs(kept - standing.grossCents)
	if (grossCents === 0) return null
	const kind = kept > standing.grossCents ? 'invoice' : 'credit_note'
	const more = taxWithin(kept, taxed) - standing.taxCents
	const taxCents = between(0, kind === 'invoice' ? more : -more, grossCents)
	return { kind, grossCents, taxCents, netCents: grossCents - taxCents }
}
