import { findTestCard } from '#server/sandbox/stripe/cards.ts'
import { confirmSession, endBankDebit } from '#server/sandbox/stripe/confirm-session.ts'
import { findObjects, performCall, readSandboxObject, type SandboxCall } from '#server/sandbox/stripe/objects.ts'
import { createRefund, settleRefund, moveDispute, openDispute } from '#server/sandbox/stripe/refunds.ts'
import { expireSession } from '#server/sandbox/stripe/sessions.ts'
import type { PaymentIntent, Session } from '#server/sandbox/stripe/shapes.ts'
import { receivePaymentEvent } from '#server/services/commerce/settlement/process-event.ts'
import { type Deps, systemContext } from '#server/services/context.ts'

import type { Purchase } from './bench-shop.ts'
import { signWebhook } from './final-state.ts'

/** Simulates something that happens to a purchase at the provider, such as a payment. */
type Step = (call: SandboxCall, purchase: Purchase) => Promise<unknown>

const pay =
	(number: string): Step =>
	(call, { sessionId, email }) =>
		confirmSession(call, sessionId, { email, card: findTestCard(number), acceptsTerms: true })

async function intentOf(call: SandboxCall, { sessionId }: Purchase): Promise<PaymentIntent> {
	const session = (await readSandboxObject(call, sessionId)) as Session | null
	const intent = session?.payment_intent ? ((await readSandboxObject(call, session.payment_intent)) as PaymentIntent | null) : null
	if (!intent) throw new Error(`${sessionId} has no payment`)
	return intent
}

const bankAnswers: Step = async (call, purchase) => endBankDebit(call, (await intentOf(call, purchase)).id)

/** @param amount in cents; the full amount by default */
const refund =
	(amount?: string): Step =>
	async (call, purchase) =>
		createRefund(call, { payment_intent: (await intentOf(call, purchase)).id, ...(amount !== undefined && { amount }) })

async function newest(call: SandboxCall, purchase: Purchase, kind: 'refund' | 'dispute'): Promise<string> {
	const [found] = await findObjects(call, kind, { field: 'payment_intent', values: [(await intentOf(call, purchase)).id] })
	if (!found) throw new Error(`${purchase.sessionId} has no ${kind}`)
	return found.id
}

const refundEnds =
	(end: 'succeeded' | 'failed'): Step =>
	async (call, purchase) =>
		settleRefund(call, await newest(call, purchase, 'refund'), end)

const dispute =
	(kind: 'dispute' | 'inquiry'): Step =>
	async (call, purchase) =>
		openDispute(call, (await intentOf(call, purchase)).latest_charge ?? '', kind)

const disputeMoves =
	(status: Parameters<typeof moveDispute>[2]): Step =>
	async (call, purchase) =>
		moveDispute(call, await newest(call, purchase, 'dispute'), status)

const declined = pay('4000000000000002')
const paid = pay('4242424242424242')

/** Ten sequences of steps, with 66 events in total. */
export const PURCHASE_STORIES: readonly (readonly Step[])[] = [
	[declined, paid],
	[declined, (call, { sessionId }) => expireSession(call, sessionId)],
	[paid, refund('1000'), refund('1000'), refund('1000')],
	[declined, paid, refund()],
	[pay('4000000000007726'), refund(), refundEnds('succeeded')],
	[pay('4000000000005126'), refund(), refundEnds('failed')],
	[paid, dispute('dispute'), disputeMoves('lost'), disputeMoves('appeal_under_review'), disputeMoves('won')],
	[declined, paid, dispute('dispute'), disputeMoves('lost')],
	[paid, dispute('inquiry'), disputeMoves('needs_response'), disputeMoves('lost')],
	[pay('000123456789'), bankAnswers],
]

/** Webhook event. `body` is the exact text that is signed. */
export type PaymentEvent = { id: string; body: string }

/**
 * Plays a purchase and sends each webhook immediately, once and in order.
 * @returns the events, oldest first
 */
export async function playInOrder(deps: Deps, purchase: Purchase, story: readonly Step[]): Promise<PaymentEvent[]> {
	const ctx = { ...systemContext(deps, 'bench'), actor: { type: 'webhook', source: 'stripe' } } as const
	const told: PaymentEvent[] = []
	for (const step of story) {
		const { eventIds } = await performCall(deps, (call) => step(call, purchase))
		if (eventIds.length === 0) throw new Error(`nothing happened to ${purchase.sessionId}`)
		for (const id of eventIds) {
			const event = await deps.db.selectFrom('sandbox_stripe.events').select(['id', 'body']).where('id', '=', id).executeTakeFirstOrThrow()
			await receivePaymentEvent(ctx, {
				rawBody: event.body,
				headers: new Headers({ 'stripe-signature': await signWebhook(deps, event.body) }),
			})
			told.push(event)
		}
	}
	return told
}
