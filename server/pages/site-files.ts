import type { Content } from '#content/load-content.server.ts'
import { renderArticle } from '#content/render-article.server.ts'
import type { Article } from '#content/schema/article.ts'
import { ORIGIN_TOKEN } from '#contracts/origin-token.ts'
import { paths } from '#contracts/paths.ts'
import { escapeMarkup } from '#domain/markup/escape-markup.ts'

const dayOf = (date: string) => new Date(`${date}T12:00:00Z`).toUTCString()

/** Makes URLs absolute, because feed readers show the text outside the site. */
const withAbsoluteUrls = (html: string) => html.replaceAll(/(href|src)="\//g, `$1="${ORIGIN_TOKEN}/`)

function item({ title, excerpt, href, date, category, body }: Article): string {
	const url = ORIGIN_TOKEN + href
	return (
		`<item><title>${escapeMarkup(title)}</title><link>${url}</link><guid isPermaLink="true">${url}</guid>` +
		`<pubDate>${dayOf(date)}</pubDate><category>${escapeMarkup(category)}</category><description>${escapeMarkup(excerpt)}</description>` +
		`<content:encoded>${escapeMarkup(withAbsoluteUrls(renderArticle(body).bodyHtml))}</content:encoded></item>`
	)
}

/** Builds an RSS 2.0 feed with full texts, newest first. The server fills in the origin, as in the sitemap. */
export function feed({ articles, blogWords, site }: Pick<Content, 'articles' | 'blogWords' | 'site'>): string {
	const { title, description } = blogWords.blog
	const newest = articles[0]?.date
	return (
		`<?xml version="1.0" encoding="UTF-8"?>\n` +
		`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>` +
		`<title>${escapeMarkup(`${site.name}: ${title}`)}</title><link>${ORIGIN_TOKEN}${paths.blog}</link>` +
		`<description>${escapeMarkup(description)}</description><language>en</language>` +
		`<atom:link href="${ORIGIN_TOKEN}${paths.feed}" rel="self" type="application/rss+xml"/>` +
		`${newest ? `<lastBuildDate>${dayOf(newest)}</lastBuildDate>` : ''}${articles.map(item).join('')}</channel></rss>\n`
	)
}

const isIndexed = (html: string) => !/<meta name="robots" content="[^"]*noindex/.test(html)

/** Returns the date of the last change. It's known only for articles and their list. */
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

/** Builds the web manifest. Its colors are the background of the light theme. */
export const webManifest = ({ site }: Pick<Content, 'site'>): string =>
	JSON.stringify({
		name: site.name,
		short_name: site.name,
		start_url: '/',
		display: 'minimal-ui',
		background_color: '#f7f0e1',
		theme_color: '#f7f0e1',
		icons: [
			{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
			{ src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
			{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
		],
	})
