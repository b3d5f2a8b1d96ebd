import { isObject, type Json, type JsonObject } from '#server/console/content/read-form.ts'

const offersIn = (value: Json): JsonObject[] => (isObject(value) && Array.isArray(value.offers) ? value.offers.filter(isObject) : [])

/** True if an offer's price has reached its regular price, and the regular price wasn't edited. */
function isOutgrown({ amountCents: price, regularAmountCents: regular }: JsonObject, before: JsonObject | undefined): boolean {
	const known = before?.regularAmountCents
	return typeof price === 'number' && typeof known === 'number' && price >= known && (regular === undefined || regular === known)
}

const findOutgrown = (before: Json, value: Json): JsonObject[] =>
	offersIn(value).filter((offer) =>
		isOutgrown(
			offer,
			offersIn(before).find(({ code }) => code === offer.code),
		),
	)

/** Removes regular prices that a raised price has reached, such as the sample's, so that raising a price takes one field. */
export function dropOutgrownRegularPrices(before: Json, value: Json): Json {
	const outgrown = new Set<Json>(findOutgrown(before, value))
	if (!isObject(value) || !Array.isArray(value.offers) || outgrown.size === 0) return value
	return {
		...value,
		offers: value.offers.map((offer) => {
			if (!isObject(offer) || !outgrown.has(offer)) return offer
			const { regularAmountCents: _, ...rest } = offer
			return rest
		}),
	}
}

/** True if a raised price left an offer without its regular price. */
export const hasDroppedRegularPrice = (before: Json, value: Json): boolean => findOutgrown(before, value).length > 0
