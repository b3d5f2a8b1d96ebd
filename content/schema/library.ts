import { z } from 'zod'

import { DOCUMENT_GROUPS, DocumentSlugSchema } from './document.ts'
import { BlurbSchema, hasUniqueIds, IdSchema, TextSchema } from './primitives.ts'

/** content/library.json: texts of /templates. The documents are in content/documents. */
export const LibraryWordsSchema = z.strictObject({
	title: TextSchema,
	description: TextSchema,
	intro: TextSchema,
	freeLabel: TextSchema,
	paidLabel: TextSchema,
	contentsLabel: TextSchema,
	formats: z.strictObject({ pdf: TextSchema, docx: TextSchema, xlsx: TextSchema, csv: TextSchema }),
	groups: z.record(z.enum(DOCUMENT_GROUPS), BlurbSchema),
	/** Label of the picture of a document's first page; `{title}`: the document's title. */
	pictureLabel: TextSchema,
	purposes: z.strictObject({
		question: TextSchema,
		all: TextSchema,
		/** `{shown}` and `{total}`: numbers of documents. */
		shown: TextSchema,
		/** Purposes for filtering; a document may have several. */
		items: z
			.array(z.strictObject({ id: IdSchema, label: TextSchema, documents: z.array(DocumentSlugSchema).min(1) }))
			.min(2)
			.refine(hasUniqueIds, 'has two entries with the same short name: change one of them'),
	}),
	examples: z.strictObject({
		label: TextSchema,
		note: TextSchema,
		/** Examples of text documents by slug; a workbook shows its first example row instead. */
		items: z.record(
			DocumentSlugSchema,
			z
				.array(z.strictObject({ label: TextSchema, value: TextSchema }))
				.min(2)
				.max(6)
				.meta({ entry: 'line' }),
		),
	}),
	locked: z.strictObject({
		title: TextSchema,
		text: TextSchema,
		note: TextSchema,
		buyLabel: TextSchema,
		busyLabel: TextSchema,
		signInLabel: TextSchema,
	}),
	open: BlurbSchema,
	looking: TextSchema,
	failed: z.strictObject({ title: TextSchema, text: TextSchema, retry: TextSchema }),
	refused: z.strictObject({ title: TextSchema, expired: TextSchema, closed: TextSchema, invalid: TextSchema }),
	noScript: TextSchema,
})
export type LibraryWords = z.infer<typeof LibraryWordsSchema>
