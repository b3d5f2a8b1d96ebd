import type { Invoicing } from '#domain/invoices/invoice.ts'

import type { SellerFile } from './schema/seller.ts'

const orNull = (text: string) => (text === '' ? null : text)

/** @returns null while invoicing is off */
export function readSeller(file: SellerFile, email: string): Invoicing | null {
	if (!file.makesInvoices) return null
	const { name, address, vatId, taxNumber, timeZone, tax } = file
	const taxes = {
		none: { kind: tax.isSubjectToVat ? 'exempt' : 'not_subject', rateBasisPoints: 0, reason: tax.reason },
		included: { kind: 'included', rateBasisPoints: Math.round(tax.ratePercent * 100), reason: null },
		stripe: null,
	} as const
	return {
		seller: {
			name,
			email,
			address: { ...address, line2: orNull(address.line2), region: orNull(address.region) },
			vatId: orNull(vatId),
			taxNumber: orNull(taxNumber),
			timeZone,
		},
		tax: taxes[tax.mode],
	}
}

/** Returns the payment provider's tax code; null if the provider doesn't compute taxes. */
export const readTaxCode = ({ tax }: SellerFile): string | null => (tax.mode === 'stripe' ? tax.productCode : null)
