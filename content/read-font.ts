import type { Font } from 'fontkit'
import { createRequire } from 'node:module'
import { brotliDecompressSync } from 'node:zlib'

/** Metrics of a font, relative to its size. */
export type FontMetrics = {
	name: string
	isSerif: boolean
	ascent: number
	/** Depth below the baseline, as a positive number. */
	descent: number
	/** Average character width in a typical heading. */
	width: number
	/** Values for the axes of a variable font: the headings' weight, otherwise the default. */
	axes: Record<string, number>
	/** Returns a line of text as a path, relative to the font size, starting at 0 on the baseline. */
	outline: (text: string) => { d: string; width: number }
}

const HEADING_WEIGHT = 600
/** Sample text in which letters are about as frequent as in headings. */
export const SAMPLE_HEADING =
	'Build Your First Profitable Online Income Stream. How people start, what they ask first, and why they finish: questions and answers'
const NEEDED = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:?!-'"]

type Tables = { 'OS/2'?: { fsType: Record<string, boolean>; panose: number[]; sFamilyClass: number } }

/** Maximum decompressed size, because a thousand bytes of WOFF2 can expand to a gigabyte. */
const MAX_BYTES = 10_000_000

type Directory = { tables: Record<string, { length: number; transformLength?: number | null }>; totalCompressedSize?: number }
/** `_dataPos`: offset of the compressed tables in a WOFF2 file. */
type Packed = { directory?: Directory; _dataPos?: number }

/**
 * Opens a font with a lazily imported library, because importing it takes a third of a second.
 * @throws Error for WOFF 1, which doesn't declare its decompressed size, and for a font that is too large or larger than declared
 */
function openFont(bytes: Uint8Array) {
	const { create } = createRequire(import.meta.url)('fontkit') as typeof import('fontkit')
	if (Buffer.from(bytes).toString('latin1', 0, 4) === 'wOFF') throw new Error('an older kind')
	const font = create(Buffer.from(bytes))
	// Only the directory has been read so far; nothing is decompressed.
	const { directory, _dataPos: start } = font as unknown as Packed
	const size = Object.values(directory?.tables ?? {}).reduce((sum, { length, transformLength }) => sum + (transformLength ?? length), 0)
	if (!(size >= 0 && size <= MAX_BYTES)) throw new Error('too large')
	// Fails early if the font is larger than declared. Otherwise the library would decompress all of it: half a gigabyte, in half a minute.
	if (start !== undefined && directory?.totalCompressedSize !== undefined)
		brotliDecompressSync(bytes.subarray(start, start + directory.totalCompressedSize), { maxOutputLength: Math.max(1, size) })
	return font
}

function outlineOf(font: Font, text: string): { d: string; width: number } {
	const { glyphs, positions } = font.layout(text)
	let [d, width] = ['', 0]
	for (const [index, glyph] of glyphs.entries()) {
		d += glyph.path
			.scale(1 / font.unitsPerEm, -1 / font.unitsPerEm)
			.translate(width, 0)
			.toSVG()
		width += (positions[index]?.xAdvance ?? 0) / font.unitsPerEm
	}
	return { d, width }
}

/** True if a font has serifs, by its PANOSE digits or its OS/2 class. A font without them counts as sans-serif. */
function hasSerifs({ panose, sFamilyClass }: NonNullable<Tables['OS/2']>): boolean {
	const [family = 0, serifs = 0] = panose
	if (family === 2 && serifs > 1) return serifs < 11
	const familyClass = sFamilyClass >> 8
	return (familyClass >= 1 && familyClass <= 5) || familyClass === 7
}

/** Describes the license restriction in the OS/2 table's embedding bits; null if there is none. */
function findRestriction(fsType: Record<string, boolean>): string | null {
	if (fsType.noEmbedding) return 'Its license doesn’t allow embedding. Get a web font license for it.'
	if (fsType.viewOnly) return 'Its license only allows embedding in documents for viewing and printing. Get a web font license for it.'
	if (fsType.noSubsetting || fsType.bitmapOnly) return 'Its license doesn’t allow subsetting, but the site loads only its Latin letters.'
	return null
}

function findProblem(font: Font, tables: Tables): string | null {
	const missing = NEEDED.filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
	if (missing.length > 0)
		return `It lacks ${missing.slice(0, 8).join(' ')}${missing.length > 8 ? ' …' : ''}: headings need Latin letters, digits and signs.`
	if (NEEDED.some((letter) => outlineOf(font, letter).d === '')) return 'Some of its letters have no outlines: they’re pictures or empty.'
	if (!tables['OS/2']) return 'It doesn’t say what its license allows (it has no OS/2 table).'
	const { ascent, descent, unitsPerEm } = font
	const heights = [ascent / unitsPerEm, -descent / unitsPerEm]
	if (heights.some((height) => !(height >= 0 && height < 3)) || !(ascent > 0))
		return 'Its metrics are invalid: lines would have no height, or too much.'
	return findRestriction(tables['OS/2'].fsType)
}

/**
 * Reads TTF, OTF or WOFF2.
 * @returns the font's metrics, or a sentence explaining why it can't be used for headings
 */
export function readFont(bytes: Uint8Array): { ok: true; font: FontMetrics } | { ok: false; problem: string } {
	try {
		const font = openFont(bytes)
		if (!('layout' in font)) return { ok: false, problem: 'It contains several fonts. Upload a file with only one.' }
		const tables = font as unknown as Tables
		const problem = findProblem(font, tables)
		if (problem !== null || !tables['OS/2']) return { ok: false, problem: problem ?? '' }
		const own = Object.entries(font.variationAxes).map(([tag, axis]) => [
			tag,
			tag === 'wght' && axis ? Math.min(axis.max, Math.max(axis.min, HEADING_WEIGHT)) : (axis?.default ?? 0),
		])
		return {
			ok: true,
			font: {
				name: String(font.fullName || font.familyName || 'A font without a name').slice(0, 100),
				isSerif: hasSerifs(tables['OS/2']),
				ascent: font.ascent / font.unitsPerEm,
				descent: -font.descent / font.unitsPerEm,
				width: font.layout(SAMPLE_HEADING).advanceWidth / font.unitsPerEm / SAMPLE_HEADING.length,
				axes: Object.fromEntries(own) as Record<string, number>,
				outline: (text) => outlineOf(font, text),
			},
		}
	} catch {
		return { ok: false, problem: 'It isn’t a readable font. Upload a TTF, OTF or WOFF2 file.' }
	}
}
