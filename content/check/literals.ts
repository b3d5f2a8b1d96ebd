import type { readPromisesOf } from '#content/read-promises.ts'

import { oncePerSource } from './once-per-source.ts'

export type Promised = Pick<ReturnType<typeof readPromisesOf>, 'promises' | 'furtherFigures'>

type Located = { file: string; line: number; message: string }

/** Matches lines about refunds. A number of days in them must be the promised one. */
const MONEY_BACK = /guarantee|money.back|refund|ask for it back|change your mind/i
/** Matches lines about a discount code. A percentage in them must be the code's discount. */
const CODE = /\boff\b|discount/i

type Rule = { figure: RegExp; where?: RegExp; write: string }

const escape = (text: string) => text.replaceAll(/[$.+]/g, String.raw`\$&`)
/** Matches nothing, for an undefined figure. */
const MATCHES_NOTHING = /(?!)/
const exactly = (figure = '') => (figure === '' ? MATCHES_NOTHING : new RegExp(`(?<![\\w$.,-])${escape(figure)}(?![\\d%]|[.,]\\d)`))

/** Excludes numbers that belong to a name, such as "Module 2 lessons". */
const COUNTING = String.raw`(?<!\b(?:chapter|day|exercise|lesson|module|part|section|step|week)s?[ -])\b`

/** Matches a typed count in digits or words, such as "8 modules", which would be wrong once a module is added. */
const inWordsOrFigures = (figure = '', word = '', of: string) =>
	figure === '' ? MATCHES_NOTHING : new RegExp(`${COUNTING}(?:${figure}|${word})(?: course)? ${of}\\b`, 'i')

/** Returns a pattern for each promised figure, as authors would type it. Only current prices match. */
const listRules = (promises: Readonly<Record<string, string>>): readonly Rule[] => [
	{ figure: exactly(promises.price), write: '{price}' },
	{ figure: exactly(promises.regularPrice), write: '{regularPrice}' },
	{ figure: exactly(promises.discountCode), write: '{discountCode}' },
	{ figure: /\b\d+ ?%/, where: CODE, write: '{discount}' },
	{ figure: /\b\d+ ?% of (?:the|our) (?:content|sections|course)/, write: '{guaranteeShare}' },
	{ figure: /\bless than \d+ ?%/, where: MONEY_BACK, write: '{guaranteeShare}' },
	{ figure: /\b(?:\d+|thirty|sixty)[ -]days?\b/i, where: MONEY_BACK, write: '{guaranteeDays}' },
	{ figure: /\b\d+ ?(?:-|–|to) ?\d+ business days\b/, write: '{refundTime}' },
	{ figure: /\b(?:[7-9]|1\d|seven|eight|nine|ten)(?: weekly)? modules\b/i, write: '{modules} or {modulesInWords}' },
	{ figure: inWordsOrFigures(promises.courseModules, promises.courseModulesInWords, 'modules'), write: '{courseModulesInWords}' },
	{ figure: inWordsOrFigures(promises.courseSections, promises.courseSections, '(?:sections|lessons)'), write: '{courseSections}' },
	{ figure: /\b\d+\+ hours\b/, write: '{hours}' },
	{ figure: /\b\d+\+ (?:templates|documents)\b/, write: '{templates}' },
]

/** Returns patterns for the figures of further offers. Used only for offers.json, because elsewhere the same price may be an example. */
const listFurther = (figures: Promised['furtherFigures']): readonly Rule[] =>
	figures.flatMap((ofOffer) =>
		['price', 'regularPrice', 'discountCode'].map((name) => ({ figure: exactly(ofOffer[name]), write: `{${name}}` })),
	)

/**
 * Lines whose number looks like a promised figure but means something else. If the line no longer exists, the entry is reported as an
 * issue.
 */
const ALLOWED: readonly { file: string; text: string; why: string }[] = [
	{ file: 'content/articles/price-your-first-offer.md', text: 'a small course for $27 to $47', why: 'an example of prices' },
	{ file: 'content/documents/one-page-offer.md', text: '$27 to $47 for a mini-course', why: 'the same example' },
	{
		file: 'content/documents/career-guide-digital-product-creator.md',
		text: 'write to me within 30 days and you get',
		why: 'a learner’s own product',
	},
	{ file: 'content/free-trial/page.json', text: 'after the 30 days, and you will know why', why: 'what a learner tries for that time' },
	{ file: 'content/free-trial/page.json', text: 'Choose one for 30 days', why: 'the same' },
	{ file: 'content/legal/privacy-policy.md', text: 'for 14 days you can sign in', why: 'the grace period of a deletion' },
	{ file: 'content/legal/terms.md', text: 'often 14 days', why: 'what laws often say' },
	{ file: 'content/legal/terms.md', text: "at least **30 days' notice**", why: 'notice before the service ends' },
	{ file: 'content/legal/privacy-policy.md', text: 'but never beyond 30 days', why: 'the time for privacy requests' },
]

