import type { InvoiceBalance } from './document-due.ts'
import type { SplitPrice } from './split-gross.ts'

/** An issued document, with only the fields that credit notes need. */
export type IssuedDocument = SplitPrice & { id: string; kind: 'invoice' | 'credit_note'; corrects: string | null }

const sumOf = (documents: readonly IssuedDocument[], amount: keyof SplitPrice) => documents.reduce((sum, each) => sum + each[amount], 0)

/** Returns the total of the invoices minus that of the credit notes. */
export function invoicedBalance(issued: readonly IssuedDocument[]): InvoiceBalance {
	const invoices = issued.filter(({ kind }) => kind === 'invoice')
	const notes = issued.filter(({ kind }) => kind === 'credit_note')
	return {
		grossCents: sumOf(invoices, 'grossCents') - sumOf(notes, 'grossCents'),
		taxCents: sumOf(invoices, 'taxCents') - sumOf(notes, 'taxCents'),
	}
}

/**
 * Distributes a credit over the invoices, newest first. No invoice is credited with more than its amount.
 * @param issued oldest first
 */
export function allocateCredit(
	issued: readonly IssuedDocument[],
	{ grossCents, taxCents }: InvoiceBalance,
): (SplitPrice & { corrects: string })[] {
	const credits: (SplitPrice & { corrects: string })[] = []
	let gross = grossCents
	let tax = taxCents
	for (const invoice of issued.filter(({ kind }) => kind === 'invoice').toReversed()) {
		const left = invoicedBalance([invoice, ...issued.filter(({ corrects }) => corrects === invoice.id)])
		const part = Math.min(gross, left.grossCents)
		if (part <= 0) continue
		// Limits the tax to an amount that leaves the other invoices no more tax than their totals.
		const partTax = part === gross ? tax : Math.min(part, tax, Math.max(left.taxCents, tax - (gross - part)))
		credits.push({ corrects: invoice.id, grossCents: part, taxCents: partTax, netCents: part - partTax })
		gross -= part
		tax -= partTax
	}
	return credits
}
