import { listCoursesOfOffer } from '#app/shell/contained-courses.server.ts'
import type { Content } from '#content/load-content.server.ts'
import { paths } from '#contracts/paths.ts'

import { describeOtherOffers, findOffer } from './read-offer.server.ts'

export function readCourseOffer(content: Content, code: string) {
	const offer = findOffer(content, code)
	const opened = content.modulesIn(content.contentsOf(code))
	return {
		offer: { ...offer, programName: offer.productName },
		pricing: { ...content.landingOf(offer).pricing, signupLink: { label: 'Sign Up Free', href: paths.signup } },
		contained: listCoursesOfOffer(content, code),
		opened: content.allGatedModules.filter(({ id }) => opened.has(id)),
		sectionCount: [...opened].flatMap(content.sectionsOf).length,
		notes: content.disclaimers,
		further: describeOtherOffers(content, offer),
	}
}
