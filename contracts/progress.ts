import { z } from 'zod'

import type { RefusalReason } from '#domain/progress/accept-entries.ts'
import { PROGRESS_KINDS } from '#domain/progress/progress-entry.ts'

/** Most entries in one call; a learner who did everything in the course has a few hundred. */
export const MAX_PROGRESS_ENTRIES = 2000

const DetailSchema = z
	.record(z.string().min(1).max(40), z.union([z.string().max(200), z.number(), z.boolean()]))
	.refine((detail) => Object.keys(detail).length <= 8, 'may have at most 8 facts')

export const ProgressEntrySchema = z.strictObject({
	kind: z.enum(PROGRESS_KINDS),
	key: z.string().min(1).max(120),
	done: z.boolean(),
	/** Milliseconds since 1970. */
	changedAt: z.int().min(0).max(8_640_000_000_000_000),
	detail: DetailSchema.optional(),
})

/** Body of `POST /api/progress/merge`: everything, or only what changed since the last call. */
export const MergeProgressRequestSchema = z.strictObject({ entries: z.array(ProgressEntrySchema).max(MAX_PROGRESS_ENTRIES) })

export type RefusedEntry = {
	kind: string
	key: string
	/** See domain/progress/accept-entries.ts. */
	reason: RefusalReason
}

/** Answer of `GET /api/progress`: all that the account holds. */
export type ProgressResponse = { entries: z.infer<typeof ProgressEntrySchema>[] }

/** Answer of the merge: the union of both sides, and the refused entries. A refused entry never blocks the others. */
export type MergeProgressResponse = ProgressResponse & { refused: RefusedEntry[] }
