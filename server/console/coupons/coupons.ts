import type { Content } from '#content/load-content.server.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import type { DiscountOff } from '#domain/pricing/apply-discount.ts'
import type { Discount } from '#domain/pricing/check-discount.ts'
import { formatPrice } from '#domain/pricing/money.ts'
import {
	type ConsoleActionRequest,
	type ConsoleRequest,
	FormRefused,
	recordAction,
	type Fields,
} from '#server/console/shell/console-request.ts'
import { formatZoneName } from '#server/console/shell/format-zone-name.ts'
import { PAGE_SIZE, readListRequest, toPage } from '#server/console/shell/lists.ts'
import { readQuery } from '#server/console/shell/look-up.ts'
import { action, guardedAction } from '#server/console/shell/route.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import {
	changeCoupon,
	checkCoupon,
	countCouponUses,
	createCoupon,
	findCoupon,
	listCouponUses,
	listLowPrices,
	switchCoupon,
	type UseCounts,
	couponVersion,
} from '#server/services/commerce/discounts/coupons.ts'
import { listCodesOfContent, normalizeCode, toDiscount } from '#server/services/commerce/discounts/find-discount.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

import { readCouponForm, writeCouponForm } from './read-coupon-form.ts'
import { COUPON_SORTS, COUPON_STATES, type CouponState, selectCoupons } from './select-coupons.ts'

/** Coupon codes contain no hyphens, so this path can't be one. */
const NEW = `${consolePaths.coupons}/new-coupon`
const COUPON = `${consolePaths.coupons}/:coupon`

/** Prices below $1, which submitting the form again confirms. */
export type LowPrices = { prices: readonly string[] }

/** @throws FormRefused low_price (422) if the operator hasn't confirmed a price below $1 */
function requireConfirmed({ ctx: { content } }: ConsoleActionRequest, coupon: Discount, { confirmed = '' }: Fields): void {
	const prices = listLowPrices(content, coupon)
	if (prices.length === 0 || confirmed === prices.join('; ')) return
	const shown: LowPrices = { prices }
	throw new FormRefused(shown, 'unprocessable', 'low_price', 'Nothing was saved yet. Check the price below, then save again.')
}

const redirectToCoupon = ({ c }: ConsoleActionRequest, code: string, notice: string) =>
	c.redirect(`${consolePaths.coupons}/${code}?notice=${notice}`, 303)
const objectOf = (id: string) => ({ kind: 'coupon', id }) as const
const factsOf = ({ code: _, ...rules }: Discount) => rules

/** @throws ServiceError coupon_refused (422) */
const checkForm = ({ ctx: { content }, params }: ConsoleActionRequest, fields: Fields): void =>
	checkCoupon(content, readCouponForm(content, { ...fields, coupon: params.coupon ?? fields.coupon ?? '' }))

async function create(request: ConsoleActionRequest, fields: Fields) {
	const { ctx } = request
	const coupon = readCouponForm(ctx.content, fields)
	await createCoupon(ctx, coupon)
	requireConfirmed(request, coupon, fields)
	await recordAction(request, ctx.db, { action: 'coupon_created', object: objectOf(coupon.code), after: factsOf(coupon) })
	return redirectToCoupon(request, coupon.code, 'coupon-created')
}

async function change(request: ConsoleActionRequest, fields: Fields) {
	const { ctx, params } = request
	const code = normalizeCode(params.coupon ?? '')
	const coupon = readCouponForm(ctx.content, { ...fields, coupon: code })
	const before = await findCoupon(ctx, code)
	await changeCoupon(ctx, { coupon, seen: fields.seen ?? '' })
	requireConfirmed(request, coupon, fields)
	const change = { ...(before && { before: factsOf(toDiscount(before)) }), after: factsOf(coupon) }
	await recordAction(request, ctx.db, { action: 'coupon_changed', object: objectOf(code), ...change })
	return redirectToCoupon(request, code, 'coupon-changed')
}

const switchTo =
	(isOn: boolean) =>
	async (request: ConsoleActionRequest): Promise<Response> => {
		const { ctx, params } = request
		const code = normalizeCode(params.coupon ?? '')
		if (!(await switchCoupon(ctx, { code, isOn }))) return redirectToCoupon(request, code, 'coupon-unchanged')
		await recordAction(request, ctx.db, { action: isOn ? 'coupon_resumed' : 'coupon_ended', object: objectOf(code) })
		return redirectToCoupon(request, code, isOn ? 'coupon-resumed' : 'coupon-ended')
	}

/**
 * Routes of discount codes (app/admin/routes/coupons). Operators only, and the second factor is required, because codes change
 * prices. Ending a code needs no second factor: it gives nothing away.
 */
export const couponRoutes = [
	guardedAction(NEW, create, checkForm),
	guardedAction(COUPON, change, checkForm),
	action(`${COUPON}/end`, 'operator', switchTo(false)),
	guardedAction(`${COUPON}/resume`, switchTo(true)),
]

const NO_USE: UseCounts = { paid: 0, held: 0 }

type StoredCoupon = { discount: Discount; endedAt: Date | null; createdAt: Date | null }

function stateOf(
	{ discount: { startsAt, expiresAt, totalLimit }, endedAt }: StoredCoupon,
	{ paid, held }: UseCounts,
	now: Date,
): CouponState {
	if (endedAt !== null) return 'ended'
	if (expiresAt !== null && expiresAt <= now) return 'expired'
	if (startsAt !== null && startsAt > now) return 'scheduled'
	return totalLimit !== null && paid + held >= totalLimit ? 'used up' : 'active'
}