/** Files whose titles are drawn into pictures, which don't change with a figure. */
const DRAWN = /^content\/(?:link-pictures\.json|articles\/[^/]+\.md)$/

/** Files used without filling placeholders; `checkModuleNumbers` checks the number of modules they name. */
const WITHOUT_PLACEHOLDERS = new Set(['content/site.json', 'content/link-pictures.json'])
const DEFINES_FIGURES = new Set(['content/marketing/claims.json'])
/** Files about one module, where a number of lessons is the module's. */
const OF_ONE_MODULE = /^content\/\w+\/module-\d/
const IS_SOURCE = /^\s*"(?:code|value)": /
const IS_COMMENT = /^\s*(?:\/\/|\/?\*)/

export const PROMISED_ELSEWHERE = 'is a promise and is defined in one place'

type Rules = { everywhere: readonly Rule[]; ofOffers: readonly Rule[] }

function checkLine({ everywhere, ofOffers }: Rules, file: string, text: string): string[] {
	if (DEFINES_FIGURES.has(file) || IS_COMMENT.test(text) || (file === 'content/offers.json' && IS_SOURCE.test(text))) return []
	if (DRAWN.test(file) && /^\s*(?:"title"|title|.*"title"): .*\{(\w+)\}/.test(text))
		return ['is drawn into a picture and cannot name a promised figure']
	const skipped = WITHOUT_PLACEHOLDERS.has(file) ? /modules/i : OF_ONE_MODULE.test(file) ? /courseSections/ : MATCHES_NOTHING
	const ofFile = everywhere.filter(({ write }) => !skipped.test(write))
	const rules = file === 'content/offers.json' ? [...ofFile, ...ofOffers] : ofFile
	if (rules.length === 0) return []
	const rest = ALLOWED.filter((allowed) => allowed.file === file).reduce((left, allowed) => left.replace(allowed.text, ''), text)
	return rules
		.filter(({ figure, where }) => figure.test(rest) && (where?.test(rest) ?? true))
		.map(({ figure, write }) => `"${figure.exec(rest)?.[0] ?? ''}" ${PROMISED_ELSEWHERE}: write ${write}`)
}

function checkFileFor({ promises, furtherFigures }: Promised) {
	const everywhere = listRules(promises)
	const ofOffers = listFurther(furtherFigures)
	return oncePerSource((file, source): Located[] => {
		// Searches the whole text first, because that is faster than searching each line and most files contain none of the figures.
		const isIn = ({ figure }: Rule) => figure.test(source)
		const rules = { everywhere: everywhere.filter(isIn), ofOffers: ofOffers.filter(isIn) }
		return source.split('\n').flatMap((text, index) => checkLine(rules, file, text).map((message) => ({ file, line: index + 1, message })))
	})
}

/** The check for the newest figures. It remembers unchanged files, because each publication checks all files. */
let newest = { figures: '', check: checkFileFor({ promises: {}, furtherFigures: [] }) }

/**
 * Finds promised figures typed by hand in content or code, and outdated entries of `ALLOWED`. Yields after each file.
 * @param sources text by path from the project's root
 */
export function* checkEachForLiterals(sources: ReadonlyMap<string, string>, promised: Promised): Generator<Located[]> {
	const figures = JSON.stringify(promised)
	if (newest.figures !== figures) newest = { figures, check: checkFileFor(promised) }
	const { check } = newest
	for (const [file, source] of sources) yield check(file, source)
	const unused = ALLOWED.filter(({ file, text }) => sources.has(file) && !sources.get(file)?.includes(text))
	yield unused.map(({ file, text }) => ({
		file,
		line: 1,
		message: `no longer says "${text}"; remove it from content/check/literals.ts`,
	}))
}

export const checkLiterals = (...given: Parameters<typeof checkEachForLiterals>): Located[] => [...checkEachForLiterals(...given)].flat()
