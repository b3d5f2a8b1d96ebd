import { sql } from 'kysely'

import { businessDaysDueAt } from '#domain/support/support-hours.ts'
import { inTransaction } from '#server/db/database.ts'
import { watchDisputes } from '#server/services/commerce/settlement/watch-refunds-and-disputes.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { describeAlert } from '#server/services/messaging/operator-alerts/alert-mails.ts'
import { mailAlerts, type OperatorAlert, recordAlerts } from '#server/services/messaging/operator-alerts/alert-operator.ts'
import { findRowsWithoutMonth } from '#server/services/people/privacy/apply-retention.ts'

import { findBackupBehind, findBounces, findDrillTrouble, findEndingKey, findHang, findMissingBackup } from './find-machine-troubles.ts'

/** Maximum findings per run; the next run continues. */
const MAX_ROWS = 500
/** Lower bound of five business days, to limit the query. */
const FIVE_DAYS_MS = 5 * 86_400_000

type Ticket = { id: string; category: string; created_at: Date; due_at: Date }

/** Finds overdue messages, except privacy requests, which have thirty days and their own alert that comes earlier. */
async function findOverdueMessages(ctx: ServiceContext): Promise<OperatorAlert[]> {
	const { rows } = await sql<Ticket>`
		select id, category, created_at, due_at from support_tickets
		where status = 'open' and category <> 'privacy' and due_at < ${ctx.now()}
			and not exists (select from operator_alerts where dedupe_key = 'letter:' || support_tickets.id)
		order by due_at limit ${MAX_ROWS}`.execute(ctx.db)
	return rows.map(({ id, category, due_at: dueAt }) => ({
		kind: 'message_overdue' as const,
		key: `letter:${id}`,
		facts: { message: id, about: category, promisedBy: dueAt.toISOString() },
	}))
}

/**
 * Finds privacy requests that are still open after five business days, counted from the request or, for a deletion, from the
 * end of its grace period.
 */
async function findWaitingPrivacyRequests(ctx: ServiceContext): Promise<OperatorAlert[]> {
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
			facts: { request: id, asks: category, answerBefore: dueAt.toISOString() },
		}))
}

/**
 * Functions that find alerts triggered by time rather than by an event. Each finding has a key, so running them often does no
 * harm.
 */
const FINDERS = [
	findOverdueMessages,
	findWaitingPrivacyRequests,
	findBounces,
	findEndingKey,
	findMissingBackup,
	findBackupBehind,
	findDrillTrouble,
	findHang,
	findRowsWithoutMonth,
]

/** Maximum findings listed individually in an email. */
const NAMED = 5

function factsOf({ content }: ServiceContext, alerts: readonly OperatorAlert[]): OperatorAlert['facts'] {
	const [first, ...more] = alerts
	if (!first || more.length === 0) return first?.facts ?? {}
	const named = alerts.slice(0, NAMED).map(({ kind, facts }) =>
		describeAlert(content, kind, facts)
			.facts.map(({ value }) => value)
			.join(', '),
	)
	return { howMany: String(alerts.length), first: named.join('; ') }
}

/**
 * Records and emails findings of one kind.
 * @returns the number of new findings
 */
async function recordAndMail(ctx: ServiceContext, found: readonly OperatorAlert[]): Promise<number> {
	return inTransaction(ctx.db, async (tx) => {
		const keys = await recordAlerts(ctx, tx, found)
		const fresh = found.filter(({ key }) => keys.includes(key))
		const [first] = fresh
		if (first) await mailAlerts(ctx, tx, { keys, kind: first.kind, facts: factsOf(ctx, fresh) })
		return fresh.length
	})
}

/**
 * Alerts the operator to findings triggered by time, once each. Findings of the same kind and run share an email.
 * @returns the number of new findings
 * @throws AggregateError with the errors of failed finders, after all others ran
 */
export async function raiseDueAlerts(ctx: ServiceContext): Promise<number> {
	const failures: unknown[] = []
	let raised = 0
	const attempt = async (work: () => Promise<number>) => {
		try {
			raised += await work()
		} catch (error) {
			failures.push(error)
		}
	}
	await attempt(async () => {
		await watchDisputes(ctx)
		return 0
	})
	for (const find of FINDERS) await attempt(async () => recordAndMail(ctx, await find(ctx)))
	if (failures.length > 0) throw new AggregateError(failures, 'some due alerts could not be checked')
	return raised
}
