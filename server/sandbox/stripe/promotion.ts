import { findActivePromotionCodes } from './catalog.ts'
import { readObject, saveObject, type SandboxCall, unixSeconds } from './objects.ts'
import { lockSession, repriceSession } from './sessions.ts'
import type { Coupon, Session } from './shapes.ts'

export type PromotionOutcome = { outcome: 'applied'; session: Session } | { outcome: 'refused'; message: string } | { outcome: 'closed' }

/** Applies a promotion code that the buyer typed on the hosted page. */
export async function applyPromotion(call: SandboxCall, id: string, typed: string): Promise<PromotionOutcome> {
	const session = await lockSession(call, id)
	if (session?.status !== 'open') return { outcome: 'closed' }
	if (!session.allow_promotion_codes) return { outcome: 'refused', message: 'This checkout does not accept another code.' }
	const [code] = await findActivePromotionCodes(call, typed.trim())
	if (!code) return { outcome: 'refused', message: 'This code is not valid.' }
	if (code.expires_at !== null && code.expires_at <= unixSeconds(call.now)) return { outcome: 'refused', message: 'This code has expired.' }
	if (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions)
		return { outcome: 'refused', message: 'This code has been used up.' }
	const coupon = (await readObject(call, code.promotion.coupon)) as Coupon
	const discounted = { ...repriceSession(session, coupon), discounts: [{ coupon: null, promotion_code: code.id }] }
	return { outcome: 'applied', session: await saveObject(call, discounted) }
}

export async function removePromotion(call: SandboxCall, id: string): Promise<void> {
	const session = await lockSession(call, id)
	if (session?.status !== 'open' || !session.allow_promotion_codes) return
	await saveObject(call, { ...repriceSession(session, null), discounts: [] })
}
