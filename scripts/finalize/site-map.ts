import type { Article } from '#content/schema/article.ts'
import { ORIGIN_TOKEN } from '#contracts/origin-token.ts'
import { paths } from '#contracts/paths.ts'

const isIndexed = (html: string) => !/<meta name="robots" content="[^"]*noindex/.test(html)

/** `modules/index.html` → `/modules`; the home page → `/`. */
export const pagePath = (file: string) => `/${file.replace(/(?:^|\/)index\.html$/, '')}`

/** Last day on which a page changed, where known: for articles, and for their list. */
function changedOn(path: string, articles: readonly Article[]): string | undefined {
	const dated = path === paths.blog ? articles : articles.filter(({ href }) => href === path)
	return dated
		.map(({ date, updated }) => updated ?? date)
		.toSorted()
		.at(-1)
}

/**
 * Every page that a search engine may list, in a fixed order. Files that start with `__` are not pages. The origin is a token
 * until the server, which knows it, reads the file (server/http/static/static-files.ts).
 */
export function siteMap(pages: ReadonlyMap<string, string>, articles: readonly Article[] = []): string {
	const listed = [...pages].filter(([file, html]) => !file.startsWith('__') && file.endsWith('index.html') && isIndexed(html))
	const urls = listed.map(([file]) => {
		const day = changedOn(pagePath(file), articles)
		return `<url><loc>${ORIGIN_TOKEN}${pagePath(file)}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>`
	})
	return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.toSorted().join('')}</urlset>\n`
}

export const robots = () => `User-agent: *\nAllow: /\nDisallow: /dev/\nSitemap: ${ORIGIN_TOKEN}/sitemap.xml\n`
