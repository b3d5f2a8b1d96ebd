import { siteOrigin } from '#app/lib/site-origin.ts'

import type { Site } from './site.ts'

type PageWords = {
	title: string
	description: string
	/** Path of the canonical URL. Without it, search engines don't list the page. */
	path?: string
	/** Referrer policy of the page; by default, the one that the server sends. */
	referrer?: 'no-referrer' | 'same-origin'
	/** Path of the image for link previews, 1200 by 630 pixels. */
	image?: string | undefined
	/** Publication date; makes the page an article. */
	published?: string
	feed?: string
}

/** Matches as passed to `meta`; the first is the root. */
type Matches = readonly [{ loaderData: Site | undefined }, ...unknown[]]

/** Arguments of a page's `meta`. The generated type would be circular: it includes the type of `meta` itself. */
export type PageMetaArgs<Args extends object> = Omit<Args, 'matches'> & { matches: Matches }

/** Returns a page's meta tags; none if the root's data failed to load. The home page's title is the site's name and strapline. */
export function pageMeta(
	[{ loaderData: site }]: Matches,
	{ title, description, path, referrer, image = '/og.png', published, feed }: PageWords,
) {
	if (!site) return []
	const full = title === site.name ? `${site.name}: ${site.strapline}` : `${title} | ${site.name}`
	return [
		{ title: full },
		{ name: 'description', content: description },
		{ property: 'og:type', content: published ? 'article' : 'website' },
		{ property: 'og:site_name', content: site.name },
		{ property: 'og:title', content: full },
		{ property: 'og:description', content: description },
		{ property: 'og:image', content: siteOrigin + image },
		{ name: 'twitter:card', content: 'summary_large_image' },
		...(published ? [{ property: 'article:published_time', content: published }] : []),
		...(feed
			? [{ tagName: 'link', rel: 'alternate', type: 'application/rss+xml', title: `${site.name}: ${title}`, href: feed } as const]
			: []),
		...(referrer ? [{ name: 'referrer', content: referrer }] : []),
		...(path === undefined
			? [{ name: 'robots', content: 'noindex' }]
			: [{ tagName: 'link', rel: 'canonical', href: siteOrigin + path } as const, { property: 'og:url', content: siteOrigin + path }]),
	]
}

/** Returns the meta tags of a page about one step of a form; none if there is no such step. */
export const stepMeta = (matches: Matches, loaded: { words: { title: string; text: string } } | undefined) =>
	loaded ? pageMeta(matches, { title: loaded.words.title, description: loaded.words.text }) : []
