import { z } from 'zod'

/** A font for headings that the operator gave; null where headings are set in the font of the brand. */
export const HEADING_FONT_FILE = 'heading-font.json'

/** Pages load it first, and it is a text in the database. */
const MAX_BYTES = 100_000

export const HeadingFontSchema = z.strictObject({
	font: z
		.strictObject({
			name: z.string().min(1).max(100),
			/** A WOFF2 file of one weight, with Latin letters alone: the console makes it of the file that is uploaded. */
			data: z.base64().max(Math.ceil(MAX_BYTES / 3) * 4, `must be ${MAX_BYTES / 1000} kB at most`),
		})
		.nullable(),
})
export type HeadingFont = z.infer<typeof HeadingFontSchema>
