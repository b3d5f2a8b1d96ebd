import type { Content } from '#content/load-content.server.ts'
import { renderArticle } from '#content/render-article.server.ts'
import type { Article } from '#content/schema/article.ts'
import { ORIGIN_TOKEN } from '#contracts/origin-token.ts'
import { paths } from '#contracts/paths.ts'
import { escapeMarkup } from '#domain/markup/escape-markup.ts'

const dayOf = (date: string) => new Date(`${date}T12:00:00Z`).toUTCString()

/** Makes URLs absolute, because feed readers show the text outside of the site. */
const wholeAddresses = (html: string) => html.replaceAll(/(href|src)="\//g, `$1="${ORIGIN_TOKEN}/`)

function item({ title, excerpt, href, date, category, body }: Article): string {
	const url = ORIGIN_TOKEN + href
	return (
		`<item><title>${escapeMarkup(title)}</title><link>${url}</link><guid isPermaLink="true">${url}</guid>` +
		`<pubDate>${dayOf(date)}</pubDate><category>${escapeMarkup(category)}</category><description>${escapeMarkup(excerpt)}</description>` +
		`<content:encoded>${escapeMarkup(wholeAddresses(renderArticle(body).bodyHtml))}</content:encoded></item>`
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
