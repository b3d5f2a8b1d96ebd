import type { Discount } from '#domain/pricing/check-discount.ts'
import { FormRefused } from '#server/console/shell/form-refused.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, guardedAction, reactPage } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { changeCoupon, createCoupon, findCoupon, listLowPrices, switchCoupon } from '#server/services/commerce/discounts/coupons.ts'
import { normaliseCode, toDiscount } from '#server/services/commerce/discounts/find-discount.ts'

import { readCouponForm } from './read-coupon-form.ts'

type Fields = Readonly<Record<string, string>>

/** With a hyphen, which no code has. */
const NEW = `${places.coupons}/new-coupon`
const COUPON = `${places.coupons}/:coupon`

/** Prices that the form has to show, and that sending it again confirms. */
export type LowPrices = { prices: readonly string[] }

/** @throws FormRefused low_price (422) for a price below $1 that the operator has not confirmed */
function requireConfirmed({ ctx: { content } }: Work, coupon: Discount, { confirmed = '' }: Fields): void {
	const prices = listLowPrices(content, coupon)
	if (prices.length === 0 || confirmed === prices.join('; ')) return
	const shown: LowPrices = { prices }
	throw new FormRefused(shown, 'unprocessable', 'low_price', 'Nothing was saved yet. Check the price below, then save again.')
}

const goTo = ({ c }: Work, code: string, said: string) => c.redirect(`${places.coupons}/${code}?said=${said}`, 303)
const objectOf = (id: string) => ({ kind: 'coupon', id }) as const
const factsOf = ({ code: _, ...rules }: Discount) => rules

async function create(work: Work, fields: Fields) {
	const { ctx } = work
	const coupon = readCouponForm(ctx.content, fields)
	await createCoupon(ctx, coupon)
	requireConfirmed(work, coupon, fields)
	await recordAction(work, ctx.db, { action: 'coupon_created', object: objectOf(coupon.code), after: factsOf(coupon) })
	return goTo(work, coupon.code, 'coupon-created')
}

async function change(work: Work, fields: Fields) {
	const { ctx, params } = work
	const code = normaliseCode(params.coupon ?? '')
	const coupon = readCouponForm(ctx.content, { ...fields, coupon: code })
	const before = await findCoupon(ctx, code)
	await changeCoupon(ctx, { coupon, seen: fields.seen ?? '' })
	requireConfirmed(work, coupon, fields)
	const change = { ...(before && { before: factsOf(toDiscount(before)) }), after: factsOf(coupon) }
	await recordAction(work, ctx.db, { action: 'coupon_changed', object: objectOf(code), ...change })
	return goTo(work, code, 'coupon-changed')
}

const switchTo =
	(isOn: boolean) =>
	async (work: Work): Promise<Response> => {
		const { ctx, params } = work
		const code = normaliseCode(params.coupon ?? '')
		if (!(await switchCoupon(ctx, { code, isOn }))) return goTo(work, code, 'coupon-unchanged')
		await recordAction(work, ctx.db, { action: isOn ? 'coupon_resumed' : 'coupon_ended', object: objectOf(code) })
		return goTo(work, code, isOn ? 'coupon-resumed' : 'coupon-ended')
	}

/** Discount codes (app/admin/routes/coupons). For operators with the second factor: they decide prices. Ending one needs no code, because it gives nothing away. */
export const couponRoutes = [
	reactPage(places.coupons, 'operator'),
	reactPage(NEW, 'operator'),
	guardedAction(NEW, create),
	reactPage(COUPON, 'operator'),
	guardedAction(COUPON, change),
	action(`${COUPON}/end`, 'operator', switchTo(false)),
	guardedAction(`${COUPON}/resume`, switchTo(true)),
]
