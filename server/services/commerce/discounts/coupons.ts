import type { Content } from '#content/load-content.server.ts'
import { applyDiscount } from '#domain/pricing/apply-discount.ts'
import type { Discount } from '#domain/pricing/check-discount.ts'
import { decimalsOf, formatMoney } from '#domain/pricing/money.ts'
import { type Db, isUuid, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { pendingReason } from '#server/services/commerce/order-status/pending-reason.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { isCodeOfContent, lockDiscount } from './find-discount.ts'

const CODE_SHAPE = /^[A-Z0-9]{3,32}$/

/** @param fields error messages by field name, at least one */
export const couponRefused = (fields: Record<string, string>) =>
	new ServiceError('unprocessable', 'coupon_refused', Object.values(fields)[0] ?? '', { fields })

const offersOf = ({ offers }: Content, { offerCodes }: Discount) => offers.filter(({ code }) => offerCodes.includes(code))

function findOffersFault(content: Content, coupon: Discount): string | null {
	const offers = offersOf(content, coupon)
	if (offers.length === 0 || offers.length < coupon.offerCodes.length) return 'Choose at least one offer.'
	if ('amountCents' in coupon.off && new Set(offers.map(({ currency }) => currency)).size > 1)
		return 'These offers have different currencies. Take a percentage off, or create one coupon for each currency.'
	return null
}

/** In three-decimal currencies, payment providers require the last digit to be 0. */
function findOffFault(content: Content, coupon: Discount): string | null {
	const unroundable = offersOf(content, coupon).find(
		({ amountCents, currency }) => decimalsOf(currency) === 3 && applyDiscount(amountCents, coupon.off).totalCents % 10 !== 0,
	)
	return unroundable ? `In ${unroundable.currency}, the price must end in 0. Choose another amount.` : null
}

/** Returns error messages by field name. */
export function findCouponFaults(content: Content, coupon: Discount): Record<string, string> {
	const { code, startsAt, expiresAt } = coupon
	const faults = {
		coupon: CODE_SHAPE.test(code) ? null : 'Use 3 to 32 letters from A to Z and digits.',
		off: findOffFault(content, coupon),
		offers: findOffersFault(content, coupon),
		until: startsAt && expiresAt && startsAt >= expiresAt ? 'The end must be after the start.' : null,
	}
	return Object.fromEntries(Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== null))
}

/** @throws ServiceError coupon_refused (422), with the fields' error messages */
export function checkCoupon(content: Content, coupon: Discount): void {
	const faults = findCouponFaults(content, coupon)
	if (Object.keys(faults).length > 0) throw couponRefused(faults)
}

/** True for amounts below one dollar or its rough equivalent: 100 yen, one dinar. */
const isTiny = (amount: number, currency: string) => amount < Math.max(100, 10 ** decimalsOf(currency))

/** Lists offers that this coupon makes free or cheaper than $1, for the operator to confirm. */
export const listLowPrices = (content: Content, coupon: Discount): string[] =>
	offersOf(content, coupon).flatMap(({ productName, amountCents, currency }) => {
		const { totalCents } = applyDiscount(amountCents, coupon.off)
		if (!isTiny(totalCents, currency)) return []
		return [
			`${productName}: ${formatMoney(amountCents, currency)} becomes ${totalCents === 0 ? 'free' : formatMoney(totalCents, currency)}`,
		]
	})

const toRow = ({ off, offerCodes, startsAt, expiresAt, totalLimit, perEmailLimit }: Discount) => ({
	percent: 'percent' in off ? off.percent : null,
	amount_off_cents: 'percent' in off ? null : off.amountCents,
	offer_codes: [...offerCodes],
	starts_at: startsAt,
	expires_at: expiresAt,
	total_limit: totalLimit,
	per_email_limit: perEmailLimit,
})

const codeTaken = () => couponRefused({ coupon: 'A coupon with this code already exists. Edit that one, or choose another code.' })

/**
 * Adds a coupon, which is valid as soon as the caller's transaction commits.
 * @throws ServiceError coupon_refused (422)
 */
export async function createCoupon({ content, db, now }: ServiceContext, coupon: Discount): Promise<void> {
	checkCoupon(content, coupon)
	if (isCodeOfContent(content, coupon.code)) throw codeTaken()
	const added = await db
		.insertInto('discount_codes')
		.values({ code: coupon.code, ...toRow(coupon), created_at: now(), changed_at: now() })
		.onConflict((conflict) => conflict.column('code').doNothing())
		.returning('code')
		.executeTakeFirst()
	if (!added) throw codeTaken()
}

