import { isJson } from '#content/check-file.ts'
import { OffersSchema } from '#content/schema/offers.ts'
import type { Edits } from '#content/sources.ts'
import { decimalsOf, formatMoney } from '#domain/pricing/money.ts'

import { requireFile } from './files.ts'

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

/** Below one dollar or its equivalent, such as 100 yen or one dinar, an amount is probably a typing error. */
const minimumOf = (currency: string) => Math.max(100, 10 ** decimalsOf(currency))

/** Says what makes an amount unusual; null if nothing does. */
function findReason({ amount, currency }: Amount, before: Amount | undefined): string | null {
	if (amount < minimumOf(currency)) return `less than ${formatMoney(minimumOf(currency), currency)}`
	if (!before) return null
	if (currency !== before.currency) return 'another currency'
	return Math.abs(amount - before.amount) * 2 > before.amount ? 'a change of more than 50%' : null
}

/**
 * Lists new and changed amounts that look like typing errors.
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
export const nameAmounts = (amounts: readonly string[]): string => amounts.join('; ')
