import site from '#content/site.json'

type PageWords = { title: string; description: string; path: string; noIndex?: boolean }

/** Origin known at build time, from SITE_URL (vite.config.ts). */
const origin: string = import.meta.env.VITE_SITE_URL ?? 'http://localhost:3000'

/** Title, description and the tags that link previews read. The home page's title is the site's. */
export function pageMeta({ title, description, path, noIndex = false }: PageWords) {
	const full = title === site.name ? `${site.name}: ${site.strapline}` : `${title} | ${site.name}`
	return [
		{ title: full },
		{ name: 'description', content: description },
		{ tagName: 'link', rel: 'canonical', href: origin + path } as const,
		{ property: 'og:title', content: full },
		{ property: 'og:description', content: description },
		{ property: 'og:url', content: origin + path },
		{ property: 'og:image', content: `${origin}/og.png` },
		...(noIndex ? [{ name: 'robots', content: 'noindex' }] : []),
	]
}
