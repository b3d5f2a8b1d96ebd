import { sql } from 'kysely'

import type { MergePlannerResponse, PlannerResponse } from '#contracts/planner.ts'
import { parseLookBack } from '#domain/planner/look-back.ts'
import { isSameWeek, mergeWeek, toSentWeek } from '#domain/planner/merge-weeks.ts'
import {
	cleanCell,
	MAX_WEEK_ROWS,
	MAX_WEEKS,
	parseWeek,
	PLANNER_COLUMNS,
	type PlannerRow,
	type PlannerWeek,
	visibleRows,
} from '#domain/planner/planner-week.ts'
import { fitsQuota, STORAGE_QUOTAS, type StorageUse, WEEK_BYTES } from '#domain/storage/storage-quotas.ts'
import { type Db, inTransaction, type Tx, countRows } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { lockLearner } from '#server/services/learning/progress/merge-learner-progress.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

/**
 * Lists the learner's weeks in pages, newest first.
 * @param before the previous page's `next`
 */
export async function listPlannerWeeks(ctx: ServiceContext, before: string | null): Promise<PlannerResponse> {
	const userId = requireLearnerId(ctx)
	const page = await readPlannerPage(ctx.db, userId, before)
	const { used } = await readPlannerBytes(ctx.db, userId, null)
	return { ...page, storage: { used, limit: STORAGE_QUOTAS.planner } }
}

/** Size limit of a page. A page includes the week that exceeds it, so it's never empty. */
const PAGE_BYTES = 250_000
const PAGE_WEEKS = 100

type StoredWeek = { week: string; focus_area: string; focus_changed_at: Date; rows: unknown; look_back: unknown }

const readStored = ({ week, focus_area: text, focus_changed_at: changedAt, rows, look_back: lookBack }: StoredWeek): PlannerWeek | null =>
	parseWeek({ week, focusArea: { text, changedAt: changedAt.getTime() }, rows, lookBack })

export async function readPlannerWeek(tx: Tx, userId: string, week: string): Promise<PlannerWeek | null> {
	const row = await tx
		.selectFrom('planner_weeks')
		.select([sql<string>`week::text`.as('week'), 'focus_area', 'focus_changed_at', 'rows', 'look_back'])
		.where('user_id', '=', userId)
		.where('week', '=', week)
		.executeTakeFirst()
	return row ? readStored(row) : null
}

/**
 * Reads a page of weeks, newest first.
 * @param before a Monday; only earlier weeks are returned
 */
async function readPlannerPage(db: Db, userId: string, before: string | null): Promise<{ weeks: PlannerWeek[]; next: string | null }> {
	const { rows } = await sql<StoredWeek & { is_last: boolean }>`
		select p.week::text, p.focus_area, p.focus_changed_at, p.rows, p.look_back, page.is_last
		from (
			select week, running - bytes < ${PAGE_BYTES} as fits, row_number() over (order by week) = 1 as is_last
			from (
				select week, bytes, sum(bytes) over (order by week desc) as running from planner_weeks
				where user_id = ${userId}::uuid and week < coalesce(${before}::date, 'infinity'::date)
			) older
		) page
		join planner_weeks p on p.user_id = ${userId}::uuid and p.week = page.week
		where page.fits order by p.week desc limit ${PAGE_WEEKS}`.execute(db)
	const last = rows.at(-1)
	return { weeks: rows.map(readStored).filter((week) => week !== null), next: last && !last.is_last ? last.week : null }
}

/** Returns the storage used by an account's weeks, in bytes. `ofWeek` is the part of one week. */
export async function readPlannerBytes(db: Db | Tx, userId: string, week: string | null): Promise<{ used: number; ofWeek: number }> {
	const { rows } = await sql<{ used: number; of_week: number }>`
		select coalesce(sum(bytes), 0)::int8 as used, coalesce(sum(bytes) filter (where week = ${week}::date), 0)::int8 as of_week
		from planner_weeks where user_id = ${userId}::uuid`.execute(db)
	return { used: rows[0]?.used ?? 0, ofWeek: rows[0]?.of_week ?? 0 }
}

/** @returns the week's size in bytes */
export async function writePlannerRow(tx: Tx, userId: string, { week, focusArea, rows, lookBack }: PlannerWeek): Promise<number> {
	const written = await sql<{ bytes: number }>`
		insert into planner_weeks (user_id, week, focus_area, focus_changed_at, rows, look_back)
		values (${userId}::uuid, ${week}::date, ${focusArea.text}, ${new Date(focusArea.changedAt).toISOString()}::timestamptz, ${JSON.stringify(rows)}::jsonb, ${lookBack ? JSON.stringify(lookBack) : null}::jsonb)
		on conflict (user_id, week) do update
		set focus_area = excluded.focus_area, focus_changed_at = excluded.focus_changed_at, rows = excluded.rows, look_back = excluded.look_back, stored_at = now()
		returning bytes`.execute(tx)
	return written.rows[0]?.bytes ?? 0
}

export const countPlannerRows = (tx: Tx, userId: string): Promise<number> =>
	countRows(tx.selectFrom('planner_weeks').where('user_id', '=', userId))

/**
 * Returns the union of the stored and the sent week. The newest change of each row is kept, and removed rows stay removed.
 * Idempotent, and safe in parallel.
 * @throws ServiceError `planner_rows_exceeded`, `planner_weeks_exceeded` (409), `planner_week_too_large` and `storage_full` (413)
 * for a change that adds bytes
 */
export async function mergePlannerWeek(ctx: ServiceContext, report: PlannerWeek): Promise<MergePlannerResponse> {
	const userId = requireLearnerId(ctx)
	const sent = toSentWeek(cleanReport(report, ctx.now().getTime()))
	return inTransaction(ctx.db, async (tx) => {
		await lockLearner(tx, userId)
		const held = await readPlannerWeek(tx, userId, sent.week)
		const merged = held ? toSentWeek(mergeWeek(held, sent)) : sent
		if (visibleRows(merged).length > MAX_WEEK_ROWS)
			throw new ServiceError('conflict', 'planner_rows_exceeded', `A week can have at most ${MAX_WEEK_ROWS} rows`)
		if (!held) await requireWeekQuota(tx, userId)
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

async function requireWeekQuota(tx: Tx, userId: string): Promise<void> {
	if ((await countPlannerRows(tx, userId)) < MAX_WEEKS) return
	throw new ServiceError('conflict', 'planner_weeks_exceeded', `Your account can keep at most ${MAX_WEEKS} weeks`)
}

/**
 * Caps row times at the current time, since a browser whose clock is ahead would win every later merge. Also removes text that
 * PostgreSQL can't store.
 */
function cleanReport(report: PlannerWeek, nowMs: number): PlannerWeek {
	const cleanRow = (row: PlannerRow): PlannerRow => ({
		...row,
		...Object.fromEntries(PLANNER_COLUMNS.map((column) => [column, row.removed ? '' : cleanCell(row[column]).text])),
		changedAt: Math.min(row.changedAt, nowMs),
	})
	const { text, changedAt } = report.focusArea
	const lookBack = parseLookBack(report.lookBack)
	return {
		week: report.week,
		focusArea: { text: cleanCell(text).text, changedAt: Math.min(changedAt, nowMs) },
		rows: report.rows.map(cleanRow),
		...(lookBack && { lookBack: { ...lookBack, changedAt: Math.min(lookBack.changedAt, nowMs) } }),
	}
}
