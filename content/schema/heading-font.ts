import { z } from 'zod'

/** content/heading-font.json: a heading font uploaded by the operator; null to use the brand's font. */
export const HEADING_FONT_FILE = 'heading-font.json'

/** Kept small: pages load it first, and it is stored as text in the database. */
const MAX_BYTES = 100_000

export const HeadingFontSchema = z.strictObject({
	font: z
		.strictObject({
			name: z.string().min(1).max(100),
			/** WOFF2 file with one weight and only Latin letters, which the console creates from the upload. */
			data: z.base64().max(Math.ceil(MAX_BYTES / 3) * 4, `must be ${MAX_BYTES / 1000} kB at most`),
		})
		.nullable(),
})
export type HeadingFont = z.infer<typeof HeadingFontSchema>
