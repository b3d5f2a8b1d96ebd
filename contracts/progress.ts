import { z } from 'zod'

import type { RefusalReason } from '#domain/progress/accept-entries.ts'
import { PROGRESS_KINDS } from '#domain/progress/progress-entry.ts'

/** Maximum number of entries per call; completing the whole course takes a few hundred. */
export const MAX_PROGRESS_ENTRIES = 2000

const DetailSchema = z
	.record(z.string().min(1).max(40), z.union([z.string().max(200), z.number(), z.boolean()]))
	.refine((detail) => Object.keys(detail).length <= 8, 'may have at most 8 facts')

export const ProgressEntrySchema = z.strictObject({
	kind: z.enum(PROGRESS_KINDS),
	key: z.string().min(1).max(120),
	done: z.boolean(),
	/** In milliseconds since 1970. */
	changedAt: z.int().min(0).max(8_640_000_000_000_000),
	detail: DetailSchema.optional(),
})

/** Body of `POST /api/progress/merge`: all entries, or only those that changed since the last call. */
export const MergeProgressRequestSchema = z.strictObject({ entries: z.array(ProgressEntrySchema).max(MAX_PROGRESS_ENTRIES) })

export type RefusedEntry = {
	kind: string
	key: string
	/** Reason for the refusal, from domain/progress/accept-entries.ts. */
	reason: RefusalReason
}

/** Response of `GET /api/progress`: all entries of the account. */
export type ProgressResponse = { entries: z.infer<typeof ProgressEntrySchema>[] }

/** Response of the merge: the merged entries, and those that were refused. A refused entry doesn't block the others. */
export type MergeProgressResponse = ProgressResponse & { refused: RefusedEntry[] }
