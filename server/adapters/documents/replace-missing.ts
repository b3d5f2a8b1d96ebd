import type { Pdf } from './sheet.ts'

/** Parts of a parsed font that pdfkit's types lack. */
type WithGlyphs = { _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } } }

const REPLACEMENT_CHARACTER = '?'
/** Characters at which the layout breaks lines, or which it drops. */
const LAYOUT = new Set(['\n', '\r', '\t'])

/**
 * Drops control characters and replaces glyphs missing in the current font with `?`.
 * @returns a copy of the same shape
 */
export function replaceMissing<T>(pdf: Pdf, source: T): T {
	const { font } = (pdf as unknown as WithGlyphs)._font
	const known = new Map<string, string>()
	const show = (character: string): string => {
		let shown = known.get(character)
		if (shown === undefined) {
			shown =
				LAYOUT.has(character) || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
					? character
					: /\p{C}/u.test(character)
						? ''
						: REPLACEMENT_CHARACTER
			known.set(character, shown)
		}
		return shown
	}
	const replace = (value: unknown): unknown => {
		if (typeof value === 'string') return Array.from(value, show).join('')
		if (Array.isArray(value)) return value.map(replace)
		if (typeof value !== 'object' || value === null) return value
		return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replace(each)]))
	}
	return replace(source) as T
}
