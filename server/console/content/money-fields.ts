import { isJson } from '#content/check-file.ts'
import { OffersSchema } from '#content/schema/offers.ts'
import type { Edits } from '#content/sources.ts'
import { decimalOf, decimalsOf, formatMoney, isAmbiguousAmount, parseAmount } from '#domain/pricing/money.ts'

import { requireFile } from './files.ts'
import { isObject, itemSchema, type Json, type JsonObject, propertySchema, resolveVariant, type FormShape } from './read-form.ts'

const isCurrency = (code: Json): code is string => typeof code === 'string' && /^[A-Z]{3}$/.test(code)

/** Returns the currency of an offer's amounts; for a discount code, that of its first offer; USD if there is none. */
export function currencyOf(root: Json, { currency, offerCodes }: JsonObject): string {
	const offers: readonly Json[] = isObject(root) && Array.isArray(root.offers) ? root.offers : []
	const offer = Array.isArray(offerCodes) ? offers.find((each) => isObject(each) && offerCodes.includes(each.code)) : undefined
	const found = currency ?? (isObject(offer) ? offer.currency : undefined)
	return isCurrency(found) ? found : 'USD'
}

type Change = (amount: Json, currency: string) => Json

function mapAmounts(shape: FormShape, root: Json, change: Change): Json {
	const visit = (outer: FormShape, value: Json): Json => {
		const { shape: own } = resolveVariant(outer, value)
		if (Array.isArray(value)) return value.map((item, index) => visit(itemSchema(own, index), item))
		if (!isObject(value)) return value
		const entries = Object.entries(value).map(([key, member]) => {
			const inner = propertySchema(own, key)
			return [key, inner.format === 'money' ? change(member, currencyOf(root, value)) : visit(inner, member)] as const
		})
		return Object.fromEntries(entries)
	}
	return visit(shape, root)
}

/** Formats stored amounts for the form: 4700 as `47.00`. */
export const formatAmountFields = (shape: FormShape, value: Json): Json =>
	mapAmounts(shape, value, (amount, currency) => (Number.isSafeInteger(amount) ? decimalOf(Number(amount), currency) : amount))

/** Removes the currency's own sign, which people type before an amount. Another currency's sign stays and is refused. */
function withoutSign(typed: string, currency: string): string {
	const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(0)
	const sign = parts.find(({ type }) => type === 'currency')?.value ?? ''
	const text = typed.trimStart()
	return sign !== '' && text.startsWith(sign) ? text.slice(sign.length).trimStart() : typed
}

/** Parses typed amounts: `47.00` and `$47` as 4700. Anything else stays as typed, and the schema refuses it. */
export const parseAmounts = (shape: FormShape, value: Json): Json =>
	mapAmounts(shape, value, (typed, currency) =>
		typeof typed === 'string' ? (parseAmount(withoutSign(typed, currency), currency) ?? typed) : typed,
	)

/** Formats stored amounts for display: 4700 as `$47.00`. */
export const formatAmounts = (shape: FormShape, value: Json): Json =>
	mapAmounts(shape, value, (amount, currency) => (Number.isSafeInteger(amount) ? formatMoney(Number(amount), currency) : amount))

/** Returns why a typed text isn't an amount; null if it is one. */
export function describeTyped(typed: string, currency: string): string | null {
	const text = withoutSign(typed, currency).trim()
	if (parseAmount(text, currency) !== null) return null
	const example = `Enter an amount such as ${decimalOf(8950, currency)}.`
	if (!isAmbiguousAmount(text, currency)) return example
	const digits = text.replace(/[.,]/, '')
	return `“${text}” can be read in two ways. For ${Number(digits).toLocaleString('en-US')}, enter ${digits}.`
}

const OFFERS_FILE = 'offers.json'

type Amount = { key: string; label: string; amount: number; currency: string }

/** Lists every amount in the offers file; none if the file is invalid, which the check before publishing reports. */
function listAmounts(text: string): Amount[] {
	const file = isJson(text) ? OffersSchema.safeParse(JSON.parse(text)).data : undefined
	if (!file) return []
	const { offers, discountCodes } = file
	return [
		// Prices are compared by position, so an offer that is renamed along with its price is still compared.
		...offers.flatMap(({ productName, amountCents, regularAmountCents, currency }, index) => [
			{ key: `price ${index}`, label: `Price of ${productName}`, amount: amountCents, currency },
			...(regularAmountCents === undefined
				? []
				: [{ key: `regular price ${index}`, label: `Regular price of ${productName}`, amount: regularAmountCents, currency }]),
		]),
		...discountCodes.flatMap((code) =>
			code.kind === 'percent'
				? []
				: {
						key: `code ${code.code}`,
						label: `Amount off with ${code.code}`,
						amount: code.amountOffCents,
						currency: offers.find((offer) => code.offerCodes.includes(offer.code))?.currency ?? 'USD',
					},
		),
	]
}

/** Below one dollar or its equivalent, such as 100 yen or one dinar, an amount is probably a typo. */
const minimumOf = (currency: string) => Math.max(100, 10 ** decimalsOf(currency))

/** Returns what makes an amount unusual; null if nothing does. */
function findReason({ amount, currency }: Amount, before: Amount | undefined): string | null {
	if (amount < minimumOf(currency)) return `less than ${formatMoney(minimumOf(currency), currency)}`
	if (!before) return null
	if (currency !== before.currency) return 'another currency'
	return Math.abs(amount - before.amount) * 2 > before.amount ? 'a change of more than 50%' : null
}

/**
 * Lists new and changed amounts that look like typos.
 * @param live the published file
 * @param draft the file to publish
 * @returns a sentence for each, with the reason
 */
export function findUnusualAmounts(live: string, draft: string): string[] {
	const published = new Map(listAmounts(live).map((each) => [each.key, each]))
	return listAmounts(draft).flatMap((each) => {
		const before = published.get(each.key)
		if (before?.amount === each.amount && before.currency === each.currency) return []
		const reason = findReason(each, before)
		if (reason === null) return []
		const after = `${formatMoney(each.amount, each.currency)} (${reason})`
		return before ? `${each.label}: ${formatMoney(before.amount, before.currency)} becomes ${after}` : `${each.label}: ${after}`
	})
}

/** Lists the amounts that a plan would publish and the operator must confirm. */
export function readUnusualAmounts({ live, edits }: { live: Edits; edits: Edits }): string[] {
	const { origin } = requireFile(OFFERS_FILE)
	return findUnusualAmounts(live[OFFERS_FILE] ?? origin, edits[OFFERS_FILE] ?? origin)
}

/** Returns the form value that confirms exactly these amounts. */
export const toAmountsKey = (amounts: readonly string[]): string => amounts.join('; ')
