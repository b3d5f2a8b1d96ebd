import { isJson } from '#content/check-file.ts'
import { isTextOfPages, listHiddenPages } from '#content/check/hidden-pages.ts'
import type { Content } from '#content/load-content.server.ts'
import type { Edits } from '#content/sources.ts'
import { fileAddress, hiddenPagesAddress, hideSamplesAddress } from '#contracts/console-paths.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import { HIDEABLE_PAGES, type HideablePage } from '#domain/site/hidden-pages.ts'
import { describePlaces } from '#server/console/content/describe-places.ts'
import { requireFile } from '#server/console/content/files.ts'
import { toPlaceUrl } from '#server/console/content/place-address.ts'
import { type Json, valueAt } from '#server/console/content/read-form.ts'
import { findSamples } from '#server/console/content/require-publishable.ts'
import { listSalesTexts } from '#server/console/outline/neutral-texts.ts'

import type { FirstStep } from './read-first-steps.ts'

const readAt = (text: string, field: string) => (isJson(text) ? valueAt(JSON.parse(text) as Json, field) : undefined)

type Read = { content: Content; edits: Edits; edited: ReadonlySet<string> }

const areSamplesHidden = (edits: Edits): boolean => readAt(edits['site.json'] ?? '', '/hideSamples') === true

const OTHER_PAGES = [
	['company/about.json', 'the About page'],
	['company/contact.json', 'the contact page'],
	['company/careers.json', 'the open positions'],
	['library.json', 'the template library'],
] as const

/** Names other public texts that are still as shipped, in one sentence. */
function nameShippedTexts({ content: { articles }, edits, edited }: Read): string {
	const unedited = articles.filter(({ id }) => !edited.has(`articles/${id}.md`)).length
	const hidden = hiddenIn(edits)
	const names = [
		...OTHER_PAGES.filter(([file]) => !edited.has(file) && !isTextOfPages(hidden, file)).map(([, name]) => name),
		...(edited.has('marketing/blog-teasers.json') || areSamplesHidden(edits) ? [] : ['the blog teasers']),
		...(unedited === 0 ? [] : [unedited === 1 ? 'one article' : `${unedited} articles`]),
	]
	return names.length === 0 ? '' : `Still sample text: ${new Intl.ListFormat('en').format(names)}.`
}

/** Step for the pages that sell the course. It is done once none of their texts is about the sample course. */
export function homeStep(read: Read): FirstStep {
	const { edits } = read
	const { all, samples } = listSalesTexts((file) => edits[file] ?? requireFile(file).origin)
	const describe = describePlaces(edits)
	const start = { file: 'marketing/home.json', field: '/hero/taglines/0' }
	return {
		id: 'home',
		title: 'Rewrite your home and offer pages',
		about: `${samples.length} of ${all.length} texts are still about the sample course. Rewrite them. “Remove all sample lessons” (Course › More) replaces them, too, with texts that fit any course.`,
		links: samples.map((place) => ({ title: describe(place), href: toPlaceUrl(place) })),
		rest: nameShippedTexts(read),
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
