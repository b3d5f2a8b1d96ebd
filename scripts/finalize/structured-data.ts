import { content } from '#content/loaded.server.ts'
import type { Article } from '#content/schema/article.ts'
import { paths } from '#contracts/paths.ts'

import { articleData } from './article-data.ts'
import { offerData } from './offer-data.ts'
import { organization } from './site-data.ts'

const { site } = content

/** JSON-LD of pages for search engines, by path. */
export const structuredData = (articles: readonly Article[]): Readonly<Record<string, object>> => ({
	[paths.home]: { ...organization, description: site.description },
	...offerData,
	...articleData(articles),
})

/** JSON-LD for search engines. Only in the HTML file: the browser's code does not need it. */
export function withStructuredData(html: string, data: object | undefined): string {
	if (!data) return html
	const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
	return html.replace('</head>', () => `<script type="application/ld+json">${json}</script></head>`)
}
