import { type CourseContents, MAIN_CONTENTS } from '#domain/gating/course-contents.ts'
import { currentRefundPolicy } from '#domain/refunds/refund-policy.ts'
import { isHiddenPage } from '#domain/site/hidden-pages.ts'

import type { JsonFiles } from './json-files.ts'
import { fillOffer } from './promises/fill-offer.ts'
import type { definePromises } from './promises/promises.ts'
import { renderDownload } from './render-download.ts'
import type { Claim, ClaimFigure } from './schema/claim.ts'
import type { Download } from './schema/download.ts'
import type { Landing } from './schema/landing.ts'
import type { AccessPolicy, DiscountCode, Offer } from './schema/offers.ts'

/**
 * @param wanted names the item in the error
 * @throws Error if none matches
 */
export function requireItem<T>(items: readonly T[], matches: (item: T) => boolean, wanted: string): T {
	const found = items.find(matches)
	if (found === undefined) throw new Error(`Unknown in the content: ${wanted}`)
	return found
}

type Promised = ReturnType<typeof definePromises>

export function deriveOffers({ offers: file, landing, landingUnfilled, checkoutConsent }: JsonFiles, promised: Promised) {
	const contents = new Map(file.offers.map(({ code, contains }): [string, CourseContents] => [code, contains ?? MAIN_CONTENTS]))
	const offers: readonly Offer[] = file.offers.map(({ contains: _, ...offer }) => ({
		...fillOffer(offer, promised.promisesOf(offer.code)),
		guaranteeDays: currentRefundPolicy.windowDays,
		regularAmountCents: offer.regularAmountCents ?? offer.amountCents,
		regularPrice: promised.regularPriceState(offer),
	}))
	const lifetimeOffer: Offer = requireItem(offers, () => true, 'offer')
	const landings = new Map(offers.slice(1).map(({ code }) => [code, fillOffer<Landing>(landingUnfilled, promised.promisesOf(code))]))
	const discountCodes: readonly DiscountCode[] = file.discountCodes
	const accessPolicy: AccessPolicy = file.accessPolicy
	return {
		offers,
		contentsOf: (code: string): CourseContents => contents.get(code) ?? MAIN_CONTENTS,
		/**
		 * True if an offer has the first one's page with its own price: it names no contents, so it sells the same
		 * contents on other terms.
		 */
		sharesPage: (code: string): boolean => file.offers.some((offer) => offer.code === code && offer.contains === undefined),
		/** Benefits of all offers, without marks and with unfilled placeholders. */
		benefitsUnfilled: file.offers.flatMap(({ whatYouGet, benefits }) => [...whatYouGet, ...benefits]),
		/** The first offer in the file. All pages use it, except those of further offers. */
		lifetimeOffer,
		/** For the server only: a page with this list would reveal private codes. */
		discountCodes,
		checkoutConsent,
		accessPolicy,
		landing,
		/** Returns the texts of an offer's page with its own price and code; for an unknown offer, those of the first one. */
		landingOf: ({ code }: Pick<Offer, 'code'>): Landing => landings.get(code) ?? landing,
	}
}

const withoutEvidence = <T extends { source?: string | undefined; date?: string | undefined }>({ source: _, date: __, ...shown }: T) =>
	shown

type Shown = {
	/** False to leave out samples. */
	showsSamples: boolean
	/** True if the teasers are about the sample articles, and samples are left out. */
	hidesTeasers: boolean
}

export function deriveMarketing(files: JsonFiles, { showsSamples, hidesTeasers }: Shown) {
	const isShown = ({ sample }: { sample: boolean }): boolean => showsSamples || !sample
	const hasQuiz = !isHiddenPage(files.site, '/hustler-quiz')
	const shownClaims = (list: readonly Claim[]): Claim[] =>
		list.filter(({ id, basis }) => isShown({ sample: basis === 'sample' }) && (hasQuiz || !id.startsWith('quiz-')))
	const claims = files.claims.claims.map((claim) =>
		claim.basis === 'counted' && claim.value === '1' ? { ...claim, label: claim.label.replace(/s$/, '') } : claim,
	)
	const allTestimonials = files.testimonials.testimonials.map(withoutEvidence).map(({ role, company, image = '💬', ...voice }) => ({
		...voice,
		image,
		role: [role, company].filter(Boolean).join(', '),
	}))
	const shownTestimonials = (list: typeof allTestimonials) =>
		list.filter((item) => isShown(item) && item.hidden !== true).map(({ hidden: _, ...shown }) => shown)
	const { about, careers } = files
	return {
		hustlerQuiz: files.hustlerQuiz,
		selector: files.selector,
		home: files.home,
		signup: files.signup,
		paymentPages: files.paymentPages,
		notFound: files.notFound,
		disclaimers: files.disclaimers,
		blogWords: files.blog,
		legalWords: files.legalWords,
		libraryWords: files.library,
		contact: files.contact,
		claimsPage: files.claimsPage,
		claims,
		testimonials: shownTestimonials(allTestimonials),
		activity: files.activity.items.filter(isShown).map(withoutEvidence),
		blogTeasers: hidesTeasers ? [] : files.blogTeasers.teasers,
		about: { ...about, leadership: { ...about.leadership, roles: about.leadership.roles.filter(isShown) } },
		/** Texts of /careers. Sample positions and figures are left out if samples are hidden. */
		careers: {
			...careers,
			stats: { ...careers.stats, items: shownClaims(careers.stats.items) },
			positions: { ...careers.positions, items: careers.positions.items.filter(isShown) },
		},
		/** Number of samples of each kind, shown or hidden. */
		samples: {
			testimonials: countSamples(files.testimonials.testimonials),
			activity: countSamples(files.activity.items),
			roles: countSamples(about.leadership.roles),
			positions: countSamples(careers.positions.items),
		},
		shownClaims,
		/**
		 * Returns figures in the order of the IDs, without samples if these are hidden.
		 * @throws Error for an unknown ID
		 */
		claimsById: (ids: readonly string[]): ClaimFigure[] =>
			shownClaims(ids.map((id) => requireItem(claims, (claim) => claim.id === id, `claim ${id}`))).map(
				({ id, value, label, isIncome, basis }): ClaimFigure => ({ id, value, label, isIncome, basis }),
			),
		/** @throws Error for an unknown ID */
		testimonialsById: (ids: readonly string[]) =>
			shownTestimonials(ids.map((id) => requireItem(allTestimonials, (item) => item.id === id, `testimonial ${id}`))),
	}
}

const countSamples = (items: readonly { sample: boolean }[]) => items.filter(({ sample }) => sample).length

/** Creates the files that a browser can save without a request. */
export function deriveDownloads({ downloads: sources }: JsonFiles) {
	const downloads = sources.map(renderDownload)
	return {
		/** @throws Error for an unknown ID */
		downloadById: (id: string): Download => requireItem(downloads, (download) => download.id === id, `download ${id}`),
	}
}
