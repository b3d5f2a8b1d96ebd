export type PostalAddress = {
	line1: string
	line2: string | null
	postcode: string
	city: string
	/** State or province; null if there is none. */
	region: string | null
	/** ISO 3166-1 alpha-2, upper case. */
	country: string
}

export type Seller = {
	name: string
	address: PostalAddress
	vatId: string | null
	taxNumber: string | null
	email: string
	/** Time zone for dates and for the year of an invoice number; UTC by default. */
	timeZone?: string | undefined
}

/** Buyer as reported by the payment provider. */
export type Buyer = { name: string | null; email: string | null; address: PostalAddress | null; vatId: string | null }

/**
 * `reverse_charge`: the buyer accounts for the tax. `zero_rated`: taxable at 0%. `exempt`: taxable, but exempt (a small
 * business). `not_subject`: outside the scope of the tax.
 */
export const TAX_KINDS = ['included', 'reverse_charge', 'zero_rated', 'exempt', 'not_subject'] as const
export type TaxKind = (typeof TAX_KINDS)[number]

export type Tax = {
	kind: TaxKind
	/** In hundredths of a percent, with decimals for some sales taxes. */
	rateBasisPoints: number
	reason: string | null
	/** Name of the tax if it isn't VAT, such as "GST + QST". */
	name?: string | null | undefined
	/** Country of the tax (ISO 3166-1); the seller's by default. */
	country?: string | null | undefined
}

/** Seller and tax of all invoices. If `tax` is null, the payment provider calculates it for each sale. */
export type Invoicing = { seller: Seller; tax: Tax | null }

/** Amounts are non-negative integers in the currency's smallest unit. Dates are YYYY-MM-DD in the seller's time zone. */
export type Invoice = {
	kind: 'invoice' | 'credit_note'
	number: string
	issuedOn: string
	suppliedOn: string
	/** ISO 4217, upper case. */
	currency: string
	seller: Seller
	buyer: Buyer
	item: string
	/** Description of the discount; null if there is none. */
	itemNote: string | null
	netCents: number
	taxCents: number
	grossCents: number
	tax: Tax
	corrects: { number: string; issuedOn: string } | null
	/** Number of the invoice that replaces the corrected one, in a credit note for a correction (which moves no money); otherwise null. */
	replacedBy: string | null
	orderId: string
	/** False for test payments, which move no money. */
	isLive: boolean
}

/** Formats a rate such as `19%`, `5.5%` or `8.875%`. */
export const formatRate = (basisPoints: number) => `${Number((basisPoints / 100).toFixed(4))}%`

export const nameTax = ({ name }: Pick<Tax, 'name'>) => name ?? 'VAT'

/** Formats an invoice's tax: `VAT 19%`, `VAT 20% (FR)`, or why there is none. */
export const describeTax = (tax: Tax) =>
	tax.kind === 'included' || tax.kind === 'zero_rated'
		? `${nameTax(tax)} ${formatRate(tax.rateBasisPoints)}${tax.country ? ` (${tax.country})` : ''}`
		: (tax.reason ?? `No ${nameTax(tax)}`)

export const nameBuyer = ({ name, email }: Buyer) => name ?? email ?? 'Customer'
