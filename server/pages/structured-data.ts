import type { Content } from '#content/load-content.server.ts'
import { paths } from '#contracts/paths.ts'

import { articleData, offerData, organizationOf } from './site-data.ts'

/** Builds the JSON-LD of all pages, by path. */
export const structuredData = (content: Content): Readonly<Record<string, object>> => ({
	[paths.home]: { ...organizationOf(content), description: content.site.description },
	...offerData(content),
	...articleData(content),
})

/** Adds JSON-LD for search engines, only to the HTML: the browser's code doesn't need it. */
export function withStructuredData(html: string, data: object | undefined): string {
	if (!data) return html
	const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
	return html.replace('</head>', () => `<script type="application/ld+json">${json}</script></head>`)
}
