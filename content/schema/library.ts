import { z } from 'zod'

import { DOCUMENT_GROUPS } from './document.ts'
import { BlurbSchema, TextSchema } from './primitives.ts'

/** content/library.json: the texts of /templates. The documents themselves are in content/documents. */
export const LibraryWordsSchema = z.strictObject({
	title: TextSchema,
	description: TextSchema,
	intro: TextSchema,
	freeLabel: TextSchema,
	paidLabel: TextSchema,
	contentsLabel: TextSchema,
	formats: z.strictObject({ pdf: TextSchema, docx: TextSchema, xlsx: TextSchema, csv: TextSchema }),
	groups: z.record(z.enum(DOCUMENT_GROUPS), BlurbSchema),
	locked: z.strictObject({
		title: TextSchema,
		text: TextSchema,
		/** Shown where the download buttons will be. */
		note: TextSchema,
		buyLabel: TextSchema,
		busyLabel: TextSchema,
		signInLabel: TextSchema,
	}),
	open: BlurbSchema,
	looking: TextSchema,
	failed: z.strictObject({ title: TextSchema, text: TextSchema, retry: TextSchema }),
	/** Why a download link led back here. */
	refused: z.strictObject({ title: TextSchema, expired: TextSchema, closed: TextSchema, invalid: TextSchema }),
	noScript: TextSchema,
})
export type LibraryWords = z.infer<typeof LibraryWordsSchema>
