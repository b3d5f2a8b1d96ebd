import { sql, type SqlBool } from 'kysely'

import type { ServiceContext } from '#server/services/context.ts'

import { type AlertFacts, presentAlert } from './alert-mails.ts'

const MAX_ALERTS = 200
/** A literal: with a parameter, PostgreSQL ignores the index once it plans the prepared statement for any value. */
const IS_OPEN = sql<SqlBool>`state = 'open'`

/** Something the operator must look at. Times are RFC 3339, UTC. */
export type OpenAlert = {
	id: string
	kind: string
	heading: string
	advice: string
	/** The page of the console on which it is done. */
	place: string
	facts: readonly { name: string; label: string; value: string }[]
	createdAt: string
	/** `failed`: the operator was not reached by mail. */
	mail: 'waiting' | 'sent' | 'failed'
}

const mailOf = (status: string | null): OpenAlert['mail'] => {
	if (status === 'sent') return 'sent'
	return status === 'queued' || status === 'sending' ? 'waiting' : 'failed'
}

/** Kinds that have a day by which they must be looked at, or money in them. */
export const URGENT_KINDS: readonly string[] = [
	'dispute',
	'early_fraud_warning',
	'refund_failed',
	'duplicate_payment',
	'terms_mismatch',
	'refund_overdue',
]

/** Open alerts, urgent ones first, then the newest, at most 200, and their total. For the operator only. */
export async function listOpenAlerts(ctx: ServiceContext): Promise<{ alerts: OpenAlert[]; total: number }> {
	const open = ctx.db.selectFrom('operator_alerts').where(IS_OPEN)
	const rows = await open
		.leftJoin('outbox_messages', 'outbox_messages.id', 'message_id')
		.select(['operator_alerts.id', 'kind', 'facts', 'operator_alerts.created_at', 'outbox_messages.status'])
		.orderBy(sql`kind = any(${URGENT_KINDS}::text[])`, 'desc')
		.orderBy('operator_alerts.created_at', 'desc')
		.orderBy('operator_alerts.id', 'desc')
		.limit(MAX_ALERTS)
		.execute()
	const { total } = await open.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
	return {
		total: Number(total),
		alerts: rows.map(({ id, kind, facts, created_at: createdAt, status }) => ({
			id,
			kind,
			...presentAlert(kind, facts as AlertFacts),
			createdAt: createdAt.toISOString(),
			mail: mailOf(status),
		})),
	}
}
