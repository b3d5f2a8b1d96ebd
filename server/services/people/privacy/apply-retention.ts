import { type RawBuilder, sql, type SqlBool } from 'kysely'

import { type Db, deleteInBatches, inTransaction, type Tx } from '#server/db/database.ts'
import { dropMonths, listMultiMonthPartitions, createMonthPartitionsUntil } from '#server/db/month-partitions.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { deleteExpiredSignInData } from '#server/services/identity/sign-in/delete-expired.ts'
import type { OperatorAlert } from '#server/services/messaging/operator-alerts/alert-operator.ts'
import { deleteCodeMails } from '#server/services/messaging/outbox/delete-code-mails.ts'
import { deleteExpiredSms } from '#server/services/messaging/sms/record-outcome.ts'
import { deleteExpiredImports } from '#server/services/people/imports/apply-import.ts'
import { deleteUnconfirmedSubscriptions } from '#server/services/people/newsletter/subscriptions.ts'

import { listDueErasures } from './erase-due-accounts.ts'
import { findTableRule, listTableRules } from './registry/registry.ts'
import { daysBefore, type TableRule } from './registry/table-rule.ts'

const ORDERS_PER_BATCH = 500

/** Numbers of rows by table or cleanup, without zeros. */
export type RetentionReport = Record<string, number>

type Clock = Extract<TableRule['retention'], { clock: string }>

const startOfMonth = (time: Date) => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth()))

const endOf = ({ days, byMonth }: Clock, now: Date): Date => (byMonth ? startOfMonth(daysBefore(now, days)) : daysBefore(now, days))

/** Returns an SQL condition for rows whose `clock` is older than the retention period. */
function isPast(retention: Clock, now: Date): RawBuilder<SqlBool> {
	const isOld = sql<SqlBool>`${sql.ref(retention.clock)} < ${endOf(retention, now)}`
	return 'only' in retention && retention.only ? sql`(${isOld} and ${retention.only(now)})` : isOld
}

/** Returns an SQL condition for rows whose retention period, or that of their order, is over; null if the table has none. */
function isDue({ retention }: TableRule, now: Date): RawBuilder<SqlBool> | null {
	const reasons: RawBuilder<SqlBool>[] = []
	if ('clock' in retention) reasons.push(isPast(retention, now))
	if ('with' in retention && retention.with)
		reasons.push(sql`order_id in (select id from orders where ${isDue(findTableRule(retention.with), now) ?? sql`false`})`)
	return reasons.length === 0 ? null : sql`(${sql.join(reasons, sql` or `)})`
}

