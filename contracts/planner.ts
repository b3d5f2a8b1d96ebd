import { z } from 'zod'

import { isWeek } from '#domain/clock/week-date.ts'
import { MAX_EARNED_CENTS, MAX_HOURS, MAX_WORKED_LENGTH } from '#domain/planner/look-back.ts'
import { MAX_CELL_LENGTH, MAX_WEEK_ROWS, MAX_STORED_ROWS, type PlannerWeek } from '#domain/planner/planner-week.ts'
import { fitsOnPaper, MAX_PRINTED_LINES } from '#domain/planner/printed-lines.ts'
import type { StorageUse } from '#domain/storage/storage-quotas.ts'

const CellSchema = z.string().max(MAX_CELL_LENGTH)
/** In milliseconds since 1970. */
const MomentSchema = z.int().min(0).max(8_640_000_000_000_000)
const WeekSchema = z.string().refine(isWeek, 'must be a Monday, YYYY-MM-DD, between 2000 and 2099')
const cells = { ideaName: CellSchema, whatImDoing: CellSchema, timeNeeded: CellSchema, platform: CellSchema, weeklyGoal: CellSchema }

const RowSchema = z.strictObject({
	id: z.string().regex(/^[\w-]{1,60}$/),
	completed: z.boolean(),
	...cells,
	place: z.int().min(0).max(1_000_000),
	changedAt: MomentSchema,
	removed: z.boolean(),
})

const LookBackSchema = z.strictObject({
	hours: z.number().min(0).max(MAX_HOURS).nullable(),
	earnedCents: z.int().min(0).max(MAX_EARNED_CENTS).nullable(),
	worked: z.string().max(MAX_WORKED_LENGTH),
	changedAt: MomentSchema,
})

/** Body of `POST /api/planner/merge`: a week as stored in the browser. */
export const MergePlannerRequestSchema = z.strictObject({
	week: WeekSchema,
	focusArea: z.strictObject({ text: CellSchema, changedAt: MomentSchema }),
	/** Missing if nothing was entered. Older versions of the page never send it. */
	lookBack: LookBackSchema.optional(),
	rows: z
		.array(RowSchema)
		.max(MAX_STORED_ROWS)
		.refine((rows) => rows.filter(({ removed }) => !removed).length <= MAX_WEEK_ROWS, `may have at most ${MAX_WEEK_ROWS} rows`)
		.refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length, 'must not contain a row twice'),
})

/** Response of the merge: the account's version of the week, and the storage that all weeks use. */
export type MergePlannerResponse = { week: PlannerWeek; storage: StorageUse }

/** Query of `GET /api/planner`: returns weeks older than `before`, or the newest ones without it. */
export const PlannerQuerySchema = z.strictObject({ before: WeekSchema.optional() })

/** Response of `GET /api/planner`: weeks of the account, newest first. `next`: value of `?before=` for the next page, or null. */
export type PlannerResponse = { weeks: PlannerWeek[]; next: string | null; storage: StorageUse }

/** Body of `POST /api/planner/pdf`: the week to print. Nothing is stored. */
export const PrintPlannerRequestSchema = z
	.strictObject({
		/** Date as shown on the page, e.g. "November 16, 2026". */
		weekOf: z.string().max(60),
		focusArea: CellSchema,
		rows: z.array(z.strictObject({ completed: z.boolean(), ...cells })).max(MAX_WEEK_ROWS),
	})
	.refine(fitsOnPaper, `may have at most ${MAX_PRINTED_LINES} lines together`)
export type PrintPlannerRequest = z.infer<typeof PrintPlannerRequestSchema>
