import type { Content } from '#content/load-content.server.ts'
import type { Article } from '#content/schema/article.ts'
import { ORIGIN_TOKEN } from '#contracts/origin-token.ts'
import { paths } from '#contracts/paths.ts'

import { HOME, organizationOf, trail } from './site-data.ts'

const BLOG = { name: 'Blog', path: paths.blog }

const reference = ({ title, href, date }: Article) => ({
	'@type': 'BlogPosting',
	headline: title,
	url: ORIGIN_TOKEN + href,
	datePublished: date,
})

function articleGraph({ site }: Pick<Content, 'site'>, article: Article) {
	const url = ORIGIN_TOKEN + article.href
	return {
		'@graph': [
			{
				'@type': 'Article',
				headline: article.title,
				description: article.excerpt,
				articleSection: article.category,
				datePublished: article.date,
				dateModified: article.updated ?? article.date,
				author: { '@type': 'Organization', name: `${article.author}, ${site.name}` },
				publisher: organizationOf({ site }),
				image: `${ORIGIN_TOKEN}/og/${article.id}.png`,
				mainEntityOfPage: url,
				inLanguage: 'en',
				isAccessibleForFree: true,
			},
			trail([HOME, BLOG, { name: article.title, path: article.href }]),
		],
	}
}

/** Returns the JSON-LD of the blog and of each article, by path. */
export function articleData({ articles, site }: Pick<Content, 'articles' | 'site'>): Record<string, object> {
	return {
		[paths.blog]: {
			'@graph': [
				{
					'@type': 'Blog',
					name: `${site.name}: Blog`,
					url: ORIGIN_TOKEN + paths.blog,
					publisher: organizationOf({ site }),
					blogPost: articles.map(reference),
				},
				trail([HOME, BLOG]),
			],
		},
		[paths.freeResources]: trail([HOME, { name: 'Free Resources', path: paths.freeResources }]),
		...Object.fromEntries(articles.map((article) => [article.href, articleGraph({ site }, article)])),
	}
}
