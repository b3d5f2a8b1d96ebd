export type Address = {
	line1: string
	line2: string | null
	postcode: string
	city: string
	/** State or province; null without one. */
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
	/** Time zone for the day and the year; UTC by default. */
	timeZone?: string | undefined
}

/** Buyer as reported by the payment provider. */
export type Buyer = { name: string | null; email: string | null; address: Address | null; vatId: string | null }

/**
 * `reverse_charge`: the buyer owes it. `zero_rated`: taxed, at 0 %. `exempt`: the sale would be taxed, but need not be (a small
 * business). `not_subject`: outside the tax.
 */
export const TAX_KINDS = ['included', 'reverse_charge', 'zero_rated', 'exempt', 'not_subject'] as const
export type TaxKind = (typeof TAX_KINDS)[number]

export type Tax = {
	kind: TaxKind
	/** Hundredths of a percent. Sales taxes have parts of them. */
	rateBasisPoints: number
	reason: string | null
	/** Name of the tax if it isn't VAT: "GST + QST". */
	name?: string | null | undefined
	/** Country of the tax, ISO 3166-1; by default the seller's. */
	country?: string | null | undefined
}

/** Seller and tax on every invoice; without a tax, the payment provider works it out for each sale. */
export type Invoicing = { seller: Seller; tax: Tax | null }

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
	corrects: { number: string; issuedOn: string } | null
	/** For a credit note that moved no money: the invoice that replaces the corrected one. */
	replacedBy: string | null
	orderId: string
	/** False in every kind of test: no money moved. */
	isLive: boolean
}

/** `19%`, `5.5%`, `8.875%`. */
export const formatRate = (basisPoints: number) => `${Number((basisPoints / 100).toFixed(4))}%`

export const nameTax = ({ name }: Pick<Tax, 'name'>) => name ?? 'VAT'

/** The words for the tax of an invoice: `VAT 19%`, `VAT 20% (FR)`. */
export const describeTax = (tax: Tax) =>
	tax.kind === 'included' || tax.kind === 'zero_rated'
		? `${nameTax(tax)} ${formatRate(tax.rateBasisPoints)}${tax.country ? ` (${tax.country})` : ''}`
		: (tax.reason ?? `No ${nameTax(tax)}`)

/** Buyer in one line: a name, or the address that the order was made with. */
export const nameBuyer = ({ name, email }: Buyer) => name ?? email ?? 'Customer'
