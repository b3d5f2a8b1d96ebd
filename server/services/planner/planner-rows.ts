import { sql } from 'kysely'

import { parseWeek, type PlannerWeek } from '#domain/planner/planner-week.ts'
import type { Db, Tx } from '#server/context.ts'

/** All weeks of an account, newest first; with `week` that one alone. */
export async function readPlannerRows(db: Db | Tx, userId: string, week?: string): Promise<PlannerWeek[]> {
	const rows = await db
		.selectFrom('planner_weeks')
		.select([sql<string>`week::text`.as('week'), 'focus_area', 'focus_changed_at', 'rows'])
		.where('user_id', '=', userId)
		.$if(week !== undefined, (query) => query.where('week', '=', week ?? ''))
		.orderBy('week', 'desc')
		.execute()
	return rows
		.map((row) =>
			parseWeek({ week: row.week, focusArea: { text: row.focus_area, changedAt: row.focus_changed_at.getTime() }, rows: row.rows }),
		)
		.filter((parsed) => parsed !== null)
}

/** Replaces what the account holds of one week. */
export async function writePlannerRow(tx: Tx, userId: string, { week, focusArea, rows }: PlannerWeek): Promise<void> {
	await sql`
		insert into planner_weeks (user_id, week, focus_area, focus_changed_at, rows)
		values (${userId}::uuid, ${week}::date, ${focusArea.text}, ${new Date(focusArea.changedAt).toISOString()}::timestamptz, ${JSON.stringify(rows)}::jsonb)
		on conflict (user_id, week) do update
		set focus_area = excluded.focus_area, focus_changed_at = excluded.focus_changed_at, rows = excluded.rows, stored_at = now()`.execute(tx)
}

export async function countPlannerRows(tx: Tx, userId: string): Promise<number> {
	const { weeks } = await tx
		.selectFrom('planner_weeks')
		.select(({ fn }) => fn.countAll<string>().as('weeks'))
		.where('user_id', '=', userId)
		.executeTakeFirstOrThrow()
	return Number(weeks)
}
