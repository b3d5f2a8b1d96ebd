import { isDeepStrictEqual } from 'node:util'

import { isJson } from '#content/check-file.ts'
import type { Place } from '#content/marks/text-marks.ts'
import { readShipped } from '#content/read-sources.server.ts'
import { isObject, type Json, valueAt } from '#server/console/content/read-form.ts'

const SITE_FILE = 'site.json'
const CLAIMS_FILE = 'marketing/claims.json'

type Texts = Readonly<Record<string, Json>>

/**
 * Texts that are true for any course, by file and field. They replace unedited texts about the sample course. In a list, entries that the
 * operator wrote are kept.
 */
const NEUTRAL: Readonly<Record<string, Texts>> = {
	'marketing/home.json': {
		'/hero/taglines': ['Learn something you can use', 'One step at a time', 'At your own pace'],
		'/hero/subtitle': 'A course with lessons that you can open on any device, whenever you have time.',
		'/hero/trustIndicators': ['{guaranteeDays}-day money-back guarantee', 'Lifetime access, one payment', 'On any device'],
		'/howItWorks/title': 'Start in three steps',
		'/howItWorks/intro': 'You can begin today.',
		'/howItWorks/steps': [
			{ title: 'Create your account', text: 'Your name and your email are enough. No card and no password.' },
			{ title: 'Open a lesson', text: 'Read it and try it. Your place is kept, so you continue where you stopped.' },
			{ title: 'Come back anytime', text: 'Buy the course once and keep access, with every later update.' },
		],
		'/testimonials/intro': 'In their own words.',
		'/community/text': 'Learners at every stage, from the first lesson to the last.',
		'/closing/title': 'Ready when you are',
		'/closing/text': 'Create a free account and take a look.',
	},
	'marketing/landing.json': {
		'/hero/title': 'Learn it step by step, at your own pace',
		'/hero/subtitle': 'Lessons that you can open on any device, whenever you have time. You pay once and keep access.',
		'/hero/claimIds': [],
		'/whatYouGet/items': [
			'Every lesson of the course',
			'Your progress, kept in your account',
			'A certificate when you complete the course',
			'A {guaranteeDays}-day money-back guarantee',
		],
		'/upgradeCard/text': 'Every module and every later update. One payment of {price}{insteadOfRegularPrice}.',
		'/benefits/title': 'How you learn here',
		'/benefits/intro': 'When it suits you, and where it suits you.',
		'/benefits/items': [
			{ title: 'At your own pace', text: 'Open a lesson whenever you have time. Your place is kept.' },
			{ title: 'On every device', text: 'Lessons work on a phone, a tablet and a computer.' },
			{ title: 'Progress you can see', text: 'The course shows what you’ve done and what comes next.' },
			{ title: 'Lifetime access', text: 'Pay once. Come back when life allows, and find every update waiting.' },
		],
		'/coursePreview/title': 'What the course covers',
		'/coursePreview/intro': 'One step after the other. Nothing expires.',
		'/coursePreview/weekLabel': 'Step {n}',
		'/testimonials/title': 'What learners say',
		'/pricing/intro': 'One price for the whole course.',
		'/questions/items': [
			{ question: 'How much time do I need?', answer: 'That’s up to you. You can go at your own pace, because access doesn’t end.' },
			{ question: 'Which devices can I use?', answer: 'Any phone, tablet or computer with a browser.' },
			{
				question: 'What if it isn’t for me?',
				answer: 'If you buy and change your mind, the {guaranteeDays}-day guarantee applies.',
			},
		],
	},
	'offers.json': {
		'/offers/0/description': 'The whole course and every later update, for one payment.',
		'/offers/0/whatYouGet': [
			'Every module of the course',
			'A signed certificate when you complete the course',
			'Lifetime access, including every update, with no recurring fees',
			'A {guaranteeDays}-day money-back guarantee',
		],
		'/offers/0/benefits': ['Every module is unlocked', 'Lifetime access with no recurring fees'],
		'/offers/0/commonQuestions': [
			{
				question: 'Was my card charged?',
				answer:
					'No. You left the checkout before the payment was confirmed, so no charge was made. Some banks show a temporary authorization that disappears on its own within a few days.',
			},
			{
				question: 'Is the price still the same?',
				answer: 'Yes. The offer remains valid: {price} once{insteadOfRegularPrice}.',
			},
			{
				question: 'Is it really a one-time payment?',
				answer: 'Yes. You pay once and keep lifetime access. There’s no subscription and nothing renews.',
			},
		],
		'/discountCodes': [],
	},
	'marketing/disclaimers.json': {
		'/incomeNoteLong': 'Results differ from person to person. What you get out of a course depends on your time and your work.',
	},
	'marketing/payment-pages.json': { '/success/paid/nextSteps/1/text': 'Its first lesson takes {firstLessonTime}.' },
	'marketing/signup.json': {
		'/successToast/description': 'Confirm your email to keep your progress.',
		'/page/title': 'Sign up for free',
		'/page/text': 'Your name and your email are enough. No card and no password.',
		'/modal/submitLabel': 'Create account',
		'/modal/text': 'We send you a code, so that your progress follows you to other devices.',
		'/welcome/text': 'Confirm your email to keep your progress. Then have a look at the course.',
		'/welcome/startButton': { label: 'See the modules', href: '/modules' },
	},
	'quizzes/hustler.json': { '/callToAction/freeStart': { label: 'Create a free account', href: '/signup' } },
	'free-trial/page.json': {
		'/action/nextSteps/4': {
			title: 'Create a free account',
			text: 'Your name and your email are enough.',
			href: '/signup',
			linkLabel: 'Create a free account',
		},
	},
	'lifecycle.json': {
		'/welcome/subject': 'Have a look around',
		'/welcome/body':
			'Thank you for signing up.\n\n[The modules](/modules) show what the course teaches, one step after the other.\n\nIf you have a question, [write to us](/contact). A person answers.',
	},
	'blog.json': {
		'/calls/course/text': 'Every module, one price paid once, {guaranteeDays} days to change your mind.',
	},
	'link-pictures.json': { '/pictures/2/title': 'The whole course, one step at a time', '/pictures/6/title': 'Create your free account' },
	'course/course.json': {
		'/list/intro': 'Take the modules in order, at your own pace.',
		'/notEnrolled/deniedToast/description': 'It opens once you buy the course.',
	},
	[CLAIMS_FILE]: { '/claims/10/definition': 'The modules of the course.' },
	[SITE_FILE]: { '/strapline': 'Learn at your own pace' },
}

