import { consolePaths } from '#contracts/console-paths.ts'
import type { Discount } from '#domain/pricing/check-discount.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { FormRefused } from '#server/console/shell/form-refused.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, guardedAction, reactPage } from '#server/console/shell/route.ts'
import { changeCoupon, createCoupon, findCoupon, listLowPrices, switchCoupon } from '#server/services/commerce/discounts/coupons.ts'
import { normaliseCode, toDiscount } from '#server/services/commerce/discounts/find-discount.ts'

import { readCouponForm } from './read-coupon-form.ts'

type Fields = Readonly<Record<string, string>>

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

const goTo = ({ c }: ConsoleActionRequest, code: string, notice: string) =>
	c.redirect(`${consolePaths.coupons}/${code}?notice=${notice}`, 303)
const objectOf = (id: string) => ({ kind: 'coupon', id }) as const
const factsOf = ({ code: _, ...rules }: Discount) => rules

async function create(request: ConsoleActionRequest, fields: Fields) {
	const { ctx } = request
	const coupon = readCouponForm(ctx.content, fields)
	await createCoupon(ctx, coupon)
	requireConfirmed(request, coupon, fields)
	await recordAction(request, ctx.db, { action: 'coupon_created', object: objectOf(coupon.code), after: factsOf(coupon) })
	return goTo(request, coupon.code, 'coupon-created')
}

async function change(request: ConsoleActionRequest, fields: Fields) {
	const { ctx, params } = request
	const code = normaliseCode(params.coupon ?? '')
	const coupon = readCouponForm(ctx.content, { ...fields, coupon: code })
	const before = await findCoupon(ctx, code)
	await changeCoupon(ctx, { coupon, seen: fields.seen ?? '' })
	requireConfirmed(request, coupon, fields)
	const change = { ...(before && { before: factsOf(toDiscount(before)) }), after: factsOf(coupon) }
	await recordAction(request, ctx.db, { action: 'coupon_changed', object: objectOf(code), ...change })
	return goTo(request, code, 'coupon-changed')
}

const switchTo =
	(isOn: boolean) =>
	async (request: ConsoleActionRequest): Promise<Response> => {
		const { ctx, params } = request
		const code = normaliseCode(params.coupon ?? '')
		if (!(await switchCoupon(ctx, { code, isOn }))) return goTo(request, code, 'coupon-unchanged')
		await recordAction(request, ctx.db, { action: isOn ? 'coupon_resumed' : 'coupon_ended', object: objectOf(code) })
		return goTo(request, code, isOn ? 'coupon-resumed' : 'coupon-ended')
	}

/**
 * Routes of discount codes (app/admin/routes/coupons). Operators only, and the second factor is required, because codes change
 * prices. Ending a code needs no second factor: it gives nothing away.
 */
export const couponRoutes = [
	reactPage(consolePaths.coupons, 'operator'),
	reactPage(NEW, 'operator'),
	guardedAction(NEW, create),
	reactPage(COUPON, 'operator'),
	guardedAction(COUPON, change),
	action(`${COUPON}/end`, 'operator', switchTo(false)),
	guardedAction(`${COUPON}/resume`, switchTo(true)),
]
