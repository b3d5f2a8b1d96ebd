import { findTestCard, type TestCard } from '#server/sandbox/stripe/cards.ts'
import type { BillingDetails } from '#server/sandbox/stripe/confirm-session.ts'

export type CheckoutField = 'email' | 'code' | 'number' | 'expiry' | 'cvc' | 'terms' | keyof BillingDetails
/** Values of the checkout form. Card fields are shown again only if a test card button filled them. */
export type CheckoutValues = Record<CheckoutField, string>
export type CheckoutErrors = Partial<Record<CheckoutField, string>>

export const EMPTY_VALUES: CheckoutValues = {
	email: '',
	code: '',
	number: '',
	expiry: '',
	cvc: '',
	terms: '',
	name: '',
	line1: '',
	postcode: '',
	city: '',
	country: '',
	taxId: '',
}

const LENGTHS: Record<CheckoutField, number> = {
	email: 254,
	code: 64,
	number: 30,
	expiry: 10,
	cvc: 6,
	terms: 8,
	name: 100,
	line1: 200,
	postcode: 20,
	city: 100,
	country: 2,
	taxId: 20,
}
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]+$/

/** Reads the form's fields. A value that is too long is truncated to a length that its rule still refuses. */
export function readValues(form: FormData): CheckoutValues {
	const values = { ...EMPTY_VALUES }
	for (const field of Object.keys(LENGTHS) as CheckoutField[]) {
		const value = form.get(field)
		if (typeof value === 'string')
			values[field] = value
				.replaceAll('\0', '')
				.trim()
				.slice(0, LENGTHS[field] + 1)
	}
	return values
}

export const withoutCard = (values: CheckoutValues): CheckoutValues => ({ ...values, number: '', expiry: '', cvc: '' })

/** Fills in the fields of a test card. As at Stripe, any future date and any security code work. */
export const withTestCard = (values: CheckoutValues, { number }: TestCard): CheckoutValues => ({
	...values,
	number: number.replace(/(\d{4})(?=\d)/g, '$1 '),
	expiry: '12 / 34',
	cvc: '123',
})

const checkEmail = (email: string) => (email.length <= LENGTHS.email && EMAIL.test(email) ? null : 'Please enter a valid email address')

function checkExpiry(expiry: string, now: Date): string | null {
	const [, month, year] = /^(\d{1,2})\s*\/?\s*(?:20)?(\d{2})$/.exec(expiry) ?? []
	if (month === undefined || Number(month) < 1 || Number(month) > 12) return 'Enter the date as MM / YY.'
	return Date.UTC(2000 + Number(year), Number(month), 1) > now.getTime() ? null : 'This card has expired.'
}

function checkNumber(number: string): string | null {
	if (number === '') return 'Enter a card number.'
	return findTestCard(number) ? null : 'Use a test card: real cards aren’t accepted here.'
}

const BILLING_RULES: Record<keyof BillingDetails, { accepts: RegExp; message: string }> = {
	name: { accepts: /^.{1,100}$/u, message: 'Enter the name of a person or company.' },
	line1: { accepts: /^.{1,200}$/u, message: 'Enter street and number.' },
	postcode: { accepts: /^.{1,20}$/u, message: 'Enter the postal code.' },
	city: { accepts: /^.{1,100}$/u, message: 'Enter the city.' },
	country: { accepts: /^[A-Za-z]{2}$/, message: 'Enter two letters, as in US or DE.' },
	taxId: {
		accepts: /^(?:[A-Za-z]{2}[A-Za-z0-9]{2,12})?$/,
		message: 'A VAT ID starts with two letters. Leave this empty if you don’t have one.',
	},
}

const checkBilling = (values: CheckoutValues) =>
	Object.fromEntries(
		Object.entries(BILLING_RULES).map(([name, { accepts, message }]) => [
			name,
			accepts.test(values[name as CheckoutField]) ? null : message,
		]),
	) as Record<keyof BillingDetails, string | null>

const NO_BILLING = { name: null, line1: null, postcode: null, city: null, country: null, taxId: null }

export const readBilling = ({ name, line1, postcode, city, country, taxId }: CheckoutValues): BillingDetails => ({
	name,
	line1,
	postcode,
	city,
	country: country.toUpperCase(),
	taxId: taxId.toUpperCase(),
})

/**
 * Validates the checkout form. A free checkout has no card fields.
 * @returns first message per invalid field; empty if all are valid
 */
export function checkValues(
	values: CheckoutValues,
	{ needsCard, needsTerms, needsBilling }: { needsCard: boolean; needsTerms: boolean; needsBilling: boolean },
	now: Date,
): CheckoutErrors {
	const found: Record<CheckoutField, string | null> = {
		email: checkEmail(values.email),
		...(needsBilling ? checkBilling(values) : NO_BILLING),
		code: null,
		number: needsCard ? checkNumber(values.number) : null,
		expiry: needsCard ? checkExpiry(values.expiry, now) : null,
		terms: needsTerms && values.terms !== 'accepted' ? 'Please check this box to continue.' : null,
		cvc: !needsCard || /^\d{3,4}$/.test(values.cvc) ? null : 'Enter the 3 or 4 digits of the security code.',
	}
	return Object.fromEntries(Object.entries(found).filter(([, message]) => message !== null)) as CheckoutErrors
}
