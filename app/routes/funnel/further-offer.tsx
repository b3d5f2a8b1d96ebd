import { fromContent } from '#app/content.server.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { furtherOfferPath } from '#contracts/paths.ts'

import type { Route } from './+types/further-offer.ts'
import { CourseOfferPage } from './course-offer-page.tsx'
import { OfferPage } from './offer-page.tsx'
import { readCourseOffer } from './read-course-offer.server.ts'
import { readOffer } from './read-offer.server.ts'

export { action } from '#app/form-action.server.ts'

export const loader = fromContent((content, { params }) => {
	const code = params.code ?? ''
	return content.sharesPage(code) ? { main: readOffer(content, code), other: null } : { main: null, other: readCourseOffer(content, code) }
})

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) => {
	const shown = loaderData?.main ?? loaderData?.other
	// There is no such offer, so the loader has thrown a 404 response.
	if (!shown) return []
	const path = furtherOfferPath(shown.offer.code)
	return pageMeta(matches, { title: shown.offer.programName, description: shown.offer.description, path, image: `/og${path}.png` })
}

/** The key resets state for another offer: a discount code belongs to the offer it was entered for. */
export default function FurtherOfferRoute({ loaderData: { main, other } }: Route.ComponentProps) {
	if (main) return <OfferPage key={main.offer.code} loaderData={main} />
	return other && <CourseOfferPage key={other.offer.code} data={other} />
}
