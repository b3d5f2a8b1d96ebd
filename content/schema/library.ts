import { z } from 'zod'

import { DOCUMENT_GROUPS, DocumentSlugSchema } from './document.ts'
import { BlurbSchema, hasUniqueIds, IdSchema, TextSchema } from './primitives.ts'

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
	/** Names the picture of a document's first page; `{title}` is the document. */
	pictureLabel: TextSchema,
	purposes: z.strictObject({
		question: TextSchema,
		all: TextSchema,
		/** `{shown}` of `{total}`. */
		shown: TextSchema,
		/** A document may serve several. */
		items: z
			.array(z.strictObject({ id: IdSchema, label: TextSchema, documents: z.array(DocumentSlugSchema).min(1) }))
			.min(2)
			.refine(hasUniqueIds, 'ids must differ'),
	}),
	examples: z.strictObject({
		label: TextSchema,
		note: TextSchema,
		/** Examples of text documents, by slug; a workbook shows its first example row. */
		items: z.record(
			DocumentSlugSchema,
			z
				.array(z.strictObject({ label: TextSchema, value: TextSchema }))
				.min(2)
				.max(6),
		),
	}),
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
	/** Messages for download links that were refused. */
	refused: z.strictObject({ title: TextSchema, expired: TextSchema, closed: TextSchema, invalid: TextSchema }),
	noScript: TextSchema,
})
export type LibraryWords = z.infer<typeof LibraryWordsSchema>
