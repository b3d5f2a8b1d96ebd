import { cleanBuyer } from './clean-buyer.ts'
import type { Buyer } from './invoice.ts'

/** Corrected buyer data, as typed. The email address always comes from the order. */
export type TypedBuyer = Readonly<Record<'name' | 'line1' | 'line2' | 'postcode' | 'city' | 'region' | 'country' | 'vatId', string>>

export type FieldProblem<Field extends string> = { field: Field; problem: string }

/** @returns the buyer, or the problem */
export function readBuyer(typed: TypedBuyer, email: string | null): Buyer | FieldProblem<keyof TypedBuyer> {
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