/** Matches the end of the sample description, which follows the academy's name. */
const SAMPLE_DESCRIPTION = / teaches beginners to turn what they know into a first online income: .* one price for life\.$/
const NEUTRAL_DESCRIPTION = ' teaches at your own pace: lessons on any device, and one price for life.'

const read = (text: string): Json => (isJson(text) ? (JSON.parse(text) as Json) : null)

/** Returns the list entries that only the sample course has. */
const sampleEntries = (shipped: Json, neutral: Json): readonly Json[] => {
	if (!Array.isArray(shipped) || !Array.isArray(neutral)) return []
	return shipped.filter((entry) => !neutral.some((each) => isDeepStrictEqual(each, entry)))
}

/** Replaces a value about the sample course; returns it unchanged if the operator wrote it. */
function replaceSample(value: Json, shipped: Json, neutral: Json): Json {
	if (isDeepStrictEqual(value, shipped)) return neutral
	if (!Array.isArray(value) || !Array.isArray(neutral)) return value
	const samples = sampleEntries(shipped, neutral)
	const own = value.filter((entry) => !samples.some((each) => isDeepStrictEqual(each, entry)))
	if (own.length === value.length) return value
	const rest = neutral.filter((entry) => !own.some((each) => isDeepStrictEqual(each, entry)))
	return [...own, ...rest].slice(0, Math.max(own.length, neutral.length))
}

function setAt(value: Json, path: string, fresh: Json): void {
	const [holder, key] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)]
	const target = valueAt(value, holder)
	if (Array.isArray(target)) target[Number(key)] = fresh
	else if (isObject(target)) target[key] = fresh
}

export const FILES_WITH_SAMPLE_TEXTS = Object.keys(NEUTRAL)

/**
 * Replaces texts without a fixed path: the site's description, which contains the academy's name, and the claims about plans of the sample
 * course.
 */
function replaceInFile(file: string, value: Json, shipped: Json): boolean {
	const [description, claims, planned] = [valueAt(value, '/description'), valueAt(value, '/claims'), valueAt(shipped, '/claims')]
	if (file === SITE_FILE && typeof description === 'string' && SAMPLE_DESCRIPTION.test(description)) {
		setAt(value, '/description', description.replace(SAMPLE_DESCRIPTION, NEUTRAL_DESCRIPTION))
		return true
	}
	if (file !== CLAIMS_FILE || !Array.isArray(claims) || !Array.isArray(planned)) return false
	const isPlanned = (claim: Json) => isObject(claim) && claim.basis === 'planned' && planned.some((each) => isDeepStrictEqual(each, claim))
	setAt(
		value,
		'/claims',
		claims.filter((claim: Json) => !isPlanned(claim)),
	)
	return claims.some(isPlanned)
}

/** Replaces the texts of a file that are about the sample course. Returns null if there are none. */
export function replaceSampleTexts(file: string, text: string): Json {
	const [value, shipped] = [read(text), read(readShipped().get(file) ?? '')]
	let isChanged = false
	for (const [path, neutral] of Object.entries(NEUTRAL[file] ?? {})) {
		const before = valueAt(value, path)
		const after = replaceSample(before, valueAt(shipped, path), neutral)
		if (isDeepStrictEqual(before, after)) continue
		setAt(value, path, after)
		isChanged = true
	}
	return replaceInFile(file, value, shipped) || isChanged ? value : null
}

/** Files with the texts of the pages that sell the course. */
const SALES_FILES = ['marketing/home.json', 'marketing/landing.json', 'offers.json']
const isText = (path: string) => !/\/(?:claimIds|discountCodes)$/.test(path)

/**
 * Lists the fields on the pages that sell the course, and those that are still about the sample course.
 * @param textOf returns the newest text of a file
 */
export function listSalesTexts(textOf: (file: string) => string): { all: readonly Place[]; samples: readonly Place[] } {
	const places = SALES_FILES.flatMap((file) =>
		Object.entries(NEUTRAL[file] ?? {}).flatMap(([field, neutral]) => (isText(field) ? [{ file, field, neutral }] : [])),
	)
	const samples = places.filter(({ file, field, neutral }) => {
		const [value, shipped] = [textOf(file), readShipped().get(file) ?? ''].map((text) => valueAt(read(text), field))
		return !isDeepStrictEqual(value, replaceSample(value, shipped, neutral))
	})
	const toPlace = ({ file, field }: { file: string; field: string }) => ({ file, field })
	return { all: places.map(toPlace), samples: samples.map(toPlace) }
}
