import { z } from 'zod'

import { DocumentSlugSchema } from './document.ts'

const FileSchema = z.strictObject({
	/** Rounded up: a packed file differs by a few bytes each time it is made. */
	kilobytes: z.int().min(1),
	/** Page count of a PDF. */
	pages: z.int().min(1).optional(),
})

/** content/document-sizes.json: how large the files of the library are, written by scripts/measure-documents.ts. */
export const DocumentSizesSchema = z.record(
	DocumentSlugSchema,
	z.strictObject({ pdf: FileSchema.optional(), docx: FileSchema.optional(), xlsx: FileSchema.optional(), csv: FileSchema.optional() }),
)
export type DocumentSizes = z.infer<typeof DocumentSizesSchema>
