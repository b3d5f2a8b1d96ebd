import { fromContent } from '#app/content.server.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/digital-income-mastery.ts'
import { OfferPage } from './offer-page.tsx'
import { readOffer } from './read-offer.server.ts'

export { action } from '#app/form-action.server.ts'

export const loader = fromContent((content) => readOffer(content))

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, {
		title: loaderData.offer.programName,
		description: loaderData.words.hero.subtitle,
		path: paths.offer,
		image: '/og/digital-income-mastery.png',
	})

/** The key resets state for another offer: a discount code belongs to the offer it was entered for. */
export default function OfferRoute({ loaderData }: Route.ComponentProps) {
	return <OfferPage key={loaderData.offer.code} loaderData={loaderData} />
}
