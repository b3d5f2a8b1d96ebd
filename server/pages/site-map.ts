import type { Article } from '#content/schema/article.ts'
import { ORIGIN_TOKEN } from '#contracts/origin-token.ts'
import { paths } from '#contracts/paths.ts'

const isIndexed = (html: string) => !/<meta name="robots" content="[^"]*noindex/.test(html)

/** Returns the date of the last change, which is only known for articles and their list. */
function changedOn(path: string, articles: readonly Article[]): string | undefined {
	const dated = path === paths.blog ? articles : articles.filter(({ href }) => href === path)
	return dated
		.map(({ date, updated }) => updated ?? date)
		.toSorted()
		.at(-1)
}

/**
 * Builds the sitemap: indexable pages in a fixed order. The origin is a placeholder until the file is served.
 * @param pages HTML of the pages by path
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
