import { type RawBuilder, sql, type SqlBool } from 'kysely'

import type { Db, Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { deleteExpired } from '#server/services/identity/sign-in/delete-expired.ts'
import { deleteExpiredSms } from '#server/services/messaging/sms/record-outcome.ts'
import { forgetImports } from '#server/services/people/imports/forget-imports.ts'
import { forgetUnconfirmed } from '#server/services/people/newsletter/confirm-subscription.ts'

import { listDueErasures } from './erase-due-accounts.ts'
import { registryWith, findTableRule } from './registry/registry.ts'
import { daysBefore, type TableRule } from './registry/table-rule.ts'

const BATCH_ROWS = 2000

/** Numbers of rows by table or cleanup, without zeros. */
export type RetentionReport = Record<string, number>

/** Returns an SQL condition that a row's retention period is over; null if the table has none. */
function isDue({ retention }: TableRule, now: Date): RawBuilder<SqlBool> | null {
	const reasons: RawBuilder<SqlBool>[] = []
	if ('clock' in retention) {
		const isOld = sql<SqlBool>`${sql.ref(retention.clock)} < ${daysBefore(now, retention.days)}`
		reasons.push(retention.only ? sql`(${isOld} and ${retention.only(now)})` : isOld)
	}
	if ('with' in retention && retention.with)
		reasons.push(sql`order_id in (select id from orders where ${isDue(findTableRule(retention.with), now) ?? sql`false`})`)
	return reasons.length === 0 ? null : sql`(${sql.join(reasons, sql` or `)})`
}

async function deleteBatch(db: Db | Tx, { table }: TableRule, due: RawBuilder<SqlBool>): Promise<number> {
	const { numAffectedRows } = await sql`delete from ${sql.table(table)}
		where ctid = any(array(select ctid from ${sql.table(table)} where ${due} limit ${BATCH_ROWS}))`.execute(db)
	return Number(numAffectedRows ?? 0)
}

async function deleteDue(db: Db | Tx, rule: TableRule, due: RawBuilder<SqlBool>): Promise<number> {
	let deleted = 0
	for (;;) {
		const batch = await deleteBatch(db, rule, due)
		deleted += batch
		if (batch < BATCH_ROWS) return deleted
	}
}

async function countDue(db: Db | Tx, { table }: TableRule, due: RawBuilder<SqlBool>): Promise<number> {
	const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)} where ${due}`.execute(db)
	return rows[0]?.count ?? 0
}

/**
 * Applies the retention periods in the registry's order, where children come before orders, so that no order is deleted before
 * its rows.
 */
async function applyClocks(ctx: ServiceContext, work: typeof deleteDue): Promise<RetentionReport> {
	const report: RetentionReport = {}
	const now = ctx.now()
	for (const rule of registryWith(ctx.plugins)) {
		const due = isDue(rule, now)
		if (due) report[rule.table] = await work(ctx.db, rule, due)
	}
	return report
}

async function deleteShortLived(ctx: ServiceContext): Promise<RetentionReport> {
	const report: RetentionReport = {}
	for (const plugin of ctx.plugins) Object.assign(report, await plugin.deleteExpired?.(ctx))
	return {
		...report,
		...(await deleteExpired(ctx)),
		...(await deleteExpiredSms(ctx)),
		...(await forgetUnconfirmed(ctx)),
		...(await forgetImports(ctx)),
	}
}

const withoutZeros = (report: RetentionReport): RetentionReport =>
	Object.fromEntries(Object.entries(report).filter(([, count]) => count > 0))

/** Deletes rows past their retention period, in batches. Runs daily; safe to run twice or in parallel. */
export async function applyRetention(ctx: ServiceContext): Promise<RetentionReport> {
	return withoutZeros({ ...(await deleteShortLived(ctx)), ...(await applyClocks(ctx, deleteDue)) })
}

class DryRunEnds extends Error {}

/** Runs the deletion and rolls it back, so that the same code also counts the rows. */
async function countShortLived(ctx: ServiceContext): Promise<RetentionReport> {
	let report: RetentionReport = {}
	try {
		await inTransaction(ctx.db, async (tx) => {
			report = await deleteShortLived({ ...ctx, db: tx })
			throw new DryRunEnds()
		})
	} catch (error) {
		if (!(error instanceof DryRunEnds)) throw error
	}
	return report
}

/** Counts what `applyRetention` and the erasure of accounts would delete now. */
export async function previewRetention(ctx: ServiceContext): Promise<RetentionReport> {
	const accounts = (await listDueErasures(ctx.db, ctx.now())).length
	return withoutZeros({ ...(await countShortLived(ctx)), ...(await applyClocks(ctx, countDue)), 'accounts to erase': accounts })
}
