import type { Article } from '#content/schema/article.ts'
import { ORIGIN_TOKEN } from '#contracts/origin-token.ts'
import { paths } from '#contracts/paths.ts'

const isIndexed = (html: string) => !/<meta name="robots" content="[^"]*noindex/.test(html)

/** Last day on which a page changed, where known: for articles, and for their list. */
function changedOn(path: string, articles: readonly Article[]): string | undefined {
	const dated = path === paths.blog ? articles : articles.filter(({ href }) => href === path)
	return dated
		.map(({ date, updated }) => updated ?? date)
		.toSorted()
		.at(-1)
}

/**
 * Every page that a search engine may list, in a fixed order. The origin is a token until the file is served.
 * @param pages the HTML of each, by address
 */
export function siteMap(pages: ReadonlyMap<string, string>, articles: readonly Article[] = []): string {
	const urls = [...pages]
		.filter(([, html]) => isIndexed(html))
		.map(([address]) => {
			const day = changedOn(address, articles)
			return `<url><loc>${ORIGIN_TOKEN}${address}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>`
		})
	return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.toSorted().join('')}</urlset>\n`
}

export const robots = () => `User-agent: *\nAllow: /\nDisallow: /dev/\nSitemap: ${ORIGIN_TOKEN}/sitemap.xml\n`
