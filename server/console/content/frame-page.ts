import type { Content } from '#content/load-content.server.ts'
import { linkTexts } from '#content/marks/link-texts.server.ts'
import { markDifferences } from '#content/marks/mark-differences.server.ts'
import { type Place, type TextMarks, withoutMarks } from '#content/marks/text-marks.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { formatPrice } from '#domain/pricing/money.ts'

import { readPageAddress, toFramedPage } from './lesson-pages.ts'
import { toPlaceUrl } from './place-address.ts'

/** In edit mode a click on a text opens its field; in look mode links open previews of other pages. */
export type PreviewMode = 'edit' | 'look'

/** Drafts included in a preview: all, those that Publish would include, or one file's. */
export type PreviewedDrafts = 'all' | 'unscheduled' | { file: string }

export const readPreviewedDrafts = (value: string | null): PreviewedDrafts =>
	value === null ? 'all' : value === 'unscheduled' ? value : { file: value }

const toDraftsQuery = (drafts: PreviewedDrafts) => (drafts === 'all' ? {} : { drafts: typeof drafts === 'string' ? drafts : drafts.file })

export function withQuery(address: string, { mode, drafts, ...others }: { mode: string; drafts: PreviewedDrafts; page?: string }): string {
	const [path, own] = address.split('?')
	const query = new URLSearchParams(own)
	for (const [name, value] of Object.entries({ ...others, ...(mode !== 'edit' && { mode }), ...toDraftsQuery(drafts) }))
		query.set(name, value)
	return query.size === 0 ? address : `${path}?${query.toString()}`
}

/** Outlines clickable parts, even in high-contrast mode. */
const EDIT_STYLE =
	'<style>[data-edit]{cursor:pointer!important;border-radius:2px}' +
	// Elements with a class, such as buttons, keep their own colors.
	'[data-edit]:not([class]){color:inherit;text-decoration:inherit}' +
	'[data-edit]:hover,[data-edit]:focus-visible{outline:2px solid var(--accent,#06c)!important;outline-offset:3px}' +
	'a[data-edit]:has(>img,>svg){display:inline-block}</style>'

/** Maps formatted prices to their fields, because pages show computed prices that carry no marker. */
function findPrices({ offers }: Content): ReadonlyMap<string, Place> {
	const prices = offers.flatMap(({ amountCents, regularAmountCents, currency }, index): [string, Place][] => [
		[formatPrice(amountCents, currency), { file: 'offers.json', field: `/offers/${index}/amountCents` }],
		[formatPrice(regularAmountCents, currency), { file: 'offers.json', field: `/offers/${index}/regularAmountCents` }],
	])
	// If two offers have the same price, the first one wins.
	return new Map(prices.toReversed())
}

function findPicture(address: string, { content, marks }: Pick<Preview, 'content' | 'marks'>): Place | null {
	const [, slug = ''] = /^\/previews\/([a-z0-9-]+)\.svg$/.exec(address) ?? []
	const document = content.libraryDocuments.get(slug)
	return document ? { file: `documents/${slug}.${'blocks' in document ? 'md' : 'json'}`, whole: true } : marks.findPicture(address)
}

function leadTo(href: string, { mode, drafts }: Preview): Record<string, string> | null {
	const inside = href.startsWith(`${consolePaths.contentSiteFiles}/`) ? href.slice(consolePaths.contentSiteFiles.length) : null
	if (inside === null) return href.startsWith('#') ? { href } : null
	const url = new URL(inside, 'http://preview.invalid')
	if (/\.[a-z0-9]+$/i.test(url.pathname)) return null
	return { href: withQuery(consolePaths.contentSite, { page: readPageAddress(url), mode, drafts }), target: '_top' }
}

type Preview = {
	html: string
	content: Content
	marks: TextMarks
	mode: PreviewMode
	drafts: PreviewedDrafts
	describe: (place: Place) => string
}

/** Removes scripts and markers. In edit mode, texts link to their fields; otherwise, links lead to previews of other pages. */
export function framePage(preview: Preview): string {
	const { html, content, marks, mode, describe } = preview
	const prices = findPrices(content)
	const framed = linkTexts(toFramedPage(html, consolePaths.contentSiteFiles), {
		marks,
		isEditing: mode === 'edit',
		describe: (place) => ({ href: toPlaceUrl(place), title: `Edit: ${describe(place)}` }),
		findByText: (text) => prices.get(text) ?? null,
		findByPicture: (address) => findPicture(address.replace(consolePaths.contentSiteFiles, ''), { content, marks }),
		lead: (href) => leadTo(href, preview),
	})
	return withoutMarks(mode === 'edit' ? framed.replace('</head>', `${EDIT_STYLE}</head>`) : framed)
}

const CHANGED_STYLE =
	'<style>a,button,summary{pointer-events:none}[data-changed]{outline:4px solid var(--accent,#06c)!important;outline-offset:4px}</style>'

/**
 * Prepares one of two versions of a page: inert, with differences marked.
 * @param other the other version; '' if there is none
 */
export const frameVersion = (html: string, other: string): string =>
	markDifferences(toFramedPage(html, consolePaths.contentSiteFiles), toFramedPage(other, consolePaths.contentSiteFiles))
		.replaceAll(/(<a\b[^>]*?) href="[^"]*"/g, '$1')
		.replace('</head>', `${CHANGED_STYLE}</head>`)
