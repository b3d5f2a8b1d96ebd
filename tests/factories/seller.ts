import type { Invoicing, Tax } from '#domain/invoices/invoice.ts'

/** A seller who issues invoices with 19% VAT included; the shipped content/company/seller.json issues none. */
export const SELLER: Invoicing & { tax: Tax } = {
	seller: {
		name: 'Ada & Söhne <Lernhaus> GmbH',
		address: { line1: 'Beispielweg 1', line2: null, postcode: '10115', city: 'Berlin', region: null, country: 'DE' },
		vatId: 'DE123456789',
		taxNumber: '37/123/45678',
		email: 'office@lernhaus.test',
	},
	tax: { kind: 'included', rateBasisPoints: 1900, reason: null },
}

/** The same seller, with taxes calculated by the payment provider. */
export const TAXED_BY_PROVIDER = { invoicing: { ...SELLER, tax: null }, productTaxCode: 'txcd_10000000' }
