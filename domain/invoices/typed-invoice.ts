import { cleanBuyer, cleanLine } from './clean-buyer.ts'
import { type Buyer, type Seller, type Tax, TAX_KINDS } from './invoice.ts'

/** Corrected buyer data, as typed. The email address isn't part of it: it comes from the order. */
export type TypedBuyer = Readonly<Record<'name' | 'line1' | 'line2' | 'postcode' | 'city' | 'region' | 'country' | 'vatId', string>>

export type FieldProblem<Field extends string> = { field: Field; problem: string }

/** @returns the buyer, or the invalid field with an error message */
export function parseInvoiceBuyer(typed: TypedBuyer, email: string | null): Buyer | FieldProblem<keyof TypedBuyer> {
	const { name, line1, line2, postcode, city, region } = typed
	const country = typed.country.trim().toUpperCase()
	const vatId = typed.vatId.replaceAll(/\s/g, '').toUpperCase()
	const hasAddress = [line1, line2, postcode, city, region, country].some((text) => text.trim() !== '')
	const address = hasAddress ? { line1, line2, postcode, city, region, country } : null
	const buyer = cleanBuyer({ name, email, address, vatId: vatId === '' ? null : vatId })
	if (buyer.name === null) return { field: 'name', problem: 'Enter the name for the invoice.' }
	if (buyer.address && (buyer.address.line1 === '' || buyer.address.city === '')) {
		const problem = 'Enter at least the address and the city, or leave all of it empty.'
		return { field: buyer.address.line1 === '' ? 'line1' : 'city', problem }
	}
	if (buyer.address && !/^[A-Z]{2}$/.test(country))
		return { field: 'country', problem: 'Enter the country as two letters, such as DE or US.' }
	if (vatId !== '' && !/^[A-Z]{2}[A-Z0-9]{2,12}$/.test(vatId))
		return { field: 'vatId', problem: 'A VAT ID starts with its country code, such as DE123456789.' }
	return buyer
}

export type TypedTax = Readonly<Record<'kind' | 'rate' | 'country' | 'reason', string>>

type TaxProblem = FieldProblem<'taxKind' | 'taxRate' | 'taxCountry' | 'taxReason'>

const HIGHEST_PERCENT = 100

/** Parses `19`, `5.5` or `5,5` to hundredths of a percent; null if invalid. */
function readRate(typed: string): number | null {
	const percent = /^\d{1,3}(?:[.,]\d{1,4})?$/.test(typed) ? Number(typed.replace(',', '.')) : 0
	return percent > 0 && percent <= HIGHEST_PERCENT ? Number((percent * 100).toFixed(2)) : null
}

/** @param known seller, buyer and current tax of the invoice @returns the tax, or the invalid field with an error message */
export function parseInvoiceTax(typed: TypedTax, known: { seller: Seller; buyer: Buyer; before: Tax | null }): Tax | TaxProblem {
	const kind = TAX_KINDS.find((each) => each === typed.kind)
	if (kind === undefined) return { field: 'taxKind', problem: 'Choose how the sale is taxed.' }
	const country = typed.country.trim().toUpperCase() || null
	if (country !== null && !/^[A-Z]{2}$/.test(country))
		return { field: 'taxCountry', problem: 'Enter the country as two letters, such as DE or US. Leave it empty for the seller’s country.' }
	const reason = cleanLine(typed.reason)
	if (kind === 'included') {
		const rateBasisPoints = readRate(typed.rate.trim().replace(/\s*%$/, ''))
		if (rateBasisPoints === null) return { field: 'taxRate', problem: 'Enter a percentage above 0 and up to 100, such as 19 or 5.5.' }
		const ofSeller = known.seller.address.country
		const isSame = known.before?.kind === 'included' && (known.before.country ?? ofSeller) === (country ?? ofSeller)
		const name = isSame ? (known.before?.name ?? null) : null
		return { kind, rateBasisPoints, reason: null, name, country }
	}
	const none = { kind, rateBasisPoints: 0, name: null, country }
	if (kind === 'zero_rated') return { ...none, reason: null }
	if (reason === null) {
		const problem = 'Enter why there is no tax, for example “Reverse charge: the buyer accounts for the VAT.” or “Exempt under § 19 UStG.”'
		return { field: 'taxReason', problem }
	}
	if (kind === 'reverse_charge' && (known.buyer.vatId === null || known.seller.vatId === null)) {
		const problem =
			'A reverse charge needs two VAT IDs: enter the buyer’s here. Yours must have been set under Settings › Tax when the invoice was issued.'
		return { field: 'taxKind', problem }
	}
	return { ...none, reason }
}

export const toTypedTax = ({ kind, rateBasisPoints, reason, country }: Tax): TypedTax => ({
	kind,
	rate: kind === 'included' ? String(Number((rateBasisPoints / 100).toFixed(4))) : '',
	country: country ?? '',
	reason: reason ?? '',
})
