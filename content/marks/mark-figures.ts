import type { MarkFigure, PromiseSources } from '#content/promises/promises.ts'

import type { Place, TextMarks } from './text-marks.ts'

const OFFERS = 'offers.json'
const CLAIMS = 'marketing/claims.json'
const COURSE = 'course/course.json'

/** IDs of the claims that define figures, by placeholder. */
const CLAIM_OF: Readonly<Record<string, string>> = {
	hours: 'hours',
	templates: 'templates',
	mentorshipMark: 'mentorship',
	communityMark: 'community',
}

function findOfferField({ offers, discountCodes }: PromiseSources, name: string, code: string | null): string | null {
	const index = code === null ? 0 : offers.findIndex((offer) => offer.code === code)
	const offer = offers[index]
	const number = discountCodes.findIndex(({ offerCodes }) => offer !== undefined && offerCodes.includes(offer.code))
	if (name === 'price') return `/offers/${index}/amountCents`
	if (name === 'regularPrice' || name === 'insteadOfRegularPrice') return `/offers/${index}/regularAmountCents`
	if (name === 'discountCode') return `/discountCodes/${number}/code`
	if (name !== 'discount') return null
	return `/discountCodes/${number}/${discountCodes[number]?.percent === undefined ? 'amountOffCents' : 'percent'}`
}

function findPlace(sources: PromiseSources, name: string, code: string | null): Place | null {
	const inOffers = findOfferField(sources, name, code)
	if (inOffers !== null) return { file: OFFERS, field: inOffers }
	const claim = sources.claims.findIndex(({ id }) => id === CLAIM_OF[name])
	if (claim !== -1) return { file: CLAIMS, field: `/claims/${claim}/${name.endsWith('Mark') ? 'basis' : 'value'}` }
	if (name === 'newsletterRhythm') return { file: 'blog.json', field: '/newsletter/rhythm' }
	if (/^courseModules|^CourseModules|^courseSections/.test(name)) return { file: COURSE, field: '/modules' }
	return /^modules|^Modules/.test(name) ? { file: COURSE, field: '/weeks' } : null
}

/** Marks promised figures with the fields that define them. Those of the refund policy get no mark, because code defines them. */
export const figureMarker =
	(sources: PromiseSources, marks: TextMarks): MarkFigure =>
	(name, figure, code) => {
		const place = findPlace(sources, name, code)
		return place === null || figure === '' ? figure : marks.figure(figure, place)
	}
