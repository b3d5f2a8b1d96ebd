import { z } from 'zod'

import { IdSchema, ResourceTypeSchema, TextSchema } from './primitives.ts'

const heading = {
	id: IdSchema,
	title: TextSchema,
	description: TextSchema,
	/** File name of a free document in content/documents, e.g. `star-story-cards.pdf`. It is used instead of the generated text. */
	document: z
		.string()
		.regex(/^[a-z0-9-]+\.(?:pdf|docx|xlsx|csv)$/, 'must be the name of a file, like roadmap.pdf')
		.optional(),
}

/** A text to fill in; an empty string in `lines` is a blank line. */
const DocumentSchema = z.strictObject({
	...heading,
	kind: z.literal('document'),
	type: ResourceTypeSchema.exclude(['sheet']),
	intro: z.array(TextSchema).meta({ entry: 'paragraph' }),
	sections: z.array(z.strictObject({ heading: TextSchema, lines: z.array(z.string()) })).min(1),
})

/** A table, exported as CSV. */
const SheetSchema = z
	.strictObject({
		...heading,
		kind: z.literal('sheet'),
		type: z.literal('sheet'),
		columns: z.array(TextSchema).min(1),
		rows: z.array(z.array(z.string()).meta({ entry: 'cell' })).min(1),
	})
	.refine(({ columns, rows }) => rows.every((row) => row.length === columns.length), {
		path: ['rows'],
		message: 'every row needs one cell per column',
	})

/** content/downloads/<id>.json: content from which a file is generated. */
export const DownloadSourceSchema = z
	.discriminatedUnion('kind', [DocumentSchema, SheetSchema])
	.refine(({ type, document }) => type !== 'doc' || document === undefined || document.endsWith('.docx'), {
		path: ['document'],
		message: 'a resource of type doc is a DOCX file',
	})
export type DownloadSource = z.infer<typeof DownloadSourceSchema>

export type Download = {
	id: string
	title: string
	description: string
	type: z.infer<typeof ResourceTypeSchema>
	/** Title in lower case with hyphens; `.csv` for tables, otherwise `.txt`. */
	fileName: string
	mediaType: 'text/plain' | 'text/csv'
	previewContent: string
	/** URL of the actual document; null if the generated text is the file. */
	href: string | null
}