async function countDue(db: Db | Tx, { table }: TableRule, due: RawBuilder<SqlBool>): Promise<number> {
	const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)} where ${due}`.execute(db)
	return rows[0]?.count ?? 0
}

/** Deletes orders with everything that belongs to them. */
export async function deleteOrders({ plugins }: Pick<ServiceContext, 'plugins'>, tx: Tx, ids: readonly string[]): Promise<RetentionReport> {
	const report: RetentionReport = { orders: ids.length }
	for (const { table } of listTableRules(plugins).filter(({ retention }) => 'with' in retention)) {
		const { numAffectedRows } = await sql`delete from ${sql.table(table)} where order_id = any(${ids}::uuid[])`.execute(tx)
		report[table] = Number(numAffectedRows ?? 0)
	}
	await sql`delete from orders where id = any(${ids}::uuid[])`.execute(tx)
	return report
}

/**
 * Deletes orders a few hundred per transaction, so that no order is ever without its payments.
 * @param due condition on `orders`
 */
async function deleteDueOrders(ctx: ServiceContext, due: RawBuilder<SqlBool>): Promise<RetentionReport> {
	let report: RetentionReport = {}
	let place = '-infinity'
	for (;;) {
		const batch = await inTransaction(ctx.db, async (tx) => {
			const { rows } = await sql<{ id: string; place: string }>`select id, created_at::text as place from orders
				where ${due} and created_at >= ${place}::timestamptz order by created_at, id limit ${ORDERS_PER_BATCH} for update`.execute(tx)
			const ids = rows.map(({ id }) => id)
			report = sum(report, await deleteOrders(ctx, tx, ids))
			return rows
		})
		if (batch.length < ORDERS_PER_BATCH) return report
		place = batch.at(-1)?.place ?? place
	}
}

/** Drops the partitions of whole months. Rows that have no partition for their month are deleted in batches. */
async function deleteMonths(ctx: ServiceContext, table: string, retention: Clock): Promise<number> {
	const end = endOf(retention, ctx.now())
	let deleted = await dropMonths(ctx.db, table, end)
	for (const partition of await listMultiMonthPartitions(ctx.db, table))
		deleted += await deleteInBatches(ctx.db, partition, { by: retention.clock, due: isPast(retention, ctx.now()) })
	return deleted
}

const sum = (one: RetentionReport, other: RetentionReport): RetentionReport =>
	Object.fromEntries([...new Set([...Object.keys(one), ...Object.keys(other)])].map((key) => [key, (one[key] ?? 0) + (other[key] ?? 0)]))

/** Deletes rows whose period is over, in batches. Rows that belong to an order are deleted with the order. */
async function deleteByClocks(ctx: ServiceContext): Promise<RetentionReport> {
	let report: RetentionReport = {}
	const now = ctx.now()
	for (const { table, retention } of listTableRules(ctx.plugins)) {
		if (!('clock' in retention)) continue
		const due = isPast(retention, now)
		if (retention.byMonth) report = sum(report, { [table]: await deleteMonths(ctx, table, retention) })
		else if (table === 'orders') report = sum(report, await deleteDueOrders(ctx, due))
		else report = sum(report, { [table]: await deleteInBatches(ctx.db, table, { by: retention.clock, due }) })
	}
	return report
}

async function countByClocks(ctx: ServiceContext): Promise<RetentionReport> {
	const report: RetentionReport = {}
	for (const rule of listTableRules(ctx.plugins)) {
		const due = isDue(rule, ctx.now())
		if (due) report[rule.table] = await countDue(ctx.db, rule, due)
	}
	return report
}

async function deleteShortLived(ctx: ServiceContext): Promise<RetentionReport> {
	const report: RetentionReport = {}
	for (const plugin of ctx.plugins) Object.assign(report, await plugin.deleteExpired?.(ctx))
	return {
		...report,
		...(await deleteExpiredSignInData(ctx)),
		...(await deleteExpiredSms(ctx)),
		...(await deleteUnconfirmedSubscriptions(ctx)),
		...(await deleteExpiredImports(ctx)),
		...(await deleteCodeMails(ctx)),
	}
}

const withoutZeros = (report: RetentionReport): RetentionReport =>
	Object.fromEntries(Object.entries(report).filter(([, count]) => count > 0))

/**
 * Deletes rows past their retention period, in batches. Runs daily; safe to run twice or in parallel. If a run is killed, the next
 * one continues with the remaining rows.
 */
export async function applyRetention(ctx: ServiceContext): Promise<RetentionReport> {
	return withoutZeros(sum(await deleteShortLived(ctx), await deleteByClocks(ctx)))
}

class DryRunRollback extends Error {}

/**
 * Counts what `applyRetention` and the erasure of accounts would delete now. Short-lived rows are deleted and the deletion is rolled
 * back, so that the same code also counts them.
 */
export async function previewRetention(ctx: ServiceContext): Promise<RetentionReport> {
	let report: RetentionReport = {}
	try {
		await inTransaction(ctx.db, async (tx) => {
			const inside = { ...ctx, db: tx }
			report = sum(await deleteShortLived(inside), await countByClocks(inside))
			throw new DryRunRollback()
		})
	} catch (error) {
		if (!(error instanceof DryRunRollback)) throw error
	}
	const accounts = (await listDueErasures(ctx.db, ctx.now())).length
	return withoutZeros({ ...report, 'accounts to erase': accounts })
}

const DAY_MS = 86_400_000
const AHEAD_MS = 62 * DAY_MS

const monthlyTables = ({ plugins }: Pick<ServiceContext, 'plugins'>) =>
	listTableRules(plugins).flatMap(({ table, retention }) =>
		'byMonth' in retention && retention.byMonth ? [{ table, clock: retention.clock }] : [],
	)

/** Creates the partitions of the next two months. Uses the real time instead of `ctx.now()`, because new rows get the database's time. */
export async function createMonthPartitions(ctx: Pick<ServiceContext, 'db' | 'plugins'>): Promise<void> {
	for (const { table } of monthlyTables(ctx)) await createMonthPartitionsUntil(ctx.db, table, new Date(Date.now() + AHEAD_MS))
}

/** Finds rows that have been in a default partition for a day, which means that no partition could be made for their month. */
export async function findRowsWithoutMonth(ctx: ServiceContext): Promise<OperatorAlert[]> {
	const alerts: OperatorAlert[] = []
	for (const { table, clock } of monthlyTables(ctx))
		for (const spare of (await listMultiMonthPartitions(ctx.db, table)).filter((name) => !name.includes('_before_'))) {
			const { rows } = await sql<{
				month: string
			}>`select to_char(min(${sql.ref(clock)}) at time zone 'UTC', 'YYYY-MM') as month from ${sql.table(spare)}
				where ${sql.ref(clock)} < now() - interval '1 day'`.execute(ctx.db)
			const month = rows[0]?.month
			if (month) alerts.push({ kind: 'month_missing', key: `month:${table}:${month}`, facts: { table, month } })
		}
	return alerts
}
