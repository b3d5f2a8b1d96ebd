import type { MergePlannerResponse } from '#contracts/planner.ts'
import { parseLookBack } from '#domain/planner/look-back.ts'
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
import { STORAGE_QUOTAS, fitsQuota, type StorageUse, WEEK_BYTES } from '#domain/storage/storage-quotas.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { lockLearner } from '#server/services/learning/progress/progress-rows.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { countPlannerRows, readPlannerBytes, readPlannerWeek, writePlannerRow } from './planner-rows.ts'

/**
 * Returns the union of the stored and the sent week. The newest change of each row is kept, and removed rows stay removed.
 * Idempotent, and safe in parallel.
 * @throws ServiceError `planner_rows_exceeded`, `planner_weeks_exceeded` (409), `planner_week_too_large` and `storage_full` (413)
 * for a change that adds bytes
 */
export async function mergePlannerWeek(ctx: ServiceContext, report: PlannerWeek): Promise<MergePlannerResponse> {
	const userId = requireLearnerId(ctx)
	const sent = portableWeek(tidyReport(report, ctx.now().getTime()))
	return inTransaction(ctx.db, async (tx) => {
		await lockLearner(tx, userId)
		const held = await readPlannerWeek(tx, userId, sent.week)
		const merged = held ? portableWeek(mergeWeek(held, sent)) : sent
		if (visibleRows(merged).length > MAX_ROWS)
			throw new ServiceError('conflict', 'planner_rows_exceeded', `A week can have at most ${MAX_ROWS} rows`)
		if (!held) await requireWeek(tx, userId)
		return { week: merged, storage: await storeWeek(tx, userId, { week: merged, isChanged: !held || !isSameWeek(held, merged) }) }
	})
}

/**
 * Stores a week. Exceeding a limit rolls the write back. The caller has locked the account, so parallel requests can't exceed a
 * limit together.
 */
async function storeWeek(tx: Tx, userId: string, { week, isChanged }: { week: PlannerWeek; isChanged: boolean }): Promise<StorageUse> {
	const before = await readPlannerBytes(tx, userId, week.week)
	const bytes = isChanged ? await writePlannerRow(tx, userId, week) : before.ofWeek
	const growth = bytes - before.ofWeek
	const storage = { used: before.used + growth, limit: STORAGE_QUOTAS.planner }
	if (!fitsQuota({ used: bytes, limit: WEEK_BYTES }, growth))
		throw new ServiceError('too-large', 'planner_week_too_large', 'This week is too long to save in your account')
	if (!fitsQuota(storage, growth)) throw new ServiceError('too-large', 'storage_full', 'Your account has no storage left for plans')
	return storage
}

async function requireWeek(tx: Tx, userId: string): Promise<void> {
	if ((await countPlannerRows(tx, userId)) < MAX_WEEKS) return
	throw new ServiceError('conflict', 'planner_weeks_exceeded', `Your account can keep at most ${MAX_WEEKS} weeks`)
}

/**
 * Limits row times to now, since a browser clock that is ahead would win every later merge. Also removes text that PostgreSQL
 * can't store.
 */
function tidyReport(report: PlannerWeek, nowMs: number): PlannerWeek {
	const tidyRow = (row: PlannerRow): PlannerRow => ({
		...row,
		...Object.fromEntries(PLANNER_COLUMNS.map((column) => [column, row.removed ? '' : fitCell(row[column]).text])),
		changedAt: Math.min(row.changedAt, nowMs),
	})
	const { text, changedAt } = report.focusArea
	const lookBack = parseLookBack(report.lookBack)
	return {
		week: report.week,
		focusArea: { text: fitCell(text).text, changedAt: Math.min(changedAt, nowMs) },
		rows: report.rows.map(tidyRow),
		...(lookBack && { lookBack: { ...lookBack, changedAt: Math.min(lookBack.changedAt, nowMs) } }),
	}
}
