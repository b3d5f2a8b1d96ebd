import type { Standing } from './document-due.ts'
import type { SplitPrice } from './split-gross.ts'

/** The fields that credit notes need. */
export type Issued = SplitPrice & { id: string; kind: 'invoice' | 'credit_note'; corrects: string | null }

const sumOf = (documents: readonly Issued[], amount: keyof SplitPrice) => documents.reduce((sum, each) => sum + each[amount], 0)

/** Invoices minus credit notes. */
export function invoicedBalance(issued: readonly Issued[]): Standing {
	const invoices = issued.filter(({ kind }) => kind === 'invoice')
	const notes = issued.filter(({ kind }) => kind === 'credit_note')
	return {
		grossCents: sumOf(invoices, 'grossCents') - sumOf(notes, 'grossCents'),
		taxCents: sumOf(invoices, 'taxCents') - sumOf(notes, 'taxCents'),
	}
}

/**
 * Newest first; no invoice is credited beyond its amount.
 * @param issued oldest first
 */
export function spreadCredit(issued: readonly Issued[], { grossCents, taxCents }: Standing): (SplitPrice & { corrects: string })[] {
	const credits: (SplitPrice & { corrects: string })[] = []
	let gross = grossCents
	let tax = taxCents
	for (const invoice of issued.filter(({ kind }) => kind === 'invoice').toReversed()) {
		const left = invoicedBalance([invoice, ...issued.filter(({ corrects }) => corrects === invoice.id)])
		const part = Math.min(gross, left.grossCents)
		if (part <= 0) continue
		// Leave the other invoices a tax that is no more than their amount.
		const partTax = part === gross ? tax : Math.min(part, tax, Math.max(left.taxCents, tax - (gross - part)))
		credits.push({ corrects: invoice.id, grossCents: part, taxCents: partTax, netCents: part - partTax })
		gross -= part
		tax -= partTax
	}
	return credits
}
