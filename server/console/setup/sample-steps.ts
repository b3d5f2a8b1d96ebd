import { isJson } from '#content/check-file.ts'
import { isTextOfPages, listHiddenPages } from '#content/check/hidden-pages.ts'
import type { Content } from '#content/load-content.server.ts'
import type { Edits } from '#content/sources.ts'
import { consolePaths, fileAddress, hiddenPagesAddress, hideSamplesAddress } from '#contracts/console-paths.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import { HIDEABLE_PAGES, type HideablePage } from '#domain/site/hidden-pages.ts'
import { COURSE, listModules } from '#server/console/content/course-modules.ts'
import { describePlaces } from '#server/console/content/describe-places.ts'
import { listShippedPaths, requireFile } from '#server/console/content/files.ts'
import { toPlaceUrl } from '#server/console/content/place-address.ts'
import { type Json, valueAt } from '#server/console/content/read-form.ts'
import { findSamples } from '#server/console/content/require-publishable.ts'
import { listSalesTexts } from '#server/console/outline/neutral-texts.ts'

import type { FirstStep } from './read-first-steps.ts'

const readAt = (text: string, field: string) => (isJson(text) ? valueAt(JSON.parse(text) as Json, field) : undefined)

type Read = { content: Content; edits: Edits; edited: ReadonlySet<string> }

const areSamplesHidden = (edits: Edits): boolean => readAt(edits['site.json'] ?? '', '/hideSamples') === true

const OTHER_PAGES = [
	['company/about.json', 'About page'],
	['company/contact.json', 'Contact page'],
	['company/careers.json', 'Open positions'],
	['library.json', 'Template library'],
	['marketing/blog-teasers.json', 'Blog teasers'],
] as const

/** Lists other public texts that are still as shipped, with links to them. */
function listShippedTexts({ content: { articles }, edits, edited }: Read) {
	const unedited = articles.filter(({ id }) => !edited.has(`articles/${id}.md`)).length
	const hidden = hiddenIn(edits)
	const isLeft = (file: string) =>
		!edited.has(file) && !isTextOfPages(hidden, file) && !(file === 'marketing/blog-teasers.json' && areSamplesHidden(edits))
	return [
		...OTHER_PAGES.filter(([file]) => isLeft(file)).map(([file, title]) => ({ title, href: fileAddress(file) })),
		...(unedited === 0 ? [] : [{ title: countNoun(unedited, 'article'), href: consolePaths.content }]),
	]
}

/** Counts the lessons of the main course that came with the program and that no one edited. */
export function countSampleLessons(edits: Edits, edited: ReadonlySet<string>): number {
	const shipped = new Set(listShippedPaths())
	const lessons = listModules(edits).flatMap((module) => module.lessons)
	return lessons.filter(({ path }) => shipped.has(path) && !edited.has(path)).length
}

/** Step to remove the sample lessons, which also replaces other texts about them. */
export const sampleLessonsStep = (count: number): FirstStep => ({
	id: 'sample-lessons',
	title: 'Remove the sample lessons',
	about: `${countNoun(count, 'lesson')} came with Launchway. Once you have one of your own, remove them all at once. Texts about the sample course become neutral, too.`,
	href:
		count === 0
			? consolePaths.course
			: `${consolePaths.course}?${new URLSearchParams({ remove: 'samples', course: COURSE }).toString()}#remove`,
	isDone: count === 0,
})

/** Step for the pages that sell the course. It is done once none of their texts is about the sample course. */
export function homeStep(read: Read): FirstStep {
	const { edits } = read
	const { all, samples } = listSalesTexts((file) => edits[file] ?? requireFile(file).origin)
	const describe = describePlaces(edits)
	const others = listShippedTexts(read)
	const start = { file: 'marketing/home.json', field: '/hero/taglines/0' }
	return {
		id: 'home',
		title: 'Rewrite your home and offer pages',
		about: `${samples.length} of ${all.length} texts are still about the sample course.`,
		links: samples.length > 0 ? samples.map((place) => ({ title: describe(place), href: toPlaceUrl(place) })) : others,
		rest: others.length === 0 ? '' : 'Other pages still have sample text. Rewrite them, or turn off those you don’t need.',
		href: toPlaceUrl(samples.length === all.length ? start : (samples[0] ?? start)),
		isDone: samples.length === 0,
	}
}

/** Files with entries that can be marked as made up. */
const MADE_UP = [
	['marketing/testimonials.json', 'testimonial', 'testimonials'],
	['marketing/claims.json', 'figure', 'figures'],
	['marketing/activity.json', 'piece of news', 'pieces of news'],
	['company/about.json', 'person', 'people'],
	['company/careers.json', 'position', 'positions'],
] as const

const hiddenIn = (edits: Edits) => listHiddenPages(new Map([['site.json', edits['site.json'] ?? '']]))

/** Step for pages of the sample academy. It is done once one of them is turned off or edited. */
export const pagesStep = ({ edits, edited }: Pick<Read, 'edits' | 'edited'>): FirstStep => ({
	id: 'pages',
	title: 'Turn off pages you don’t need',
	about: 'The free trial, the quiz, the income selector, the career tracks and other pages came with the sample academy.',
	href: hiddenPagesAddress,
	isDone: hiddenIn(edits).length > 0 || [...edited].some((file) => isTextOfPages(Object.keys(HIDEABLE_PAGES) as HideablePage[], file)),
})

/** Setup step about made-up testimonials and figures. Done once they are hidden, or drafts replace or confirm all of them. */
export function samplesStep(edits: Edits): FirstStep {
	const hidden = hiddenIn(edits)
	const files = MADE_UP.filter(([file]) => !isTextOfPages(hidden, file))
	const samples = findSamples(
		edits,
		files.map(([file]) => file),
	)
	const names = files.flatMap(([file, one, many]) => {
		const count = samples.filter(({ href }) => href.startsWith(`${fileAddress(file)}&`)).length
		return count === 0 ? [] : [countNoun(count, one, many)]
	})
	return {
		id: 'samples',
		title: 'Leave out the made-up content',
		about: `Made up: ${new Intl.ListFormat('en').format(names)}. One switch leaves them out until you have your own. A live site always does.`,
		href: hideSamplesAddress,
		isDone: names.length === 0 || areSamplesHidden(edits),
	}
}
