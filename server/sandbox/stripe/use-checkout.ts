import { findActivePromotionCodes } from './catalog.ts'
import { type SandboxBuyer, confirmSession } from './confirm-session.ts'
import { deliverNow, type PostWebhook } from './deliver-event.ts'
import { performCall, readSandboxObject, type SandboxCall, type SandboxDeps, updateObject, unixSeconds } from './objects.ts'
import { lockSession, repriceSession } from './sessions.ts'
import type { Coupon, Session } from './shapes.ts'

type PromotionOutcome = { outcome: 'applied'; session: Session } | { outcome: 'refused'; message: string } | { outcome: 'closed' }

async function applyPromotion(call: SandboxCall, id: string, typed: string): Promise<PromotionOutcome> {
	const session = await lockSession(call, id)
	if (session?.status !== 'open') return { outcome: 'closed' }
	if (!session.allow_promotion_codes) return { outcome: 'refused', message: 'This checkout doesn’t accept another code.' }
	const [code] = await findActivePromotionCodes(call, typed.trim())
	if (!code) return { outcome: 'refused', message: 'This code isn’t valid.' }
	if (code.expires_at !== null && code.expires_at <= unixSeconds(call.now)) return { outcome: 'refused', message: 'This code has expired.' }
	if (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions)
		return { outcome: 'refused', message: 'This code has been used up.' }
	const coupon = (await readSandboxObject(call, code.promotion.coupon)) as Coupon
	const discounted = { ...repriceSession(session, coupon), discounts: [{ coupon: null, promotion_code: code.id }] }
	return { outcome: 'applied', session: await updateObject(call, discounted) }
}

async function removePromotion(call: SandboxCall, id: string): Promise<void> {
	const session = await lockSession(call, id)
	if (session?.status !== 'open' || !session.allow_promotion_codes) return
	await updateObject(call, { ...repriceSession(session, null), discounts: [] })
}

export type PayOutcome =
	| { outcome: 'done' }
	| { outcome: 'declined'; message: string }
	| { outcome: 'challenge' }
	| { outcome: 'used-up' }
	| { outcome: 'terms-missing' }

/** Pays a checkout. Pressing the Pay button twice pays only once. */
export async function payCheckout(deps: SandboxDeps, payment: SandboxBuyer & { id: string }, post: PostWebhook): Promise<PayOutcome> {
	const { result, eventIds } = await performCall(deps, (call) => confirmSession(call, payment.id, payment))
	await deliverNow(deps, eventIds, post)
	if (result === null || result.outcome === 'paid' || result.outcome === 'closed') return { outcome: 'done' }
	return result
}

/** @returns why the code was refused, or null if it is now applied */
export async function enterCode(deps: SandboxDeps, id: string, code: string): Promise<string | null> {
	const { result } = await performCall(deps, (call) => applyPromotion(call, id, code))
	return result.outcome === 'refused' ? result.message : null
}

export async function removeEnteredCode(deps: SandboxDeps, id: string): Promise<void> {
	await performCall(deps, (call) => removePromotion(call, id))
}
