import type { Font } from 'fontkit'
import { createRequire } from 'node:module'
import { brotliDecompressSync } from 'node:zlib'

/** Metrics of a font, as shares of its size. */
export type ReadFont = {
	name: string
	isSerif: boolean
	ascent: number
	/** Below the line, as a number above 0. */
	descent: number
	/** Width of a letter in a common heading font. */
	width: number
	/** Axes of a variable font, each with the value to keep: a heading's weight, else the default. */
	axes: Record<string, number>
	/** A line of text as an outline in units of its size, starting at 0 on the baseline 0. */
	outline: (text: string) => { d: string; width: number }
}

const HEADING_WEIGHT = 600
/** Its letters are about as frequent as in headings. */
export const USUAL_HEADING =
	'Build Your First Profitable Online Income Stream. How people start, what they ask first, and why they finish: questions and answers'
const NEEDED = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:?!-'"]

type Tables = { 'OS/2'?: { fsType: Record<string, boolean>; panose: number[]; sFamilyClass: number } }

/** Unpacked. A thousand bytes of WOFF2 can become a gigabyte. */
const MAX_BYTES = 10_000_000

type Directory = { tables: Record<string, { length: number; transformLength?: number | null }>; totalCompressedSize?: number }
/** `_dataPos`: where the packed tables of WOFF2 begin. */
type Packed = { directory?: Directory; _dataPos?: number }

/**
 * Loaded lazily: it takes a third of a second, and only reading a font needs it.
 * @throws Error for the older WOFF, which does not say how large it becomes, for what becomes too large, and for what becomes larger
 * than it says
 */
function openFont(bytes: Uint8Array) {
	const { create } = createRequire(import.meta.url)('fontkit') as typeof import('fontkit')
	if (Buffer.from(bytes).toString('latin1', 0, 4) === 'wOFF') throw new Error('an older kind')
	const font = create(Buffer.from(bytes))
	// Nothing is unpacked yet.
	const { directory, _dataPos: start } = font as unknown as Packed
	const size = Object.values(directory?.tables ?? {}).reduce((sum, { length, transformLength }) => sum + (transformLength ?? length), 0)
	if (!(size >= 0 && size <= MAX_BYTES)) throw new Error('too large')
	// The font library unpacks completely, whatever the directory says: half a gigabyte takes it half a minute.
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

/** The classes of OS/2 and PANOSE; a font that says nothing is taken for one without serifs. */
function hasSerifs({ panose, sFamilyClass }: NonNullable<Tables['OS/2']>): boolean {
	const [family = 0, serifs = 0] = panose
	if (family === 2 && serifs > 1) return serifs < 11
	const familyClass = sFamilyClass >> 8
	return (familyClass >= 1 && familyClass <= 5) || familyClass === 7
}

/** The embedding bits of OS/2: what its maker lets others do with the file. */
function findRestriction(fsType: Record<string, boolean>): string | null {
	if (fsType.noEmbedding)
		return 'Its maker does not allow it to be embedded anywhere (a restricted license). Ask for a license for the web.'
	if (fsType.viewOnly) return 'Its maker allows it for viewing and printing of documents alone. Ask for a license for the web.'
	if (fsType.noSubsetting || fsType.bitmapOnly)
		return 'Its maker does not allow parts of it to be used, and the site loads only its Latin letters.'
	return null
}

function findProblem(font: Font, tables: Tables): string | null {
	const missing = NEEDED.filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
	if (missing.length > 0)
		return `It lacks ${missing.slice(0, 8).join(' ')}${missing.length > 8 ? ' …' : ''}: headings need Latin letters, digits and signs.`
	if (NEEDED.some((letter) => outlineOf(font, letter).d === ''))
		return 'Some of its letters have no outline: it holds pictures, or nothing.'
	if (!tables['OS/2']) return 'It does not say what its license allows (it has no OS/2 table).'
	const { ascent, descent, unitsPerEm } = font
	const heights = [ascent / unitsPerEm, -descent / unitsPerEm]
	if (heights.some((height) => !(height >= 0 && height < 3)) || !(ascent > 0))
		return 'Its measures are wrong: a line would have no height, or too much.'
	return findRestriction(tables['OS/2'].fsType)
}

/**
 * Reads a font file: TTF, OTF or WOFF2.
 * @returns what pages need of it, or in a sentence why it cannot be the font of headings
 */
export function readFont(bytes: Uint8Array): { ok: true; font: ReadFont } | { ok: false; problem: string } {
	try {
		const font = openFont(bytes)
		if (!('layout' in font)) return { ok: false, problem: 'It holds several fonts. Give the file of one.' }
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
				width: font.layout(USUAL_HEADING).advanceWidth / font.unitsPerEm / USUAL_HEADING.length,
				axes: Object.fromEntries(own) as Record<string, number>,
				outline: (text) => outlineOf(font, text),
			},
		}
	} catch {
		return { ok: false, problem: 'It is no font that can be read: a TTF, OTF or WOFF2 file is needed.' }
	}
}
