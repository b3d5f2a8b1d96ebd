import type { Content } from '#content/load-content.server.ts'
import { linkTexts } from '#content/marks/link-texts.server.ts'
import { type Place, type TextMarks, withoutMarks } from '#content/marks/text-marks.ts'
import { formatPrice } from '#domain/pricing/money.ts'
import { places } from '#server/console/shell/places.ts'

import { toFramedPage } from './compare-pages.ts'
import { placeAddress } from './place-address.ts'

/** In edit mode a click opens the field of a text; in look mode links lead to the previews of other pages. */
export type Mode = 'edit' | 'look'

export const readMode = (asked: string | null): Mode => (asked === 'look' ? 'look' : 'edit')

export const sitePreviewAddress = (page: string, mode: Mode): string =>
	`${places.contentSite}?${new URLSearchParams({ page, ...(mode === 'look' && { mode }) })}`

/** Shows what can be clicked, also in high contrast. */
const EDIT_STYLE =
	'<style>[data-edit]{cursor:pointer!important;color:inherit;text-decoration:inherit;border-radius:2px}' +
	'[data-edit]:hover,[data-edit]:focus-visible{outline:2px solid var(--accent,#06c)!important;outline-offset:3px}' +
	'a[data-edit]:has(>img,>svg){display:inline-block}</style>'

/** Prices that a page computes, by the words for them. */
function findPrices({ offers }: Content): ReadonlyMap<string, Place> {
	const prices = offers.flatMap(({ amountCents, regularAmountCents, currency }, index): [string, Place][] => [
		[formatPrice(amountCents, currency), { file: 'offers.json', field: `/offers/${index}/amountCents` }],
		[formatPrice(regularAmountCents, currency), { file: 'offers.json', field: `/offers/${index}/regularAmountCents` }],
	])
	// Of two offers with one price the first is meant.
	return new Map(prices.toReversed())
}

function findPicture(address: string, { content, marks }: Pick<Preview, 'content' | 'marks'>): Place | null {
	const [, slug = ''] = /^\/previews\/([a-z0-9-]+)\.svg$/.exec(address) ?? []
	const document = content.libraryDocuments.get(slug)
	return document ? { file: `documents/${slug}.${'blocks' in document ? 'md' : 'json'}`, whole: true } : marks.findPicture(address)
}

function leadTo(href: string, mode: Mode): Record<string, string> | null {
	const inside = href.startsWith(`${places.contentSiteFiles}/`) ? href.slice(places.contentSiteFiles.length) : null
	if (inside === null) return href.startsWith('#') ? { href } : null
	const { pathname } = new URL(inside, 'http://preview.invalid')
	return /\.[a-z0-9]+$/i.test(pathname) ? null : { href: sitePreviewAddress(pathname, mode), target: '_top' }
}

type Preview = { html: string; content: Content; marks: TextMarks; mode: Mode; describe: (place: Place) => string }

/** A page of the drafts for a frame: without scripts and marks, with links to the fields of its texts. */
export function framePage({ html, content, marks, mode, describe }: Preview): string {
	const prices = findPrices(content)
	const framed = linkTexts(toFramedPage(html, places.contentSiteFiles), {
		marks,
		isEditing: mode === 'edit',
		describe: (place) => ({ href: placeAddress(place), title: `Edit: ${describe(place)}` }),
		findByText: (text) => prices.get(text) ?? null,
		findByPicture: (address) => findPicture(address.replace(places.contentSiteFiles, ''), { content, marks }),
		lead: (href) => leadTo(href, mode),
	})
	return withoutMarks(mode === 'edit' ? framed.replace('</head>', `${EDIT_STYLE}</head>`) : framed)
}
