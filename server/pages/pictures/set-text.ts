import type { Font } from 'fontkit'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Loads the library at the first use, because it takes 11 MB of memory. */
const openFont = (bytes: Buffer) => (createRequire(import.meta.url)('fontkit') as typeof import('fontkit')).create(bytes)

/** Font files. The second has characters that the site's title font lacks. */
const FILES = [
	'@expo-google-fonts/besley/600SemiBold/Besley_600SemiBold.ttf',
	'@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
]

let opened: Font[] | undefined

function openFonts(): Font[] {
	opened ??= FILES.map((file) => {
		const font = openFont(readFileSync(createRequire(import.meta.url).resolve(file)))
		if (!('layout' in font)) throw new Error(`${file} contains more than one font`)
		return font
	})
	return opened
}

const headingFonts = new Map<string, Font>()

function openHeadingFont(data: string): Font {
	const known = headingFonts.get(data)
	if (known) return known
	const font = openFont(Buffer.from(data, 'base64')) as Font
	headingFonts.set(data, font)
	return font
}

function splitByFont(text: string, { isSans, headingFont }: Pick<Face, 'isSans' | 'headingFont'>): { font: Font; part: string }[] {
	const fonts = [...(headingFont ? [openHeadingFont(headingFont)] : []), ...(isSans ? openFonts().toReversed() : openFonts())]
	const runs: { font: Font; part: string }[] = []
	for (const letter of text) {
		const font = fonts.find((candidate) => candidate.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)) ?? (fonts.at(-1) as Font)
		const last = runs.at(-1)
		if (last?.font === font) last.part += letter
		else runs.push({ font, part: letter })
	}
	return runs
}

type Face = {
	isSans: boolean
	/** The operator's font in base64; null for the site's own. */ headingFont: string | null
	/** Letter spacing as a fraction of the font size. */ spacing: number
}

/** Converts a line to an SVG path in units of the font size, starting at 0 on the baseline. */
function outline(text: string, { spacing, ...face }: Face): { d: string; width: number } {
	let [d, width] = ['', 0]
	for (const { font, part } of splitByFont(text, face)) {
		const { glyphs, positions } = font.layout(part)
		for (const [index, glyph] of glyphs.entries()) {
			d += glyph.path
				.scale(1 / font.unitsPerEm, -1 / font.unitsPerEm)
				.translate(width, 0)
				.toSVG()
			width += (positions[index]?.xAdvance ?? 0) / font.unitsPerEm + spacing
		}
	}
	return { d, width: width - spacing }
}

/** Wraps the text into as few lines as possible, of similar length. */
function wrap(text: string, maxWidth: number, face: Face): string[] {
	const words = text.split(' ')
	const fill = (limit: number) =>
		words.reduce<string[]>((lines, word) => {
			const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
			return lines.length > 0 && outline(longer, face).width <= limit ? [...lines.slice(0, -1), longer] : [...lines, word]
		}, [])
	const few = fill(maxWidth)
	const narrower = Array.from({ length: 12 }, (_, step) => fill(maxWidth * 0.95 ** step))
	const raggedness = (lines: string[]) => {
		const widths = lines.map((line) => outline(line, face).width)
		return Math.max(...widths) - Math.min(...widths)
	}
	return narrower.filter(({ length }) => length === few.length).toSorted((one, other) => raggedness(one) - raggedness(other))[0] ?? few
}

type TextStyle = {
	size: number
	/** Maximum width of a line in pixels. */
	width: number
	lines?: number
	lineHeight?: number
	spacing?: number
	isSans: boolean
	fill: string
	/** The operator's font in base64, used first. */
	headingFont?: string | null
}
export type DrawnText = { svg: (x: number, y: number) => string; height: number }

/** Draws text as shapes, so that it looks the same on every machine. Shrinks the text until it fits, to no less than about 12 px. */
export function drawText(text: string, style: TextStyle): DrawnText {
	const { size, width, lines: maxLines = 1, lineHeight = 1.2, spacing = 0, isSans, fill, headingFont = null } = style
	const face = { isSans, headingFont, spacing }
	const lines = maxLines === 1 ? [text] : wrap(text, width / size, face)
	const drawn = lines.map((line) => outline(line, face))
	const fits = lines.length <= maxLines && drawn.every((line) => line.width * size <= width)
	if (!fits && size > 12) return drawText(text, { ...style, size: size * 0.94 })
	const step = size * lineHeight
	return {
		height: lines.length * step,
		svg: (x, y) =>
			drawn
				// Center the letters vertically in their line.
				.map(
					({ d }, index) =>
						`<path fill="${fill}" transform="translate(${x} ${y + step * (index + 0.5) + size * 0.34}) scale(${size})" d="${d}"/>`,
				)
				.join(''),
	}
}
