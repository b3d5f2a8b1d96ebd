import { isSameWeek, mergeWeek, portableWeek } from '#domain/planner/merge-weeks.ts'
import {
	fitCell,
	MAX_ROWS,
	MAX_WEEKS,
	PLANNER_COLUMNS,
	visibleRows,
	type PlannerRow,
	type PlannerWeek,
} from '#domain/planner/planner-week.ts'
import type { ServiceContext, Tx } from '#server/context.ts'
import { ServiceError } from '#server/errors.ts'
import { learnerOf } from '#server/services/progress/learner-of.ts'
import { lockLearner } from '#server/services/progress/progress-rows.ts'

import { countPlannerRows, readPlannerRows, writePlannerRow } from './planner-rows.ts'

/**
 * Takes over one week of a browser and answers with the union of both sides: of each row the newest change stays, removed rows
 * stay removed (DECISIONS, Learning area). Repeating a call changes nothing; two browsers at once end with the same week.
 * @throws ServiceError `planner_rows_exceeded` when the union has more rows than a week may have, `planner_weeks_exceeded`
 * for a new week of a full account
 */
export async function mergePlannerWeek(ctx: ServiceContext, report: PlannerWeek): Promise<PlannerWeek> {
	const userId = learnerOf(ctx)
	const sent = portableWeek(tidyReport(report, ctx.now().getTime()))
	return ctx.db.transaction().execute(async (tx) => {
		await lockLearner(tx, userId)
		const [held] = await readPlannerRows(tx, userId, sent.week)
		const merged = held ? portableWeek(mergeWeek(held, sent)) : sent
		if (visibleRows(merged).length > MAX_ROWS)
			throw new ServiceError('conflict', 'planner_rows_exceeded', `A week may have at most ${MAX_ROWS} rows in the account`)
		if (!held) await requireRoom(tx, userId)
		if (!held || !isSameWeek(held, merged)) await writePlannerRow(tx, userId, merged)
		return merged
	})
}

async function requireRoom(tx: Tx, userId: string): Promise<void> {
	if ((await countPlannerRows(tx, userId)) < MAX_WEEKS) return
	throw new ServiceError('conflict', 'planner_weeks_exceeded', `An account keeps at most ${MAX_WEEKS} weeks`)
}

/** A clock that runs ahead must not win every later merge; text that PostgreSQL cannot hold is made fit. */
function tidyReport(report: PlannerWeek, nowMs: number): PlannerWeek {
	const tidyRow = (row: PlannerRow): PlannerRow => ({
		...row,
		...Object.fromEntries(PLANNER_COLUMNS.map((column) => [column, row.removed ? '' : fitCell(row[column]).text])),
		changedAt: Math.min(row.changedAt, nowMs),
	})
	const { text, changedAt } = report.focusArea
	return {
		week: report.week,
		focusArea: { text: fitCell(text).text, changedAt: Math.min(changedAt, nowMs) },
		rows: report.rows.map(tidyRow),
	}
}
