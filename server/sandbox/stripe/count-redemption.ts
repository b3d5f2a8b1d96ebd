import { lockObject, saveObject, type SandboxCall } from './objects.ts'
import type { Coupon, PromotionCode, Session } from './shapes.ts'

/** Counts the use of the session's code, under lock. False: another buyer has just taken its last use. */
export async function countRedemption(call: SandboxCall, session: Session): Promise<boolean> {
	const [discount] = session.discounts
	if (!discount) return true
	if (discount.promotion_code !== null) {
		const code = await lockObject<PromotionCode>(call, 'promotion_code', discount.promotion_code)
		if (!code || (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions)) return false
		await saveObject(call, { ...code, times_redeemed: code.times_redeemed + 1 })
		return true
	}
	const coupon = discount.coupon === null ? null : await lockObject<Coupon>(call, 'coupon', discount.coupon)
	if (coupon) await saveObject(call, { ...coupon, times_redeemed: coupon.times_redeemed + 1 })
	return true
}
