import blogJson from '#content/blog.json' with { type: 'json' }
import { countCourse } from '#content/files/course-folder.server.ts'
import claimsJson from '#content/marketing/claims.json' with { type: 'json' }
import offersJson from '#content/offers.json' with { type: 'json' }
/**
 * The figures that the product promises, each under one name. A text says `{price}` and not $47; the value comes from
 * offers.json, from marketing/claims.json, from the refund policy and from the course itself, so that no two places can differ.
 */
import { COMING_LATER_MARK } from '#domain/offers/coming-later.ts'
import { formatPrice } from '#domain/pricing/money.ts'
import { numberInWords } from '#domain/reading/number-in-words.ts'
import { describeBusinessDays } from '#domain/refunds/describe-refund.ts'
import { currentRefundPolicy } from '#domain/refunds/refund-policy.ts'

import { showsSamples } from './site-mode.ts'

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function findClaim(id: string): { value: string; basis: string } {
	const claim = claimsJson.claims.find((candidate) => candidate.id === id)
	if (!claim) throw new Error(`content/marketing/claims.json: no claim ${id}`)
	return claim
}

const claimed = (id: string) => findClaim(id).value

const markPlanned = (id: string) => (findClaim(id).basis === 'planned' ? COMING_LATER_MARK : '')

const isSamplePrice = findClaim('regular-price').basis === 'sample'

/** A price that was never charged is no comparison: without evidence it is marked, and not shown in production. */
export const regularPriceState = !isSamplePrice ? 'evident' : showsSamples ? 'sample' : 'hidden'

type Priced = { code: string; amountCents: number; regularAmountCents: number; currency: string }
type Code = { code: string; offerCodes: string[]; percent?: number; amountOffCents?: number }
const offers: readonly Priced[] = offersJson.offers
const discountCodes: readonly Code[] = offersJson.discountCodes

/** The figures that differ from offer to offer; those of a code only where one is for it. */
function readFigures(offer: Priced) {
	const regularPrice = formatPrice(offer.regularAmountCents, offer.currency)
	const insteadOf = { evident: ` instead of ${regularPrice}`, sample: ` instead of ${regularPrice} (sample)`, hidden: '' }
	const discount = discountCodes.find(({ offerCodes }) => offerCodes.includes(offer.code))
	return {
		price: formatPrice(offer.amountCents, offer.currency),
		regularPrice,
		insteadOfRegularPrice: insteadOf[regularPriceState],
		...(discount && {
			discountCode: discount.code,
			discount: discount.percent === undefined ? formatPrice(discount.amountOffCents ?? 0, offer.currency) : `${discount.percent}%`,
		}),
	}
}

function readPromises() {
	const [offer] = offers
	if (!offer) throw new Error('content/offers.json: one offer is needed')
	const counts = countCourse()
	return {
		...readFigures(offer),
		guaranteeDays: String(currentRefundPolicy.windowDays),
		guaranteeShare: `${currentRefundPolicy.shareLimitPercent}%`,
		refundTime: describeBusinessDays(currentRefundPolicy),
		withdrawalDays: String(currentRefundPolicy.withdrawalDays),
		modules: String(counts.weeks),
		modulesInWords: numberInWords(counts.weeks),
		ModulesInWords: capital(numberInWords(counts.weeks)),
		courseModules: String(counts.modules),
		courseModulesInWords: numberInWords(counts.modules),
		CourseModulesInWords: capital(numberInWords(counts.modules)),
		courseSections: String(counts.sections),
		hours: claimed('hours'),
		templates: claimed('templates'),
		newsletterRhythm: blogJson.newsletter.rhythm,
		mentorshipMark: markPlanned('mentorship'),
		communityMark: markPlanned('community'),
	}
}

/** Every promised figure as texts print it, by the name used for it between braces. */
export const promises: Readonly<Record<string, string>> = readPromises()

/** The same as the page of one offer says them: its own price, and no code where none is for it. @param code its short name */
export function promisesOf(code: string): Readonly<Record<string, string>> {
	const offer = offers.find((candidate) => candidate.code === code)
	const { discountCode: _code, discount: _discount, ...others } = promises
	return offer ? { ...others, ...readFigures(offer) } : promises
}

/** What every page of an offer promises, for a build to be compared with the rules. The regular price is shown or not by the kind of build alone. */
export const lastingPromises: Readonly<Record<string, string>> = Object.fromEntries(
	[
		...Object.entries(promises),
		...offers.slice(1).flatMap((offer) => Object.entries(readFigures(offer)).map(([name, figure]) => [`${name} of ${offer.code}`, figure])),
	].filter(([name]) => name?.startsWith('insteadOfRegularPrice') === false),
)

/** Other names between braces stay for other code to fill. */
export const fillFigures = (text: string, figures: Readonly<Record<string, string>>): string =>
	text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => figures[name] ?? whole)

/** Fills in the promised figures. */
export const fillPromises = (text: string): string => fillFigures(text, promises)
