/**
 * The figures that the product promises, each defined once: texts contain `{price}` instead of $47, so they can't contradict each other.
 */
import { COMING_LATER_MARK } from '#domain/offers/coming-later.ts'
import { formatPrice } from '#domain/pricing/money.ts'
import { numberInWords } from '#domain/reading/number-in-words.ts'
import { describeBusinessDays } from '#domain/refunds/describe-refund.ts'
import { currentRefundPolicy } from '#domain/refunds/refund-policy.ts'

export type PromisedFigures = Readonly<Record<string, string>>

type Priced = { code: string; productName: string; amountCents: number; regularAmountCents?: number | undefined; currency: string }
type Code = { code: string; offerCodes: string[]; percent?: number; amountOffCents?: number; appliesTo?: string | undefined }
export type PromiseSources = {
	offers: readonly Priced[]
	discountCodes: readonly Code[]
	claims: readonly { id: string; value: string; basis: string }[]
	newsletterRhythm: string
	/** Working time of the first lesson, such as `40 minutes`. */
	firstLessonTime: string
	counts: { modules: number; weeks: number; sections: number }
	showsSamples: boolean
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function findClaim({ claims }: PromiseSources, id: string) {
	const claim = claims.find((candidate) => candidate.id === id)
	if (!claim) throw new Error(`content/marketing/claims.json: no claim ${id}`)
	return claim
}

/**
 * Decides how pages show the regular price. Comparing with a price that was never charged is misleading, so without
 * evidence it is marked as a sample, or hidden if samples are. Without a regular price, it is `hidden`, too.
 */
function findRegularPriceState(sources: PromiseSources, { regularAmountCents }: Priced): 'evident' | 'sample' | 'hidden' {
	if (regularAmountCents === undefined) return 'hidden'
	if (findClaim(sources, 'regular-price').basis !== 'sample') return 'evident'
	return sources.showsSamples ? 'sample' : 'hidden'
}

/** Describes what a discount code applies to: in its own words, otherwise by its offers' names. */
const describeScope = ({ offers }: PromiseSources, { appliesTo, offerCodes }: Code): string =>
	appliesTo ??
	new Intl.ListFormat('en', { type: 'disjunction' }).format(
		offers.filter(({ code }) => offerCodes.includes(code)).map(({ productName }) => productName),
	)

/** Returns the figures that differ between offers. Without a discount code, those about it are missing. */
function readOfferFigures(sources: PromiseSources, offer: Priced) {
	const regularPrice = formatPrice(offer.regularAmountCents ?? offer.amountCents, offer.currency)
	const insteadOf = { evident: ` instead of ${regularPrice}`, sample: ` instead of ${regularPrice} (sample)`, hidden: '' }
	const discount = sources.discountCodes.find(({ offerCodes }) => offerCodes.includes(offer.code))
	return {
		price: formatPrice(offer.amountCents, offer.currency),
		regularPrice,
		insteadOfRegularPrice: insteadOf[findRegularPriceState(sources, offer)],
		...(discount && {
			discountCode: discount.code,
			discount: discount.percent === undefined ? formatPrice(discount.amountOffCents ?? 0, offer.currency) : `${discount.percent}%`,
			discountScope: describeScope(sources, discount),
		}),
	}
}

function readPromises(sources: PromiseSources) {
	const [offer] = sources.offers
	if (!offer) throw new Error('content/offers.json: at least one offer is needed')
	const { counts } = sources
	/** Returns the suffix “(coming later)” for a planned claim, '' for others. */
	const markPlanned = (id: string) =>
		sources.claims.some((claim) => claim.id === id && claim.basis === 'planned') ? COMING_LATER_MARK : ''
	return {
		...readOfferFigures(sources, offer),
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
		hours: findClaim(sources, 'hours').value,
		templates: findClaim(sources, 'templates').value,
		newsletterRhythm: sources.newsletterRhythm,
		firstLessonTime: sources.firstLessonTime,
		mentorshipMark: markPlanned('mentorship'),
		communityMark: markPlanned('community'),
	}
}

const NAMES_A_CODE = /\{discount(?:Code|Scope)?\}/
const BETWEEN_SENTENCES = /(?<=[.!?])\s+/

/** Leaves out the sentences about a discount code. */
const withoutCodes = (text: string) =>
	text
		.replaceAll('?coupon={discountCode}', '')
		.split(BETWEEN_SENTENCES)
		.filter((sentence) => !NAMES_A_CODE.test(sentence))
		.join(' ')

const MINUTES = /^(\d+) min$/

const COUNTED = /(?:\b([Aa])ll )?(\{(\w+)\} (?:course )?(?:module|section|station|week))s\b/g
const IS_ONE = /^\W*(?:1|one)\W*$/i

/**
 * Fills in figures and adjusts the plural: `one module` instead of `one modules`, `the one module` instead of `all one modules`. Other code
 * fills in the other placeholders.
 */
function fill(text: string, figures: PromisedFigures, print: (figure: string) => string): string {
	const counted = text.replaceAll(COUNTED, (whole: string, ...found: (string | undefined)[]) => {
		const [all, one = '', name = ''] = found
		if (!IS_ONE.test(figures[name] ?? '')) return whole
		return all === undefined ? one : `${all === 'A' ? 'The' : 'the'} ${one}`
	})
	const [, minutes] = MINUTES.exec(figures.hours ?? '') ?? []
	const timed = minutes === undefined ? counted : counted.replaceAll('{hours} hours', `${minutes} minutes`)
	return timed.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
		const figure = figures[name]
		return figure === undefined ? whole : print(figure)
	})
}

