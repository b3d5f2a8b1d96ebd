import { formatUtcDay } from '#contracts/format-day.ts'
import { type PostalAddress, describeTax, type Invoice, nameBuyer } from '#domain/invoices/invoice.ts'
import { canWriteCii, writeCii } from '#domain/invoices/write-cii.ts'
import { decimalOf } from '#domain/pricing/money.ts'
import type { DocumentBlock, PrintedDocument } from '#server/adapters/documents/port.ts'
import type { ServiceContext } from '#server/services/context.ts'

const oneLine = ({ line1, line2, postcode, city, region, country }: PostalAddress) =>
	[line1, line2, [postcode, city].filter(Boolean).join(' '), region, country].filter(Boolean).join(', ')

const field = (label: string, value: string | null): DocumentBlock[] =>
	value === null || value === '' ? [] : [{ kind: 'field', label, value }]

function amounts({ item, itemNote, netCents, taxCents, grossCents, currency, tax, kind }: Invoice): DocumentBlock[] {
	const formatAmount = (cents: number) => decimalOf(cents, currency)
	const hasRate = tax.kind === 'included' || tax.kind === 'zero_rated'
	const taxRow = hasRate ? [{ cells: [describeTax(tax), formatAmount(taxCents)] }] : []
	return [
		{
			kind: 'table',
			head: ['Item', currency],
			widths: [4, 1],
			rows: [
				{ cells: [itemNote === null ? `1 × ${item}` : `1 × ${item} (${itemNote})`, formatAmount(netCents)] },
				...taxRow,
				{ cells: [kind === 'invoice' ? 'Total' : 'Total credited', formatAmount(grossCents)] },
			],
		},
		...(hasRate ? [] : field('Tax', describeTax(tax))),
	]
}

const describeCredit = (replacedBy: string | null) =>
	replacedBy === null
		? 'This amount was sent back to the card or account it was paid with.'
		: `No money was sent back: invoice ${replacedBy} replaces the corrected one.`

/**
 * Lays out an invoice without the academy's logo and name: these may change, an issued invoice may not. Embeds its data as XML
 * (Factur-X) if EN 16931 can express it.
 */
export function layOutInvoice(invoice: Invoice): PrintedDocument {
	const { kind, number, seller, buyer, corrects, replacedBy, isLive, issuedOn, suppliedOn, orderId } = invoice
	const isInvoice = kind === 'invoice'
	return {
		title: `${isInvoice ? 'Invoice' : 'Credit note'} ${number}`,
		subject: invoice.item,
		publisher: seller.name,
		isLandscape: false,
		madeAt: new Date(`${issuedOn}T00:00:00Z`),
		invoiceXml: canWriteCii(invoice) ? writeCii(invoice) : undefined,
		blocks: [
			...(isLive ? [] : ([{ kind: 'text', text: 'Test mode: no money moved, and this isn’t an invoice.' }] as const)),
			{ kind: 'heading', text: 'Seller' },
			{ kind: 'text', text: `${seller.name}, ${oneLine(seller.address)}` },
			...field('VAT ID', seller.vatId),
			...field('Tax number', seller.taxNumber),
			...field('Email', seller.email),
			{ kind: 'heading', text: 'Buyer' },
			{ kind: 'text', text: [nameBuyer(buyer), buyer.address && oneLine(buyer.address)].filter(Boolean).join(', ') },
			...field('VAT ID', buyer.vatId),
			...field('Email', buyer.name === null ? null : buyer.email),
			{ kind: 'heading', text: isInvoice ? 'Invoice' : 'Credit note' },
			...field('Number', number),
			...field('Date', formatUtcDay(issuedOn)),
			...field('Date of supply', formatUtcDay(suppliedOn)),
			...field('Corrects invoice', corrects && `${corrects.number} of ${formatUtcDay(corrects.issuedOn)}`),
			...field('Order', orderId),
			...amounts(invoice),
			{
				kind: 'text',
				text: isInvoice ? 'Paid in full. Nothing is left to pay.' : describeCredit(replacedBy),
			},
		],
	}
}

/** Renders a tagged PDF/A-3. */
export const printInvoice = ({ documents }: Pick<ServiceContext, 'documents'>, invoice: Invoice): Promise<Uint8Array> =>
	documents.print(layOutInvoice(invoice))
