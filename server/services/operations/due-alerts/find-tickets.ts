import { sql } from 'kysely'

import { businessDaysDueAt, describeDueTime } from '#domain/support/support-hours.ts'
import type { ServiceContext } from '#server/services/context.ts'
import type { OperatorAlert } from '#server/services/messaging/operator-alerts/alert-operator.ts'

/** Findings per run; the next run continues. */
const MAX_ROWS = 500
/** Five business days are never fewer than these. */
const FIVE_DAYS_MS = 5 * 86_400_000

type Ticket = { id: string; category: string; created_at: Date; due_at: Date }

/** Messages that were promised an earlier answer. Privacy requests have thirty days, and are told of before those are over. */
export async function findOverdueMessages(ctx: ServiceContext): Promise<OperatorAlert[]> {
	const { rows } = await sql<Ticket>`
		select id, category, created_at, due_at from support_tickets
		where status = 'open' and category <> 'privacy' and due_at < ${ctx.now()}
			and not exists (select from operator_alerts where dedupe_key = 'letter:' || support_tickets.id)
		order by due_at limit ${MAX_ROWS}`.execute(ctx.db)
	return rows.map(({ id, category, due_at: dueAt }) => ({
		kind: 'message_overdue' as const,
		key: `letter:${id}`,
		facts: { message: id, about: category, promisedBy: describeDueTime(dueAt.getTime()) },
	}))
}

/** A deletion waits for the end of its grace period; what has waited since then, or since it was asked, is told of. */
export async function findWaitingPrivacyRequests(ctx: ServiceContext): Promise<OperatorAlert[]> {
	const now = ctx.now().getTime()
	const { rows } = await sql<Ticket>`
		select * from (
			select id, 'message' as category, created_at, due_at from support_tickets where status = 'open' and category = 'privacy'
			union all
			select id, kind, coalesce(erases_at, asked_at), due_at from privacy_requests where answered_at is null
		) waiting
		where created_at < ${new Date(now - FIVE_DAYS_MS)}
			and not exists (select from operator_alerts where dedupe_key = 'privacy:' || waiting.id)
		order by created_at limit ${MAX_ROWS}`.execute(ctx.db)
	return rows
		.filter(({ created_at: since }) => businessDaysDueAt(since.getTime(), 5) <= now)
		.map(({ id, category, due_at: dueAt }) => ({
			kind: 'privacy_request_waiting' as const,
			key: `privacy:${id}`,
			facts: { request: id, asks: category, answerBefore: dueAt.toISOString().slice(0, 10) },
		}))
}
