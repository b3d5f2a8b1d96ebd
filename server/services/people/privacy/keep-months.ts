import { sql } from 'kysely'

import { listWidePartitions, makeMonths } from '#server/db/month-partitions.ts'
import type { ServiceContext } from '#server/services/context.ts'
import type { OperatorAlert } from '#server/services/messaging/operator-alerts/alert-operator.ts'

import { registryWith } from './registry/registry.ts'

const DAY_MS = 86_400_000
const AHEAD_MS = 62 * DAY_MS

const monthlyTables = ({ plugins }: Pick<ServiceContext, 'plugins'>) =>
	registryWith(plugins).flatMap(({ table, retention }) =>
		'byMonth' in retention && retention.byMonth ? [{ table, clock: retention.clock }] : [],
	)

/** Creates the next months of all tables with monthly partitions. By the database's clock, which decides where a new row goes. */
export async function keepMonths(ctx: Pick<ServiceContext, 'db' | 'plugins'>): Promise<void> {
	for (const { table } of monthlyTables(ctx)) await makeMonths(ctx.db, table, new Date(Date.now() + AHEAD_MS))
}

/** Finds rows that have been in a default partition for a day, which means that no partition could be made for their month. */
export async function findRowsWithoutMonth(ctx: ServiceContext): Promise<OperatorAlert[]> {
	const alerts: OperatorAlert[] = []
	for (const { table, clock } of monthlyTables(ctx))
		for (const spare of (await listWidePartitions(ctx.db, table)).filter((name) => !name.includes('_before_'))) {
			const { rows } = await sql<{
				month: string
			}>`select to_char(min(${sql.ref(clock)}) at time zone 'UTC', 'YYYY-MM') as month from ${sql.table(spare)}
				where ${sql.ref(clock)} < now() - interval '1 day'`.execute(ctx.db)
			const month = rows[0]?.month
			if (month) alerts.push({ kind: 'month_missing', key: `month:${table}:${month}`, facts: { table, month } })
		}
	return alerts
}