/** Returns the version of a coupon as shown in the form, to detect concurrent changes. */
export const couponVersion = ({ changed_at: at }: { changed_at: Date }): string => String(at.getTime())

export const findCoupon = ({ db }: Pick<ServiceContext, 'db'>, code: string) =>
	db.selectFrom('discount_codes').selectAll().where('code', '=', code).executeTakeFirst()

async function lockCoupon(ctx: ServiceContext, code: string) {
	await lockDiscount(ctx.db as Parameters<typeof lockDiscount>[0], code)
	const found = await findCoupon(ctx, code)
	if (!found) throw new ServiceError('not-found', 'coupon_not_found', 'We can’t find that coupon.')
	return found
}

const nextChangeTime = (before: Date, now: Date) => new Date(Math.max(now.getTime(), before.getTime() + 1))

/**
 * Changes a coupon for checkouts opened from now on. Call it in a transaction.
 * @throws ServiceError coupon_refused (422), coupon_changed (409), coupon_not_found (404)
 */
export async function changeCoupon(ctx: ServiceContext, { coupon, seen }: { coupon: Discount; seen: string }): Promise<void> {
	checkCoupon(ctx.content, coupon)
	const before = await lockCoupon(ctx, coupon.code)
	if (couponVersion(before) !== seen) {
		const message = 'Someone else changed this coupon in the meantime. Compare it below, then save again.'
		throw new ServiceError('conflict', 'coupon_changed', message)
	}
	await ctx.db
		.updateTable('discount_codes')
		.set({ ...toRow(coupon), changed_at: nextChangeTime(before.changed_at, ctx.now()) })
		.where('code', '=', coupon.code)
		.execute()
}

/**
 * Turns a coupon off or on again. Open checkouts keep their price. Call it in a transaction.
 * @returns true if that changed anything
 * @throws ServiceError coupon_not_found (404)
 */
export async function switchCoupon(ctx: ServiceContext, { code, isOn }: { code: string; isOn: boolean }): Promise<boolean> {
	const { ended_at: endedAt, changed_at: changedAt } = await lockCoupon(ctx, code)
	if ((endedAt === null) === isOn) return false
	const now = ctx.now()
	await ctx.db
		.updateTable('discount_codes')
		.set({ ended_at: isOn ? null : now, changed_at: nextChangeTime(changedAt, now) })
		.where('code', '=', code)
		.execute()
	return true
}

export type UseCounts = { /** Paid orders. */ paid: number; /** Open checkouts. */ held: number }

/** Counts paid and held uses per code. Codes without uses are missing from the map. */
export async function countCouponUses(db: Db | Tx, codes: readonly string[], now: Date): Promise<ReadonlyMap<string, UseCounts>> {
	if (codes.length === 0) return new Map()
	const uses = db
		.selectFrom('discount_redemptions')
		.where('code', 'in', codes)
		.select(['code', (eb) => eb.fn.countAll<string>().as('count')])
	// This is a separate query so that it uses the index for paid uses, which doesn't contain `held_until`.
	const paid = await uses.where('state', '=', 'redeemed').groupBy('code').execute()
	const held = await uses.where('state', '=', 'held').where('held_until', '>', now).groupBy('code').execute()
	const counts = new Map<string, UseCounts>()
	for (const [kind, rows] of Object.entries({ paid, held }))
		for (const { code, count } of rows) counts.set(code, { ...(counts.get(code) ?? { paid: 0, held: 0 }), [kind]: Number(count) })
	return counts
}

/** @param before ID of the last order on the previous page */
export const listCouponUses = (
	db: Db | Tx,
	{ code, before, limit, now }: { code: string; before: string | null; limit: number; now: Date },
) =>
	db
		.selectFrom('discount_redemptions as use')
		.innerJoin('orders', 'orders.id', 'use.order_id')
		.select(['orders.id', 'orders.email', 'orders.product_name', 'orders.status', 'orders.currency', 'orders.discount_cents'])
		.select(['orders.total_cents', 'orders.created_at', 'orders.provider', pendingReason.as('reason')])
		.where('use.code', '=', code)
		.where((eb) => eb.or([eb('use.state', '=', 'redeemed'), eb.and([eb('use.state', '=', 'held'), eb('use.held_until', '>', now)])]))
		.$if(before !== null && isUuid(before), (query) => query.where('use.order_id', '<', before as string))
		.orderBy('use.order_id', 'desc')
		.limit(limit)
		.execute()
