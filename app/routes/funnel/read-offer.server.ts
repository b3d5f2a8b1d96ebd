import { orNotFound } from '#app/content.server.ts'
import type { Content } from '#content/load-content.server.ts'
import type { Offer } from '#content/schema/offers.ts'
import { offerPath, paths } from '#contracts/paths.ts'
import { isSameContents, MAIN_CONTENTS } from '#domain/gating/course-contents.ts'
import { formatPrice } from '#domain/pricing/money.ts'
import { isHiddenPage } from '#domain/site/hidden-pages.ts'

/**
 * Finds an offer. Without a code, it is the first one, whose URL contains no code (app/routes.ts).
 * @throws a 404 response for an unknown code
 */
export function findOffer({ offers, lifetimeOffer }: Content, code?: string): Offer {
	return orNotFound(code === undefined ? lifetimeOffer : offers.slice(1).find((candidate) => candidate.code === code))
}

/** Returns details that are shown only on sites with several offers. */
export const describeOtherOffers = ({ contentsOf, offers }: Content, offer: Offer) => ({
	title: offers.every(({ code }) => isSameContents(contentsOf(code), MAIN_CONTENTS)) ? 'Other offers of the same course' : 'Other offers',
	others: offers
		.filter(({ code }) => code !== offer.code)
		.map(({ code, productName, description, amountCents, currency }) => ({
			path: offerPath(offers, code) ?? paths.offer,
			name: productName,
			price: formatPrice(amountCents, currency),
			text: description,
		})),
})

/** @param code from the URL; undefined for the first offer */
export function readOffer(content: Content, code?: string) {
	const { claimsById, course, disclaimers, landingOf, lifetimeOffer, modulePages, offers, site, testimonialsById } = content
	const offer = findOffer(content, code)
	const landing = landingOf(offer)
	const { floatingButton, optIn, ...words } = landing
	const { hero } = landing
	const isFirst = offer.code === lifetimeOffer.code
	return {
		words: isFirst ? words : { ...words, hero: { ...hero, eyebrow: offer.productName, subtitle: offer.description } },
		floatingButton,
		optIn: isFirst && site.hideNewsletterPopup !== true ? optIn : null,
		offer: isFirst ? offer : { ...offer, programName: offer.productName },
		showsTrial: !isHiddenPage(site, paths.freeTrial),
		showsCareerProgram: !isHiddenPage(site, paths.careerPath),
		weeks: course.weeks,
		sectionCount: modulePages.flatMap(({ sections }) => sections).length,
		voices: testimonialsById(landing.testimonials.ids),
		figures: claimsById(hero.claimIds),
		disclaimers,
		further: offers.length > 1 ? describeOtherOffers(content, offer) : null,
	}
}
