import type { z } from 'zod'

/** Descriptions, for operators, of the placeholders that any text may contain. `definePromises` provides the values. */
export const VALUE_MEANINGS = {
	price: 'price of the offer',
	regularPrice: 'regular price of the offer',
	insteadOfRegularPrice: 'the words “instead of” and the regular price, if there is one',
	discountCode: 'first discount code of the offer',
	discount: 'what the first discount code takes off',
	discountScope: 'what the first discount code applies to',
	guaranteeDays: 'days of the money-back guarantee',
	guaranteeShare: 'share of the course from which there’s no refund',
	refundTime: 'how long a refund takes',
	withdrawalDays: 'days of the legal right of withdrawal',
	modules: 'number of modules on the offer page, one a week',
	modulesInWords: 'number of modules on the offer page, in words',
	ModulesInWords: 'number of modules on the offer page, in words with a capital',
	courseModules: 'number of modules in the course',
	courseModulesInWords: 'number of modules in the course, in words',
	CourseModulesInWords: 'number of modules in the course, in words with a capital',
	courseSections: 'number of lessons in the course',
	hours: 'hours of the course, from your figures',
	templates: 'number of templates, from your figures',
	firstLessonTime: 'working time of the first lesson',
	newsletterRhythm: 'how often the newsletter comes',
	mentorshipMark: 'the mark “(coming later)”, as long as mentorship is planned',
	communityMark: 'the mark “(coming later)”, as long as the community is planned',
} as const

type Filled = { meaning: string; files: RegExp }

/** Placeholders that are allowed only in some files, whose pages fill them in. */
const OF_PAGES: Readonly<Record<string, Filled>> = {
	brand: { meaning: 'name of the academy', files: /^(?:marketing\/signup\.json|legal\/.*)$/ },
	program: { meaning: 'name of the course', files: /^legal\// },
	supportEmail: { meaning: 'support email', files: /^legal\// },
	incomeNote: { meaning: 'note about income', files: /^documents\// },
	email: { meaning: 'email address of the visitor', files: /^marketing\/(?:landing|signup)\.json$/ },
	firstName: { meaning: 'first name of the learner', files: /^(?:marketing\/signup|course\/course)\.json$/ },
	title: { meaning: 'title of the lesson, module or document', files: /^(?:library|tracks|free-trial\/page|course\/.*\/module)\.json$/ },
	total: { meaning: 'how many there are in all', files: /^(?:library|free-trial\/(?:page|quiz))\.json$/ },
	shown: { meaning: 'how many are shown', files: /^library\.json$/ },
	answered: { meaning: 'how many are answered', files: /^free-trial\/quiz\.json$/ },
	type: { meaning: 'result of the quiz', files: /^free-trial\/quiz\.json$/ },
	n: { meaning: 'a number', files: /^(?:marketing\/landing|free-trial\/page|course\/course)\.json$/ },
	time: { meaning: 'when we answer', files: /^company\/contact\.json$/ },
	date: { meaning: 'a date', files: /^company\/claims\.json$/ },
	r: { meaning: 'this row of the sheet', files: /^documents\/.*\.json$/ },
	first: { meaning: 'first row of the sheet', files: /^documents\/.*\.json$/ },
	last: { meaning: 'last row of the sheet', files: /^documents\/.*\.json$/ },
}

const PLACEHOLDER = /\{(\s*[A-Za-z][\w -]{0,40})\}/g

/** @param file path below `content` */
export const describePlaceholders = (file: string): readonly (readonly [name: string, meaning: string])[] => [
	...Object.entries(VALUE_MEANINGS),
	...Object.entries(OF_PAGES).flatMap(([name, { meaning, files }]) => (files.test(file) ? [[name, meaning] as const] : [])),
]

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '')

/**
 * Returns unknown placeholders, which readers would see as typed. Several words, as in “{your topic}”, count as normal text unless they
 * resemble a placeholder's name.
 */
export function findUnknownNames(file: string, text: string): string[] {
	const known = describePlaceholders(file).map(([name]) => name)
	return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))].filter(
		(name) => !known.includes(name) && (/^\w+$/.test(name) || known.some((each) => plain(each) === plain(name))),
	)
}

const NO_PLACEHOLDER = 'which is not a placeholder'

function describeUnknown(file: string, name: string): string {
	const near = describePlaceholders(file).find(([known]) => plain(known).slice(0, 5) === plain(name).slice(0, 5))?.[0]
	return `has {${name}}, ${NO_PLACEHOLDER}: ${near === undefined ? 'choose one from “Insert a placeholder”, or leave out the braces' : `did you mean {${near}}?`}`
}

const UNKNOWN = new RegExp(`(?:^|: )has (\\{[^}]+\\}), ${NO_PLACEHOLDER}`)

/** True if a message reports an unknown placeholder that the public text already contains at least as often. */
export function isInPublishedText(message: string, { live, text }: { live: string; text: string }): boolean {
	const [, name] = UNKNOWN.exec(message) ?? []
	const count = (where: string) => where.split(name ?? '').length
	return name !== undefined && live.includes(name) && count(text) <= count(live)
}

type Found = { path: (string | number)[]; message: string }

function findInValue(file: string, value: unknown, path: (string | number)[] = []): Found[] {
	if (typeof value === 'string') return findUnknownNames(file, value).map((name) => ({ path, message: describeUnknown(file, name) }))
	if (Array.isArray(value)) return value.flatMap((each, index) => findInValue(file, each, [...path, index]))
	if (typeof value !== 'object' || value === null) return []
	return Object.entries(value).flatMap(([key, each]) => findInValue(file, each, [...path, key]))
}

/** Extends a schema to reject unknown placeholders. */
export const withKnownNames = (file: string, schema: z.ZodType): z.ZodType =>
	schema.superRefine((value, context) => {
		for (const { path, message } of findInValue(file, value)) context.addIssue({ code: 'custom', path, message })
	})
