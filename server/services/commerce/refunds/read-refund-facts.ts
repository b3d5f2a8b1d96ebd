import type { Selectable } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import { oncePerContent } from '#content/once-per-content.ts'
import { checkLessonAccess } from '#domain/gating/check-lesson-access.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'
import type { RefundFacts } from '#domain/refunds/evaluate-refund.ts'
import { countOpenedSince, type SectionTrace } from '#domain/refunds/first-opened.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { RefundRequests } from '#server/db/row-types.ts'
import { firstPaidDownload } from '#server/services/commerce/downloads/take-document.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { listServedSections } from '#server/services/learning/certificates/course-evidence.ts'
import { contentsOf, findHolders } from '#server/services/learning/entitlements/entitlements.ts'

const allSections = oncePerContent(({ allGatedModules, sectionsOf }) =>
	allGatedModules.flatMap((module) => sectionsOf(module.id).map(({ id }) => ({ module, key: `${module.id}/${id}` }))),
)

/** Lists the sections of the order's modules. Reading other courses doesn't count as use of this purchase. */
function sectionsOf(content: Content, order: OrderRow) {
	const bought = content.modulesIn(contentsOf(order))
	return allSections(content).filter(({ module }) => bought.has(module.id))
}

type Rules = Pick<ServiceContext, 'accessPolicy' | 'content' | 'now'>

type Reading = { order: OrderRow; reader: string }

async function readTraces({ accessPolicy, content }: Rules, db: Db | Tx, { order, reader }: Reading): Promise<SectionTrace[]> {
	const served = await listServedSections(content, db, reader)
	const rows = await db
		.selectFrom('progress_entries')
		.select(['key', 'first_stored_at', 'first_changed_at'])
		.where('user_id', '=', reader)
		.where('kind', '=', 'section')
		.where('done', '=', true)
		.execute()
	const reported = new Map(rows.map((row) => [row.key, row]))
	const completed: ReadonlySet<ModuleId> = new Set(content.allGatedModules.map(({ id }) => id))
	return sectionsOf(content, order).map(({ module, key }) => ({
		section: key,
		servedAtMs: served.get(key)?.firstAt.getTime() ?? null,
		reportedAtMs: reported.get(key)?.first_stored_at.getTime() ?? null,
		claimedAtMs: reported.get(key)?.first_changed_at.getTime() ?? null,
		isFree: checkLessonAccess(module, { completed, hasEntitlement: false }, accessPolicy).allowed,
	}))
}

async function countOpened(rules: Rules, db: Db | Tx, order: OrderRow): Promise<number> {
	const traces: SectionTrace[] = []
	// Accounts with access: the buyer's; for a guest's order, those that have verified its address.
	const readers = order.user_id === null ? await findHolders(db, order) : [order.user_id]
	for (const reader of readers) traces.push(...(await readTraces(rules, db, { order, reader })))
	return countOpenedSince(traces, order.paid_at?.getTime() ?? null)
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

export type RefundablePayment = { id: string; leftCents: number }

/**
 * Reads the facts that a refund decision depends on. In a deciding transaction, lock the order and its entitlements first, so
 * that downloads wait.
 * @returns `payment`: the payment to refund, the first with any amount left
 */
export async function readRefundFacts(
	rules: Rules,
	db: Db | Tx,
	order: OrderRow,
): Promise<{ facts: RefundFacts; payment: RefundablePayment | null }> {
	const { payments, refunds } = await readMoney(db, order.id)
	const left = payments.map(({ id, amountCents }) => ({
		id,
		leftCents: amountCents - sum(refunds.filter(({ paymentId }) => paymentId === id)),
	}))
	const download = await firstPaidDownload(db, order.id)
	const facts: RefundFacts = {
		paidAtMs: order.paid_at?.getTime() ?? null,
		requestedAtMs: rules.now().getTime(),
		paidCents: sum(payments),
		refundedCents: sum(refunds),
		hasOpenDispute: order.status === 'disputed' || order.status === 'dispute_lost',
		sectionsOpened: await countOpened(rules, db, order),
		sectionsTotal: sectionsOf(rules.content, order).length,
		firstDownloadAtMs: download?.getTime() ?? null,
		waivedAtMs: order.waiver_accepted_at?.getTime() ?? null,
	}
	return { facts, payment: left.find(({ leftCents }) => leftCents > 0) ?? null }
}

export type RefundRequestRow = Selectable<RefundRequests>

export async function findRefundRequest(db: Db | Tx, orderId: string): Promise<RefundRequestRow | null> {
	const row = await db
		.selectFrom('refund_requests')
		.selectAll()
		.where('order_id', '=', orderId)
		.orderBy('requested_at', 'desc')
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst()
	return row ?? null
}

/** True if the refund is granted or sent, but neither settled nor failed. */
export const isRefundInProgress = ({ state }: Pick<RefundRequestRow, 'state'>) => state === 'granted' || state === 'sent'

export const toFactsJson = (facts: RefundFacts): string => JSON.stringify(facts)
