import { sql, type SqlBool } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { enqueueMany } from '#server/services/messaging/outbox/enqueue-message.ts'
import { inBatches } from '#server/services/messaging/outbox/in-batches.ts'

import { moduleOpenMail } from './record-module-forms.ts'

const CAUSE = 'early-access'

/**
 * SQL condition on `early_access_requests as w`, evaluated now. The column `is_wanted`, maintained by a trigger, may miss a request sent
 * at the same moment as an unsubscribe.
 */
const isWanted = sql<SqlBool>`public.is_early_access_wanted(w.email, w.created_at)`

const lessonsOf = (content: Content, moduleId: number) => {
	const module = content.allTaughtModules.find(({ id }) => id === moduleId)
	const lessons = module?.sections.filter(({ lessonId }) => lessonId !== null).length ?? 0
	return module && lessons > 0 ? { title: module.title, lessons } : null
}

export type EarlyAccessRequests = { moduleId: number; title: string | null; waiting: number; due: number }

/** Counts early-access requests by module. `title` is null for a module without lessons, which can't be announced yet. */
export async function countRequests(content: Content, db: Db | Tx): Promise<EarlyAccessRequests[]> {
	const { rows } = await sql<{ module_id: number; waiting: number; due: number }>`
		select module_id, count(*) filter (where due_at is null)::int as waiting, count(due_at)::int as due
		from early_access_requests where notified_at is null and is_wanted group by module_id order by module_id`.execute(db)
	return rows.map(({ module_id: moduleId, ...counts }) => ({ moduleId, title: lessonsOf(content, moduleId)?.title ?? null, ...counts }))
}

/**
 * Starts emailing everyone on a module's early-access list; `notifyEarlyAccess` sends in batches. Call it in a transaction: an error must
 * roll it back.
 * @param count number of requests shown to the operator
 * @throws ServiceError early_access_empty (422) for a module without lessons, early_access_changed (409) if the number has changed
 */
export async function notifyModuleOpen(ctx: ServiceContext, { moduleId, count }: { moduleId: number; count: number }): Promise<void> {
	if (!lessonsOf(ctx.content, moduleId))
		throw new ServiceError('unprocessable', 'early_access_empty', 'This module has no lessons yet. No email was sent.')
	const { numAffectedRows } = await sql`update early_access_requests set due_at = ${ctx.now()}
		where module_id = ${moduleId} and notified_at is null and due_at is null and is_wanted`.execute(ctx.db)
	if (Number(numAffectedRows) !== count || count === 0) {
		const message = 'The number of people waiting changed. Check it, then try again. No email was sent.'
		throw new ServiceError('conflict', 'early_access_changed', message)
	}
}

async function notifyBatch(ctx: ServiceContext, tx: Tx, limit: number): Promise<number | null> {
	const now = ctx.now()
	const { rows } = await sql<{ id: string; email: string; module_id: number }>`
		update early_access_requests set notified_at = ${now} where id in (
			select id from early_access_requests w where notified_at is null and due_at is not null and is_wanted and ${isWanted}
			order by module_id, due_at limit ${limit} for update of w skip locked)
		returning id, email, module_id`.execute(tx)
	if (rows.length === 0) return null
	const mails = rows.flatMap(({ id, email, module_id: moduleId }) => {
		const module = lessonsOf(ctx.content, moduleId)
		const mail = module && moduleOpenMail(ctx.content, { moduleId, siteUrl: ctx.config.siteUrl }, module)
		return mail ? [{ to: email, ...mail, dedupeKey: `${CAUSE}:${id}:${now.getTime()}` }] : []
	})
	await enqueueMany(ctx, tx, mails)
	return rows.length
}

/** Queues due early-access notifications, once per request. */
export const notifyEarlyAccess = (ctx: ServiceContext, maxRecipients: number): Promise<number> =>
	inBatches(ctx, maxRecipients, (tx, limit) => notifyBatch(ctx, tx, limit))

/** Returns the reason not to send a queued early-access notification; null for other emails. */
export async function findNotifyBlocker(_: ServiceContext, tx: Tx, { dedupeKey }: { dedupeKey: string | null }): Promise<string | null> {
	const [cause, id = ''] = (dedupeKey ?? '').split(':')
	if (cause !== CAUSE) return null
	const { rows } = await sql`select from early_access_requests w where id = ${id}::uuid and ${isWanted}`.execute(tx)
	return rows.length > 0 ? null : 'wish-ended'
}
