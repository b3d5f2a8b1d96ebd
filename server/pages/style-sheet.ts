import { createHash } from 'node:crypto'

import type { Content } from '#content/load-content.server.ts'

import { paintStyles } from './brand/paint-brand.ts'
import { headingFont } from './heading-font.ts'
import { fontFaces, parseSheet, pruneStyles, withoutFontFaces } from './prune-styles.ts'

/** The style sheet of a release, in the brand's colors and fonts. @param css the built sheet, in the colors that it is written with */
export function styleSheet(css: string, { brand, headingFont: file }: Pick<Content, 'brand' | 'headingFont'>) {
	const heading = headingFont(file)
	const painted = paintStyles(css, brand) + (heading?.css ?? '')
	const rules = parseSheet(painted)
	const shared = withoutFontFaces(rules)
	const url = `/assets/site-${createHash('sha256').update(shared).digest('base64url').slice(0, 8)}.css`
	const faces = fontFaces(rules)
	/**
	 * The styles in the head of a page. The first pages carry their own part of the sheet, so that they show at once. A page of the course
	 * is not the first, and needs most of the sheet a moment later: it would load that part twice.
	 */
	const headOf = (address: string, html: string): string =>
		address.startsWith('/course/')
			? `<style>${faces}</style><link rel="stylesheet" href="${url}"/>`
			: `<style>${pruneStyles(rules, html)}</style>`
	return { url, shared, heading, headOf }
}
