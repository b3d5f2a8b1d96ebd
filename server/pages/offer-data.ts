import type { Content } from '#content/load-content.server.ts'
import type { Offer } from '#content/schema/offers.ts'
import { ORIGIN_TOKEN } from '#contracts/origin-token.ts'
import { offerPath, paths } from '#contracts/paths.ts'
import { decimalOf } from '#domain/pricing/money.ts'

import { HOME, organizationOf, trail } from './site-data.ts'

export const offerOf = (
	{ offers }: Pick<Content, 'offers'>,
	{ amountCents, currency, code }: Pick<Offer, 'amountCents' | 'currency' | 'code'>,
) => ({
	'@type': 'Offer',
	price: decimalOf(amountCents, currency),
	priceCurrency: currency,
	availability: 'https://schema.org/InStock',
	url: ORIGIN_TOKEN + (offerPath(offers, code) ?? paths.offer),
})

const programOf = ({ offers, promises, site }: Content, offer: Offer) => [
	{
		'@type': 'Course',
		name: offer.programName,
		description: site.description,
		url: ORIGIN_TOKEN + (offerPath(offers, offer.code) ?? paths.offer),
		inLanguage: 'en',
		provider: organizationOf({ site }),
		offers: { ...offerOf({ offers }, offer), category: 'Paid' },
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
		offers: offerOf({ offers }, offer),
	},
]

const dataOf = (content: Content, offer: Offer, path: string) => ({
	'@graph': [
		...programOf(content, offer),
		{
			'@type': 'FAQPage',
			mainEntity: content.landingOf(offer).questions.items.map(({ question, answer }) => ({
				'@type': 'Question',
				name: question,
				acceptedAnswer: { '@type': 'Answer', text: answer },
			})),
		},
		trail([HOME, { name: path === paths.offer ? content.site.program : offer.productName, path }]),
	],
})

/**
 * Returns the JSON-LD of each offer's page, by path. It has no ratings on purpose: the testimonials are samples, and search
 * engines must not take them for real.
 */
export const offerData = (content: Content) =>
	Object.fromEntries(
		content.offers.map((offer) => {
			const path = offerPath(content.offers, offer.code) ?? paths.offer
			return [path, dataOf(content, offer, path)]
		}),
	)
