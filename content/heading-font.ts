import { parseLocated, type ContentIssue } from './parse-located.ts'
import { type FontMetrics, readFont } from './read-font.ts'
import { type HeadingFont, HeadingFontSchema } from './schema/brand.ts'

/**
 * Returns the heading font with its metrics; null if there is none.
 * @throws Error that explains why the font is invalid
 */
export function openHeadingFont({ font }: HeadingFont): { bytes: Buffer; read: FontMetrics } | null {
	if (font === null) return null
	const bytes = Buffer.from(font.data, 'base64')
	const result = readFont(bytes)
	if (!result.ok) throw new Error(`The font ${font.name} cannot be used. ${result.problem}`)
	return { bytes, read: result.font }
}

export function checkHeadingFont(source: string): ContentIssue[] {
	const parsed = parseLocated(source, HeadingFontSchema)
	if (!parsed.ok) return parsed.issues
	try {
		openHeadingFont(parsed.value)
		return []
	} catch (error) {
		return [{ line: 1, message: error instanceof Error ? error.message : String(error) }]
	}
}