const describeOff = ({ offers, lifetimeOffer }: Content, off: DiscountOff, offerCodes: readonly string[]): string =>
	'percent' in off
		? `${off.percent}% off`
		: `${formatPrice(off.amountCents, (offers.find(({ code }) => offerCodes.includes(code)) ?? lifetimeOffer).currency)} off`

/** Names the coupon's offers; removed offers are left out. */
const nameOffers = ({ offers }: Content, { offerCodes }: Discount): string =>
	offers.every(({ code }) => offerCodes.includes(code)) && offers.length > 1
		? 'All offers'
		: offers
				.filter(({ code }) => offerCodes.includes(code))
				.map(({ productName }) => productName)
				.join(', ') || 'no offer'

const toListedCoupon = (
	{ content, now }: { content: Content; now: Date },
	stored: StoredCoupon & { isOfContent: boolean },
	uses: UseCounts,
) => ({
	code: stored.discount.code,
	isOfContent: stored.isOfContent,
	off: describeOff(content, stored.discount.off, stored.discount.offerCodes),
	offers: nameOffers(content, stored.discount),
	createdAt: stored.createdAt,
	startsAt: stored.discount.startsAt,
	expiresAt: stored.discount.expiresAt,
	totalLimit: stored.discount.totalLimit,
	perEmailLimit: stored.discount.perEmailLimit,
	paid: uses.paid,
	held: uses.held,
	state: stateOf(stored, uses, now),
})

export type ListedCoupon = ReturnType<typeof toListedCoupon>

const ofContent = (content: Content) =>
	listCodesOfContent(content).map((discount) => ({ discount, endedAt: null, createdAt: null, isOfContent: true }))

/** Lists coupons, with those from the content on top. The cursor is the last code of a page. */
export async function readCoupons({ ctx, url: { searchParams } }: ConsoleRequest) {
	const { db, content } = ctx
	const now = ctx.now()
	const q = normalizeCode(readQuery(searchParams.get('q') ?? undefined))
	const state = COUPON_STATES.find((each) => each === searchParams.get('state')) ?? null
	const before = normalizeCode(readQuery(searchParams.get('before') ?? undefined))
	const last = before === '' ? undefined : (await findCoupon({ db }, before))?.code
	const { sort } = readListRequest(searchParams, COUPON_SORTS, '-created')
	const found = await selectCoupons(db, { sort, q, state, last, now })
		.limit(PAGE_SIZE + 1)
		.execute()
	const { rows, next } = toPage(found, ({ code }) => code)
	const shipped = last === undefined ? ofContent(content).filter(({ discount: { code } }) => code.startsWith(q)) : []
	const stored = [
		...shipped,
		...rows.map((row) => ({
			discount: toDiscount({ ...row, ended_at: null }),
			endedAt: row.ended_at,
			createdAt: row.created_at,
			isOfContent: false,
		})),
	]
	const codes = stored.map(({ discount: { code } }) => code)
	const uses = await countCouponUses(db, codes, now)
	const coupons = stored.map((each) => toListedCoupon({ content, now }, each, uses.get(each.discount.code) ?? NO_USE))
	// The query has already filtered the stored coupons.
	const listed = coupons.filter((each) => !each.isOfContent || state === null || each.state === state)
	return { q, state, states: COUPON_STATES, coupons: listed, sort: sort.name, next }
}

const readForm = (content: Content) => ({
	offers: content.offers.map(({ code, productName }) => ({ code, name: productName })),
	currency: content.lifetimeOffer.currency,
	zoneName: formatZoneName(siteZone(content)),
})

export type CouponFormData = ReturnType<typeof readForm>

export const readNewCouponPage = async ({ ctx: { content } }: ConsoleRequest) => ({ form: readForm(content) })

/** @throws ServiceError coupon_not_found (404) */
async function requireStored({ ctx: { db, content }, params }: ConsoleRequest) {
	const code = normalizeCode(params.coupon ?? '')
	const own = ofContent(content).find(({ discount }) => discount.code === code)
	if (own) return { ...own, seen: '' }
	const row = await findCoupon({ db }, code)
	if (!row) throw new ServiceError('not-found', 'coupon_not_found', 'We can’t find that coupon.')
	return {
		discount: toDiscount({ ...row, ended_at: null }),
		endedAt: row.ended_at,
		createdAt: row.created_at,
		isOfContent: false,
		seen: couponVersion(row),
	}
}

export async function readCoupon(request: ConsoleRequest) {
	const { ctx, url } = request
	const { db, content } = ctx
	const now = ctx.now()
	const { seen, ...stored } = await requireStored(request)
	const { code } = stored.discount
	const uses = (await countCouponUses(db, [code], now)).get(code) ?? NO_USE
	const found = await listCouponUses(db, { code, before: url.searchParams.get('before'), limit: PAGE_SIZE + 1, now })
	const { rows, next } = toPage(found, ({ id }) => id)
	return {
		coupon: toListedCoupon({ content, now }, stored, uses),
		endedAt: stored.endedAt,
		seen,
		fields: writeCouponForm(content, stored.discount),
		chosen: [...stored.discount.offerCodes],
		form: readForm(content),
		uses: rows,
		next,
	}
}
