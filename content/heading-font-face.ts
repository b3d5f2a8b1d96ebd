import { createHash } from 'node:crypto'

import { openHeadingFont } from './heading-font.ts'
import type { HeadingFont } from './schema/brand.ts'

/**
 * Fonts shown until the heading font has loaded, with their average letter width in a typical heading. Measured on the Liberation
 * fonts, which have the same metrics as Times New Roman and Arial.
 */
const FALLBACK_FONTS = {
	serif: {
		width: 0.4317,
		names: ['Times New Roman Bold', 'TimesNewRomanPS-BoldMT', 'Liberation Serif Bold', 'Tinos Bold'],
	},
	sans: {
		width: 0.4773,
		names: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Arimo Bold'],
	},
}

const percent = (share: number) => `${Number((share * 100).toFixed(1))}%`

/**
 * Builds a font face for all weights, so that browsers don't synthesize bold. Heights are explicit, because systems read them
 * from different font tables.
 */
const face = (family: string, parts: string) => `@font-face{font-family:"${family}";font-weight:100 900;${parts};line-gap-override:0%}`

function prepare(file: HeadingFont) {
	const font = openHeadingFont(file)
	if (font === null) return null
	const { bytes, read } = font
	const url = `/assets/heading-${createHash('sha256').update(bytes).digest('base64url').slice(0, 8)}.woff2`
	const fallback = FALLBACK_FONTS[read.isSerif ? 'serif' : 'sans']
	const scale = read.width / fallback.width
	const heights = (by: number) => `ascent-override:${percent(read.ascent / by)};descent-override:${percent(read.descent / by)}`
	const locals = fallback.names.map((name) => `local("${name}")`).join()
	const faces = [
		face('Heading', `src:url(${url}) format("woff2");font-display:swap;${heights(1)}`),
		face('Heading stand-in', `src:${locals};size-adjust:${percent(scale)};${heights(scale)}`),
	]
	const rule = 'h1,h2,h3,h4{font-family:"Heading","Heading stand-in",var(--font-sans)}'
	return { bytes, url, faces: faces.join(''), rule, css: faces.join('') + rule }
}

const prepared = new WeakMap<HeadingFont, ReturnType<typeof prepare>>()

/** Prepares the heading font, once per release; null if the operator provided none. */
export function prepareHeadingFont(file: HeadingFont): ReturnType<typeof prepare> {
	const known = prepared.get(file)
	if (known !== undefined) return known
	const font = prepare(file)
	prepared.set(file, font)
	return font
}