/** True if a text mentions a discount code although there is none. */
const lacksCode = (text: string, { discountCode }: PromisedFigures) => discountCode === undefined && NAMES_A_CODE.test(text)

const withoutCodesByLine = (text: string) =>
	text
		.split('\n')
		.map((line) => (NAMES_A_CODE.test(line) ? withoutCodes(line) : line))
		.join('\n')

/** Fills a text, line by line. Without a discount code, sentences about one are left out. */
export const fillFigures = (text: string, figures: PromisedFigures): string =>
	fill(lacksCode(text, figures) ? withoutCodesByLine(text) : text, figures, (figure) => figure)

const JSON_STRING = /"(?:[^"\\\n]|\\.)*"/g

/** Fills the strings of a JSON file as `fillFigures` does. */
export const fillJson = (text: string, figures: PromisedFigures): string => {
	const shown = lacksCode(text, figures)
		? text.replaceAll(JSON_STRING, (string) =>
				NAMES_A_CODE.test(string) ? JSON.stringify(withoutCodesByLine(JSON.parse(string) as string)) : string,
			)
		: text
	return fill(shown, figures, (figure) => JSON.stringify(figure).slice(1, -1))
}

/** @param code offer code; null for figures used on all pages */
export type MarkFigure = (name: string, figure: string, code: string | null) => string

/** @param mark marks each figure, for a preview in which figures link to their fields */
export function definePromises(sources: PromiseSources, mark: MarkFigure = (_, figure) => figure) {
	const markAll = (figures: PromisedFigures, code: string | null): PromisedFigures =>
		Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, mark(name, figure, code)]))
	const readFigures = (from: PromiseSources, offer: Priced) => markAll(readOfferFigures(from, offer), offer.code)
	const promises: PromisedFigures = markAll(readPromises(sources), null)
	const promisesOf = (code: string): PromisedFigures => {
		const offer = sources.offers.find((candidate) => candidate.code === code)
		const { discountCode: _code, discount: _discount, discountScope: _scope, ...others } = promises
		return offer ? { ...others, ...readFigures(sources, offer) } : promises
	}
	return {
		promises,
		/**
		 * Returns an offer's figures; for an unknown offer, those used on all pages.
		 * @param code offer code
		 */
		promisesOf,
		/** Figures of each offer except the first. */
		furtherFigures: sources.offers.slice(1).map((offer): PromisedFigures => readFigures(sources, offer)),
		regularPriceState: (offer: Priced) => findRegularPriceState(sources, offer),
		fillPromises: (text: string): string => fillFigures(text, promises),
	}
}
