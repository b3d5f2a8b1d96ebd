import type { Content } from '#content/load-content.server.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { fieldElementId } from '#server/console/content/json-form.ts'
import { isObject, type Json, type JsonObject } from '#server/console/content/read-form.ts'

export type ListedPrice = {
	name: string
	/** Link to the offer in the form. */
	href: string
	/** Current price; null for an offer that isn't public yet. */
	published: string | null
	/** Price after publishing the draft; null if unchanged or unreadable. */
	draft: string | null
	summary: string
}

const isCurrency = (code: unknown): code is string => typeof code === 'string' && /^[A-Z]{3}$/i.test(code)

function readPrice(offer: JsonObject): string | null {
	const { amountCents: cents, currency } = offer
	return typeof cents === 'number' && Number.isSafeInteger(cents) && isCurrency(currency) ? formatMoney(cents, currency) : null
}

const offersIn = (value: Json): JsonObject[] => (isObject(value) && Array.isArray(value.offers) ? value.offers.filter(isObject) : [])

/**
 * Lists each offer's current price and the price in the latest version of content/offers.json.
 * @param value offers to list, which may not be saved yet
 */
export function listPrices({ offers: published }: Pick<Content, 'offers'>, value: Json, saved = value): ListedPrice[] {
	return offersIn(value).map((offer, index) => {
		const known = published.find(({ code }) => code === offer.code)
		const now = known ? formatMoney(known.amountCents, known.currency) : null
		const typed = readPrice(offersIn(saved).find(({ code }) => code === offer.code) ?? offer)
		const name = typeof offer.productName === 'string' && offer.productName !== '' ? offer.productName : 'Unnamed offer'
		const draft = typed === now ? null : typed
		const state = now === null ? 'not public yet' : draft === null ? 'public' : `public, ${draft} in your draft`
		return {
			name,
			href: `#${fieldElementId(`/offers/${index}/productName`)}`,
			published: now,
			draft,
			summary: [now ?? typed, state].filter(Boolean).join(' · '),
		}
	})
}
