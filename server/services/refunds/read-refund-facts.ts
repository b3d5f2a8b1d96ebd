import { modulePages } from '#content/public.server.ts'
import type { RefundFacts } from '#domain/refunds/evaluate-refund.ts'
import type { Db, Tx } from '#server/context.ts'
import { readServed } from '#server/services/certificates/course-evidence.ts'
import { firstPaidDownload } from '#server/services/downloads/first-paid-download.ts'
import type { OrderRow } from '#server/services/orders/order-rows.ts'
import { readProgressRows } from '#server/services/progress/progress-rows.ts'

const ALL_SECTIONS = modulePages.flatMap(({ id, sections }) => sections.map((section) => `${id}/${section.id}`))

/** Whose reading counts: the account that bought, else those that proved the order's address: its own, and a company's. */
async function findReaders(db: Db | Tx, { user_id: userId, email }: OrderRow): Promise<string[]> {
	if (userId !== null) return [userId]
	if (email === null) return []
	const rows = await db
		.selectFrom('auth.users')
		.select('id')
		.where('email', '=', email)
		.where('email_confirmed_at', 'is not', null)
		.where('deleted_at', 'is', null)
		.execute()
	return rows.map(({ id }) => id)
}

/** Sections whose text this server handed out, or that a browser reported as opened: each counts once. */
async function countOpened(db: Db | Tx, readers: readonly string[]): Promise<number> {
	const opened = new Set<string>()
	for (const reader of readers) {
		for (const key of await readServed(db, reader)) opened.add(key)
		for (const { kind, key, done } of await readProgressRows(db, reader)) if (kind === 'section' && done) opened.add(key)
	}
	return ALL_SECTIONS.filter((key) => opened.has(key)).length
}

async function readMoney(db: Db | Tx, orderId: string) {
	const payments = await db
		.selectFrom('payments')
		.select(['provider_payment_id as id', 'amount_cents as amountCents'])
		.where('order_id', '=', orderId)
		.where('status', '=', 'succeeded')
		.orderBy('paid_at')
		.execute()
	const refunds = await db
		.selectFrom('refunds')
		.select(['provider_payment_id as paymentId', 'amount_cents as amountCents'])
		.where('order_id', '=', orderId)
		.where('status', 'in', ['pending', 'requires_action', 'succeeded'])
		.execute()
	return { payments, refunds }
}

const sum = (entries: readonly { amountCents: number }[]) => entries.reduce((total, { amountCents }) => total + amountCents, 0)

/** A payment of the order with what may still go back of it. */
export type RefundablePayment = { id: string; leftCents: number }

/**
 * Everything that decides about money back for an order. In a transaction that decides, lock the order and its entitlement
 * first: downloads wait for the latter.
 * @returns `payment` is the one that the money goes back to: of several the first with anything left
 */
export async function readRefundFacts(
	db: Db | Tx,
	order: OrderRow,
	now: Date,
): Promise<{ facts: RefundFacts; payment: RefundablePayment | null }> {
	const { payments, refunds } = await readMoney(db, order.id)
	const left = payments.map(({ id, amountCents }) => ({
		id,
		leftCents: amountCents - sum(refunds.filter(({ paymentId }) => paymentId === id)),
	}))
	const download = await firstPaidDownload(db, order.id)
	const facts: RefundFacts = {
		paidAtMs: order.paid_at?.getTime() ?? null,
		requestedAtMs: now.getTime(),
		paidCents: sum(payments),
		refundedCents: sum(refunds),
		hasOpenDispute: order.status === 'disputed' || order.status === 'dispute_lost',
		sectionsOpened: await countOpened(db, await findReaders(db, order)),
		sectionsTotal: ALL_SECTIONS.length,
		firstDownloadAtMs: download?.getTime() ?? null,
		waivedAtMs: order.waiver_accepted_at?.getTime() ?? null,
	}
	return { facts, payment: left.find(({ leftCents }) => leftCents > 0) ?? null }
}
