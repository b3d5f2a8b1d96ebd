import { content } from '#content/loaded.server.ts'
import type { Offer } from '#content/schema/offers.ts'
import { offerPath } from '#contracts/offer-path.ts'
import { ORIGIN_TOKEN } from '#contracts/origin-token.ts'
import { paths } from '#contracts/paths.ts'
import { decimalOf } from '#domain/pricing/money.ts'

import { HOME, organization, trail } from './site-data.ts'

const { offers, promises, landingOf, site } = content

export const offerOf = ({ amountCents, currency, code }: Pick<Offer, 'amountCents' | 'currency' | 'code'>) => ({
	'@type': 'Offer',
	price: decimalOf(amountCents, currency),
	priceCurrency: currency,
	availability: 'https://schema.org/InStock',
	url: ORIGIN_TOKEN + (offerPath(offers, code) ?? paths.offer),
})

const programme = (offer: Offer) => [
	{
		'@type': 'Course',
		name: offer.programName,
		description: site.description,
		url: ORIGIN_TOKEN + (offerPath(offers, offer.code) ?? paths.offer),
		inLanguage: 'en',
		provider: organization,
		offers: { ...offerOf(offer), category: 'Paid' },
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
		offers: offerOf(offer),
	},
]

const dataOf = (offer: Offer, path: string) => ({
	'@graph': [
		...programme(offer),
		{
			'@type': 'FAQPage',
			mainEntity: landingOf(offer).questions.items.map(({ question, answer }) => ({
				'@type': 'Question',
				name: question,
				acceptedAnswer: { '@type': 'Answer', text: answer },
			})),
		},
		trail([HOME, { name: path === paths.offer ? site.program : offer.productName, path }]),
	],
})

/**
 * JSON-LD of the page of each offer, by path: the course, the offer, the questions it answers. Ratings are left out on purpose:
 * the testimonials are samples, and a search engine must not take them for real.
 */
export const offerData = Object.fromEntries(
	offers.map((offer) => {
		const path = offerPath(offers, offer.code) ?? paths.offer
		return [path, dataOf(offer, path)]
	}),
)
