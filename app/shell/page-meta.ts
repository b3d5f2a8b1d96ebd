import site from '#content/site.json'

type PageWords = { title: string; description: string; path: string; noIndex?: boolean }

/** Public origin when the build was told one (vite.config.ts), else empty: a guessed canonical address would be worse than none. */
const origin: string = import.meta.env.VITE_SITE_URL

/** Title, description and the tags that link previews read. The home page's title is the site's. */
export function pageMeta({ title, description, path, noIndex = false }: PageWords) {
	const full = title === site.name ? `${site.name}: ${site.strapline}` : `${title} | ${site.name}`
	return [
		{ title: full },
		{ name: 'description', content: description },
		{ property: 'og:title', content: full },
		{ property: 'og:description', content: description },
		{ property: 'og:image', content: `${origin}/og.png` },
		...(origin
			? [{ tagName: 'link', rel: 'canonical', href: origin + path } as const, { property: 'og:url', content: origin + path }]
			: []),
		...(noIndex ? [{ name: 'robots', content: 'noindex' }] : []),
	]
}
