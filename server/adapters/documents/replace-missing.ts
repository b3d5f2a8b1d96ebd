import type { Pdf } from './sheet.ts'

/** The part of a parsed font that pdfkit's types leave out. */
type WithGlyphs = { _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } } }

/** Replaces a character that the font lacks. */
const STAND_IN = '?'
/** No glyph is looked for: these break lines or are cleared away where text is laid out. */
const LAYOUT = new Set(['\n', '\r', '\t'])

/** @returns a value of the same shape whose texts the current font can show: without control characters, `?` for missing glyphs */
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
						: STAND_IN
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
