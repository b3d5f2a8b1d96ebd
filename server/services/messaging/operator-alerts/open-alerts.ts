import { sql, type SqlBool } from 'kysely'

import { inTransaction, isUuid, countRows } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { type AlertFacts, describeAlert } from './alert-mails.ts'

const MAX_ALERTS = 200
/** Literal instead of a parameter: with a parameter, PostgreSQL's generic plan wouldn't use the partial index. */
const IS_OPEN = sql<SqlBool>`state = 'open'`

/** Alert that the operator hasn't acknowledged. Times are RFC 3339, UTC. */
export type OpenAlert = {
	id: string
	kind: string
	heading: string
	advice: string
	/** Console page for handling the alert. */
	place: string
	facts: readonly { name: string; label: string; value: string; /** The value, if it is a time. */ at: Date | null }[]
	dueAt: Date | null
	/** ID of the order that the alert is about. */
	order: string | null
	createdAt: string
	/** Status of the alert email. `failed`: it didn't reach the operator. */
	mail: 'waiting' | 'sent' | 'failed'
}

const mailOf = (status: string | null): OpenAlert['mail'] => {
	if (status === 'sent') return 'sent'
	return status === 'queued' || status === 'sending' ? 'waiting' : 'failed'
}

/** Alerts that have a deadline or are about money. */
export const URGENT_KINDS: readonly string[] = [
	'dispute',
	'early_fraud_warning',
	'refund_failed',
	'duplicate_payment',
	'terms_mismatch',
	'refund_overdue',
]

/** SQL condition for alerts about a single ticket. */
const IS_OF_TICKET = sql<SqlBool>`(kind = 'message_overdue' or kind = 'privacy_request_waiting' and facts ->> 'asks' = 'message')`

/**
 * Lists open alerts: urgent ones first, then newest first, at most 200. `total` counts all.
 * @param hasTickets false to leave out alerts about one ticket, for a page that lists the tickets themselves
 */
export async function listOpenAlerts(
	ctx: ServiceContext,
	{ hasTickets = true }: { hasTickets?: boolean } = {},
): Promise<{ alerts: OpenAlert[]; total: number }> {
	const open = ctx.db
		.selectFrom('operator_alerts')
		.where(IS_OPEN)
		.$if(!hasTickets, (query) => query.where(sql<SqlBool>`${IS_OF_TICKET} is not true`))
	const rows = await open
		.leftJoin('outbox_messages', 'outbox_messages.id', 'message_id')
		.select(['operator_alerts.id', 'kind', 'facts', 'operator_alerts.created_at', 'outbox_messages.status'])
		.orderBy(sql`kind = any(${URGENT_KINDS}::text[])`, 'desc')
		.orderBy('operator_alerts.created_at', 'desc')
		.orderBy('operator_alerts.id', 'desc')
		.limit(MAX_ALERTS)
		.execute()
	return {
		total: await countRows(open),
		alerts: rows.map(({ id, kind, facts, created_at: createdAt, status }) => ({
			id,
			kind,
			...describeAlert(ctx.content, kind, facts as AlertFacts),
			order: (facts as AlertFacts).order ?? null,
			createdAt: createdAt.toISOString(),
			mail: mailOf(status),
		})),
	}
}

/**
 * Closes an alert, so that the same finding isn't reported again.
 * @param operator their name, 1 to 200 characters; stored with the alert and in the audit log
 * @returns `closed` for the call that closed it, `was-closed` for later ones, null for an unknown ID
 */
export async function acknowledgeAlert(ctx: ServiceContext, id: string, operator: string): Promise<'closed' | 'was-closed' | null> {
	if (!isUuid(id)) return null
	return inTransaction(ctx.db, async (tx) => {
		const closed = await tx
			.updateTable('operator_alerts')
			.set({ state: 'closed', closed_at: ctx.now(), closed_by: operator })
			.where('id', '=', id)
			.where('state', '=', 'open')
			.returning('kind')
			.executeTakeFirst()
		if (closed) {
			const detail = { by: operator, alert: id, kind: closed.kind }
			await recordAudit(ctx, tx, { action: 'alert_closed', outcome: 'success', userId: null, detail })
			return 'closed'
		}
		const known = await tx.selectFrom('operator_alerts').select('id').where('id', '=', id).executeTakeFirst()
		return known ? 'was-closed' : null
	})
}

/**
 * Closes all open alerts of one kind created before a given time. After a night without a mail server, there may be hundreds.
 * @param operator as in `acknowledgeAlert`
 * @returns the number of alerts this call closed
 */
export async function acknowledgeKind(
	ctx: ServiceContext,
	{ kind, until }: { kind: string; until: Date },
	operator: string,
): Promise<number> {
	return inTransaction(ctx.db, async (tx) => {
		const closed = await tx
			.updateTable('operator_alerts')
			.set({ state: 'closed', closed_at: ctx.now(), closed_by: operator })
			.where('kind', '=', kind)
			.where('created_at', '<=', until)
			.where('state', '=', 'open')
			.returning('id')
			.execute()
		const detail = { by: operator, kind, alerts: closed.length }
		if (closed.length > 0) await recordAudit(ctx, tx, { action: 'alert_closed', outcome: 'success', userId: null, detail })
		return closed.length
	})
}
