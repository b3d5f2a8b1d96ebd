import type { Content } from '#content/load-content.server.ts'
import type { Article } from '#content/schema/article.ts'
import type { Offer } from '#content/schema/offers.ts'
import { ORIGIN_TOKEN } from '#contracts/origin-token.ts'
import { offerPath, paths } from '#contracts/paths.ts'
import { decimalOf } from '#domain/pricing/money.ts'

const organizationOf = ({ site }: Pick<Content, 'site'>) => ({
	'@type': 'EducationalOrganization',
	name: site.name,
	url: ORIGIN_TOKEN + paths.home,
	logo: { '@type': 'ImageObject', url: `${ORIGIN_TOKEN}/icon-512.png` },
})

const HOME_CRUMB = { name: 'Home', path: paths.home }

const breadcrumbs = (steps: readonly { name: string; path: string }[]) => ({
	'@type': 'BreadcrumbList',
	itemListElement: steps.map(({ name, path }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: ORIGIN_TOKEN + path })),
})

const BLOG = { name: 'Blog', path: paths.blog }

const postSummary = ({ title, href, date }: Article) => ({
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
			breadcrumbs([HOME_CRUMB, BLOG, { name: article.title, path: article.href }]),
		],
	}
}

/** Returns the JSON-LD of the blog and of each article, by path. */
export function buildArticlesJsonLd({ articles, site }: Pick<Content, 'articles' | 'site'>): Record<string, object> {
	return {
		[paths.blog]: {
			'@graph': [
				{
					'@type': 'Blog',
					name: `${site.name}: Blog`,
					url: ORIGIN_TOKEN + paths.blog,
					publisher: organizationOf({ site }),
					blogPost: articles.map(postSummary),
				},
				breadcrumbs([HOME_CRUMB, BLOG]),
			],
		},
		[paths.freeResources]: breadcrumbs([HOME_CRUMB, { name: 'Free Resources', path: paths.freeResources }]),
		...Object.fromEntries(articles.map((article) => [article.href, articleGraph({ site }, article)])),
	}
}

export const toOfferJsonLd = (
	{ offers }: Pick<Content, 'offers'>,
	{ amountCents, currency, code }: Pick<Offer, 'amountCents' | 'currency' | 'code'>,
) => ({
	'@type': 'Offer',
	price: decimalOf(amountCents, currency),
	priceCurrency: currency,
	availability: 'https://schema.org/InStock',
	url: ORIGIN_TOKEN + (offerPath(offers, code) ?? paths.offer),
})

const courseAndProduct = ({ offers, promises, site }: Content, offer: Offer) => [
	{
		'@type': 'Course',
		name: offer.programName,
		description: site.description,
		url: ORIGIN_TOKEN + (offerPath(offers, offer.code) ?? paths.offer),
		inLanguage: 'en',
		provider: organizationOf({ site }),
		offers: { ...toOfferJsonLd({ offers }, offer), category: 'Paid' },
		hasCourseInstance: {
			'@type': 'CourseInstance',
			courseMode: 'Online',
			courseWorkload: `PT${Number.parseInt(promises.hours ?? '', 10)}H`,
		},
	},
	{
		'@type': 'Product',
		name: offer.productName,
		description: offer.description,
		brand: { '@type': 'Brand', name: site.name },
		image: `${ORIGIN_TOKEN}/og/digital-income-mastery.png`,
		offers: toOfferJsonLd({ offers }, offer),
	},
]

const offerGraph = (content: Content, offer: Offer, path: string) => ({
	'@graph': [
		...courseAndProduct(content, offer),
		{
			'@type': 'FAQPage',
			mainEntity: content.landingOf(offer).questions.items.map(({ question, answer }) => ({
				'@type': 'Question',
				name: question,
				acceptedAnswer: { '@type': 'Answer', text: answer },
			})),
		},
		breadcrumbs([HOME_CRUMB, { name: path === paths.offer ? content.site.program : offer.productName, path }]),
	],
})

/**
 * Returns the JSON-LD of each offer's page, by path. It has no ratings on purpose: the testimonials are samples, and search
 * engines must not take them for real.
 */
export const buildOfferPageJsonLd = (content: Content) =>
	Object.fromEntries(
		content.offers.map((offer) => {
			const path = offerPath(content.offers, offer.code) ?? paths.offer
			return [path, offerGraph(content, offer, path)]
		}),
	)

/** Builds the JSON-LD of all pages, by path. */
export const buildJsonLd = (content: Content): Readonly<Record<string, object>> => ({
	[paths.home]: { ...organizationOf(content), description: content.site.description },
	...buildOfferPageJsonLd(content),
	...buildArticlesJsonLd(content),
})

/** Adds JSON-LD for search engines, only to the HTML: the browser's code doesn't need it. */
export function insertJsonLd(html: string, data: object | undefined): string {
	if (!data) return html
	const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
	return html.replace('</head>', () => `<script type="application/ld+json">${json}</script></head>`)
}
