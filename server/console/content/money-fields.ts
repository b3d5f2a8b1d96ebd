import { decimalOf, formatMoney, isAmbiguousAmount, parseAmount } from '#domain/pricing/money.ts'

import { isObject, itemShape, type Json, type JsonObject, memberShape, resolve, type Shape } from './json-schema.ts'

const isCurrency = (code: Json): code is string => typeof code === 'string' && /^[A-Z]{3}$/.test(code)

/** Returns the currency of an offer's amounts; for a discount code, that of its first offer; USD if there is none. */
export function currencyOf(root: Json, { currency, offerCodes }: JsonObject): string {
	const offers: readonly Json[] = isObject(root) && Array.isArray(root.offers) ? root.offers : []
	const offer = Array.isArray(offerCodes) ? offers.find((each) => isObject(each) && offerCodes.includes(each.code)) : undefined
	const found = currency ?? (isObject(offer) ? offer.currency : undefined)
	return isCurrency(found) ? found : 'USD'
}

type Change = (amount: Json, currency: string) => Json

function mapAmounts(shape: Shape, root: Json, change: Change): Json {
	const visit = (outer: Shape, value: Json): Json => {
		const { shape: own } = resolve(outer, value)
		if (Array.isArray(value)) return value.map((item, index) => visit(itemShape(own, index), item))
		if (!isObject(value)) return value
		const entries = Object.entries(value).map(([key, member]) => {
			const inner = memberShape(own, key)
			return [key, inner.format === 'money' ? change(member, currencyOf(root, value)) : visit(inner, member)] as const
		})
		return Object.fromEntries(entries)
	}
	return visit(shape, root)
}

/** Formats stored amounts for the form: 4700 as `47.00`. */
export const printAmounts = (shape: Shape, value: Json): Json =>
	mapAmounts(shape, value, (amount, currency) => (Number.isSafeInteger(amount) ? decimalOf(Number(amount), currency) : amount))

/** Removes the currency's own sign, which people type before an amount. Another currency's sign stays and is refused. */
function withoutSign(typed: string, currency: string): string {
	const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(0)
	const sign = parts.find(({ type }) => type === 'currency')?.value ?? ''
	const text = typed.trimStart()
	return sign !== '' && text.startsWith(sign) ? text.slice(sign.length).trimStart() : typed
}

/** Parses typed amounts: `47.00` and `$47` as 4700. Anything else stays as typed, and the schema refuses it. */
export const parseAmounts = (shape: Shape, value: Json): Json =>
	mapAmounts(shape, value, (typed, currency) =>
		typeof typed === 'string' ? (parseAmount(withoutSign(typed, currency), currency) ?? typed) : typed,
	)

/** Formats stored amounts for display: 4700 as `$47.00`. */
export const formatAmounts = (shape: Shape, value: Json): Json =>
	mapAmounts(shape, value, (amount, currency) => (Number.isSafeInteger(amount) ? formatMoney(Number(amount), currency) : amount))

export function describeTyped(typed: string, currency: string): string {
	const text = withoutSign(typed, currency).trim()
	const example = `Enter an amount such as ${decimalOf(8950, currency)}.`
	if (!isAmbiguousAmount(text, currency)) return example
	const digits = text.replace(/[.,]/, '')
	return `“${text}” can be read in two ways. For ${Number(digits).toLocaleString('en-US')}, enter ${digits}.`
}
