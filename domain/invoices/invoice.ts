export type Address = {
	line1: string
	line2: string | null
	postcode: string
	city: string
	/** State or province; null where there is none. */
	region: string | null
	/** ISO 3166-1, two capitals. */
	country: string
}

export type Seller = {
	name: string
	address: Address
	vatId: string | null
	taxNumber: string | null
	email: string
	/** Whose calendar decides the day and the year; UTC where none is named. */
	timeZone?: string | undefined
}

/** What is known of the buyer; the provider of the payment told it. */
export type Buyer = { name: string | null; email: string | null; address: Address | null; vatId: string | null }

/** `exempt`: the sale would be taxed, but the seller need not (a small business). `not_subject`: outside the tax. */
export type TaxKind = 'included' | 'exempt' | 'not_subject'

export type Tax = { kind: TaxKind; rateBasisPoints: number; reason: string | null }

/** What all invoices say of the seller and the tax. */
export type Invoicing = { seller: Seller; tax: Tax }

/** An invoice or a credit note, as it was issued. Amounts are integer cents of `currency`, never negative. Days are YYYY-MM-DD, by the seller's clock. */
export type Invoice = {
	kind: 'invoice' | 'credit_note'
	number: string
	issuedOn: string
	suppliedOn: string
	/** ISO 4217, capitals. */
	currency: string
	seller: Seller
	buyer: Buyer
	item: string
	/** The discount, in words; null without one. */
	itemNote: string | null
	netCents: number
	taxCents: number
	grossCents: number
	tax: Tax
	/** The invoice that this document corrects. */
	corrects: { number: string; issuedOn: string } | null
	/** Of a credit note that moved no money: the number of the invoice in place of the one that it corrects. */
	replacedBy: string | null
	orderId: string
	/** False in every kind of test: no money moved. */
	isLive: boolean
}

/** `19%`, `5.5%`. */
export const formatRate = (basisPoints: number) => `${basisPoints / 100}%`

/** The words for the tax of an invoice. */
export const describeTax = ({ kind, rateBasisPoints, reason }: Tax) =>
	kind === 'included' ? `VAT ${formatRate(rateBasisPoints)}` : (reason ?? 'No VAT')

/** Who the buyer is, in one line: a name, or the address that the order was made with. */
export const nameBuyer = ({ name, email }: Buyer) => name ?? email ?? 'Customer'
