import { type Buyer, confirmSession } from './confirm-session.ts'
import { deliverNow, type PostWebhook } from './deliver-event.ts'
import { performCall, type SandboxDeps } from './objects.ts'
import { applyPromotion, removePromotion } from './promotion.ts'

export type PayOutcome =
	| { outcome: 'done' }
	| { outcome: 'declined'; message: string }
	| { outcome: 'challenge' }
	| { outcome: 'used-up' }
	| { outcome: 'terms-missing' }

/** The Pay button: confirms the session and notifies the shop. Pressed twice, it pays once. */
export async function payCheckout(deps: SandboxDeps, payment: Buyer & { id: string }, post: PostWebhook): Promise<PayOutcome> {
	const { result, eventIds } = await performCall(deps, (call) => confirmSession(call, payment.id, payment))
	await deliverNow(deps, eventIds, post)
	if (result === null || result.outcome === 'paid' || result.outcome === 'closed') return { outcome: 'done' }
	return result
}

/** @returns why the code was refused, or null when it is now applied */
export async function enterCode(deps: SandboxDeps, id: string, code: string): Promise<string | null> {
	const { result } = await performCall(deps, (call) => applyPromotion(call, id, code))
	return result.outcome === 'refused' ? result.message : null
}

export async function removeEnteredCode(deps: SandboxDeps, id: string): Promise<void> {
	await performCall(deps, (call) => removePromotion(call, id))
}
