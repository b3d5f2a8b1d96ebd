import { findCard, last4Of, toRefundOutcome } from './cards.ts'
import { endBankDebit } from './confirm-session.ts'
import { deliverNow, type PostWebhook } from './deliver-event.ts'
import { findObjects, listObjects, performCall, readSandboxObject, type SandboxCall, type SandboxDeps } from './objects.ts'
import { createRefund, settleRefund, moveDispute, openDispute } from './refunds.ts'
import { expireSession } from './sessions.ts'
import type { Charge, Dispute, PaymentIntent, Refund, Session } from './shapes.ts'

/** Settles a pending payment or refund. One that someone has settled in the panel in the meantime stays unchanged. */
export async function settleSandboxPayment(deps: SandboxDeps, id: string): Promise<void> {
	await performCall(deps, async (call) => {
		const object = await readSandboxObject(call, id)
		if (object?.object === 'payment_intent') await endBankDebit(call, id)
		if (object?.object !== 'refund') return
		const charge = (await readSandboxObject(call, (object as Refund).charge)) as Charge
		await settleRefund(call, id, toRefundOutcome(charge) === 'fails' ? 'failed' : 'succeeded')
	})
}

export type PanelAction = { name: string; label: string; id: string }

export type PanelPayment = {
	sessionId: string
	email: string | null
	amountCents: number
	currency: string
	state: string
	actions: PanelAction[]
}

export type PanelEvent = { id: string; type: string; attempts: number; delivered: boolean; lastError: string | null }

const MAX = 20

function describe(session: Session, charge: Charge | null, dispute: Dispute | undefined): string {
	const card = charge && findCard(charge)
	const parts = [session.status, session.payment_status, card ? `… ${last4Of(card)}` : null, dispute ? `dispute: ${dispute.status}` : null]
	const refunded = charge && charge.amount_refunded > 0 ? (charge.refunded ? 'refunded' : 'partly refunded') : null
	return [...parts, refunded].filter((part) => part !== null).join(' · ')
}

type Story = { session: Session; intent: PaymentIntent | null; charge: Charge | null; disputes: Dispute[]; refunds: Refund[] }

function actionsOf({ session, intent, charge, disputes, refunds }: Story): PanelAction[] {
	const actions: PanelAction[] = []
	const addAction = (name: string, label: string, id: string) => actions.push({ name, label, id })
	if (session.status === 'open') addAction('expire', 'Expire checkout', session.id)
	if (intent?.status === 'processing') addAction('settle', 'Settle bank debit', intent.id)
	const [dispute] = disputes
	if (charge?.status === 'succeeded' && !charge.refunded && !charge.disputed) {
		addAction('refund', 'Refund in full', charge.payment_intent)
		addAction('dispute', 'Dispute', charge.id)
		addAction('inquiry', 'Open inquiry', charge.id)
	}
	if (dispute && dispute.status !== 'won' && dispute.status !== 'lost') {
		addAction('won', 'Dispute won', dispute.id)
		addAction('lost', 'Dispute lost', dispute.id)
	}
	if (dispute?.status === 'lost') addAction('appeal', 'Appeal dispute', dispute.id)
	for (const refund of refunds) {
		if (refund.status === 'pending') addAction('refund-arrives', 'Refund arrives', refund.id)
		if (refund.status !== 'failed') addAction('refund-fails', 'Refund fails', refund.id)
	}
	return actions
}

async function presentPayment(call: SandboxCall, session: Session): Promise<PanelPayment> {
	const id = session.payment_intent
	const intent = id === null ? null : ((await readSandboxObject(call, id)) as PaymentIntent)
	const charge = intent?.latest_charge ? ((await readSandboxObject(call, intent.latest_charge)) as Charge) : null
	const by = { field: 'payment_intent', values: id === null ? [] : [id] } as const
	const disputes = (await findObjects(call, 'dispute', by)) as Dispute[]
	const refunds = (await findObjects(call, 'refund', by)) as Refund[]
	return {
		sessionId: session.id,
		email: session.customer_details?.email ?? session.customer_email,
		amountCents: session.amount_total,
		currency: session.currency,
		state: describe(session, charge, disputes[0]),
		actions: actionsOf({ session, intent, charge, disputes, refunds }),
	}
}

/** Reads the newest checkouts with their possible actions, and the newest events with the status of their webhooks. */
export async function readPanel(deps: SandboxDeps): Promise<{ payments: PanelPayment[]; events: PanelEvent[] }> {
	const { result: payments } = await performCall(deps, async (call) => {
		const shown: PanelPayment[] = []
		for (const session of (await listObjects(call, 'checkout.session')).slice(0, MAX))
			shown.push(await presentPayment(call, session as Session))
		return shown
	})
	const events = await deps.db
		.selectFrom('sandbox_stripe.events')
		.select(['id', 'type', 'attempts', 'last_error as lastError', 'delivered_at'])
		.orderBy('created_at', 'desc')
		.orderBy('id')
		.limit(MAX)
		.execute()
	return { payments, events: events.map(({ delivered_at: at, ...event }) => ({ ...event, delivered: at !== null })) }
}

function perform(call: SandboxCall, { name, id }: { name: string; id: string }): Promise<unknown> {
	switch (name) {
		case 'expire':
			return expireSession(call, id)
		case 'refund':
			return createRefund(call, { payment_intent: id })
		case 'refund-arrives':
			return settleRefund(call, id, 'succeeded')
		case 'refund-fails':
			return settleRefund(call, id, 'failed')
		case 'dispute':
		case 'inquiry':
			return openDispute(call, id, name)
		case 'won':
		case 'lost':
			return moveDispute(call, id, name)
		case 'appeal':
			return moveDispute(call, id, 'appeal_under_review')
		default:
			return Promise.resolve()
	}
}

/**
 * Performs an action of Stripe's dashboard or a buyer's bank. The shop is notified only by webhook.
 * @throws SandboxApiError if the action is no longer possible
 */
export async function actOnPayment(deps: SandboxDeps, action: { name: string; id: string }, post: PostWebhook): Promise<void> {
	if (action.name === 'settle') await settleSandboxPayment(deps, action.id)
	const { eventIds } = await performCall(deps, (call) => perform(call, action))
	await deliverNow(deps, eventIds, post)
}
