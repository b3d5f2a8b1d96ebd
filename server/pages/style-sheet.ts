import { createHash } from 'node:crypto'

import type { Content } from '#content/load-content.server.ts'

import { paintStyles } from './brand/paint-brand.ts'
import { fontFaces, parseSheet, pruneStyles, withoutFontFaces } from './prune-styles.ts'

/** The sheet that was parsed last. A draft uses the same one unless it changes the colors. */
let newest = { css: '', rules: parseSheet('') }

/** @param css built sheet in the default colors */
export function styleSheet(css: string, { brand, headingFace }: Pick<Content, 'brand' | 'headingFace'>) {
	const heading = headingFace()
	const painted = paintStyles(css, brand) + (heading?.css ?? '')
	if (newest.css !== painted) newest = { css: painted, rules: parseSheet(painted) }
	const { rules } = newest
	const shared = withoutFontFaces(rules)
	const url = `/assets/site-${createHash('sha256').update(shared).digest('base64url').slice(0, 8)}.css`
	const faces = fontFaces(rules)
	/**
	 * Returns a page's style elements. Landing pages inline the part of the sheet that they use, so that they show immediately. Course pages
	 * don't: learners soon need most of the sheet, so they would load that part twice.
	 */
	const headOf = (address: string, html: string): string =>
		address.startsWith('/course/')
			? `<style>${faces}</style><link rel="stylesheet" href="${url}"/>`
			: `<style>${pruneStyles(rules, html)}</style>`
	return { url, shared, heading, headOf }
}
