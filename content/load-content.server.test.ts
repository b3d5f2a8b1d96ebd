import { expect, test, vi } from 'vitest'

import { type Content, loadContent } from './load-content.server.ts'
import { ContentProblem, ParsedFileCache } from './parsed-files.ts'
import { readShipped } from './read-sources.server.ts'
import { LEGAL_IDS } from './schema/legal.ts'

const shipped = readShipped()
/** Cache shared by the tests that don't check when files are parsed. */
const ofTests = new ParsedFileCache()
const LESSON = 'course/module-2/lessons/first-sale.md'

/** Returns the shipped content with replacements in some files. */
function edit(...changes: readonly [file: string, from: string | RegExp, to: string][]): ReadonlyMap<string, string> {
	return new Map(
		changes.map(([file, from, to]) => {
			const text = shipped.get(file) ?? ''
			expect(text).toMatch(from)
			return [file, text.replace(from, to)]
		}),
	)
}

const problemsOf = (edits: ReadonlyMap<string, string>, then = (_: Content): void => {}): readonly string[] => {
	try {
		then(loadContent(shipped, edits, { parsed: ofTests }))
		return []
	} catch (error) {
		if (error instanceof ContentProblem) return error.message.split('\n')
		throw error
	}
}

function* partsOf(value: unknown, path: string, seen = new Set()): Generator<[string, object]> {
	if (typeof value !== 'object' || value === null || seen.has(value)) return
	seen.add(value)
	yield [path, value]
	const entries = value instanceof Map ? [...value] : Object.entries(value)
	for (const [key, part] of entries) yield* partsOf(part, `${path}.${String(key)}`, seen)
}

test('loaded content is immutable', () => {
	const content = loadContent(shipped, undefined, { parsed: ofTests })
	const parts = [...partsOf({ ...content, lesson: content.readLesson(1, 'skills-inventory-assessment') }, 'content')].slice(1)
	expect(parts.length).toBeGreaterThan(3000)
	expect(parts.filter(([, part]) => !Object.isFrozen(part)).map(([path]) => path)).toEqual([])
	expect(() => (content.libraryDocuments as Map<string, unknown>).clear()).toThrow('Content is immutable')
})

test('two loaded releases each show their own price', () => {
	const parsed = new ParsedFileCache()
	const before = loadContent(shipped, undefined, { parsed })
	const after = loadContent(shipped, edit(['offers.json', '"amountCents": 4700', '"amountCents": 5900']), { parsed })
	const says = (content: Content) =>
		JSON.stringify([
			content.landing,
			content.signup,
			LEGAL_IDS.map(content.readLegalPage),
			[...content.libraryDocuments.values()],
			content.fillPromises('{price}'),
		])
	expect([before.lifetimeOffer.amountCents, after.lifetimeOffer.amountCents]).toEqual([4700, 5900])
	expect(says(before)).toMatch(/\$47(?!\d)/)
	expect(says(before)).not.toMatch(/\$59(?!\d)/)
	expect(says(after)).toMatch(/\$59(?!\d)/)
	expect(after.landing).not.toEqual(before.landing)
	// The earlier release is unchanged after loading a later one.
	expect(loadContent(shipped, undefined, { parsed }).landing).toBe(before.landing)
})

test('a second load parses only what changed', () => {
	const parsed = new ParsedFileCache()
	const first = loadContent(shipped, undefined, { parsed })
	const lesson = first.readLesson(2, 'first-sale')
	const made = vi.spyOn(parsed, 'get')
	const edits = edit([LESSON, /^title: .*$/m, 'title: Another Title'])
	const second = loadContent(shipped, edits, { parsed })
	expect(made).toHaveBeenCalled()
	expect(second.home).toBe(first.home)
	expect(second.articles[0]).toBe(first.articles[0])
	expect(second.readLesson(2, 'launch-strategy-execution')).toBe(first.readLesson(2, 'launch-strategy-execution'))
	expect(second.readLesson(2, 'first-sale')?.title).toBe('Another Title')
	expect(first.readLesson(2, 'first-sale')).toBe(lesson)
})

test.each([
	[
		'a price that isn’t a number',
		'offers.json',
		'"amountCents": 4700',
		'"amountCents": "4700"',
		/^content\/offers\.json:\d+: offers\.0\.amountCents: /,
	],
	['a missing field', 'site.json', /"program": "[^"]*",/, '', /^content\/site\.json:\d+: program: /],
	['invalid JSON', 'planner.json', '{', '{,', /^content\/planner\.json:\d+: /],
	['an unknown field', 'marketing/home.json', '"hero"', '"herro"', /^content\/marketing\/home\.json:\d+: .*hero/],
	[
		'an article without a date',
		'articles/price-your-first-offer.md',
		/^date: .*\n/m,
		'',
		/^content\/articles\/price-your-first-offer\.md:\d+: date: /,
	],
	['a document without a title', 'documents/strategy-page.md', /^title: .*\n/m, '', /^content\/documents\/strategy-page\.md:\d+: title: /],
	['a legal text without a day', 'legal/terms.md', /^effective: .*\n/m, '', /^content\/legal\/terms\.md:\d+: effective: /],
	['a script in the logo', 'logo.svg', '</svg>', '<script></script></svg>', /^content\/logo\.svg:\d+: /],
])('%s is refused with file, line and field', (_, file, from, to, expected) => {
	expect(problemsOf(edit([file, from, to]))[0]).toMatch(expected)
})

test('an invalid lesson is reported with its line, and errors of all files are reported together', () => {
	const faulty = edit([LESSON, /^title: .*$/m, 'title: ""'])
	expect(problemsOf(faulty)).toEqual([])
	expect(problemsOf(faulty, (content) => content.readAllLessons())[0]).toMatch(
		/^content\/course\/module-2\/lessons\/first-sale\.md:\d+: title: /,
	)
	const two = edit(['planner.json', /"/, '"x'], ['library.json', '"title"', '"titel"'])
	expect(new Set(problemsOf(two).map((line) => line.split(':')[0]))).toEqual(new Set(['content/planner.json', 'content/library.json']))
})

test('a missing file is reported', () => {
	const without = new Map([...shipped].filter(([file]) => file !== 'selector/selector.json'))
	expect(() => loadContent(without)).toThrow('content/selector/selector.json:1: is missing')
})

test('samples appear only in content that shows them', () => {
	const shown = loadContent(shipped, undefined, { showsSamples: true, parsed: ofTests })
	const hidden = loadContent(shipped, undefined, { showsSamples: false, parsed: ofTests })
	expect([shown.testimonials.length > 0, hidden.testimonials.length]).toEqual([true, 0])
	expect([shown.lifetimeOffer.regularPrice, hidden.lifetimeOffer.regularPrice]).toEqual(['sample', 'hidden'])
	expect(hidden.samples).toEqual(shown.samples)
})

test('an operator’s setting leaves out the samples, as on a live site', () => {
	const site = JSON.parse(shipped.get('site.json') ?? '') as object
	const load = (hideSamples: boolean) =>
		loadContent(shipped, new Map([['site.json', JSON.stringify({ ...site, hideSamples })]]), { showsSamples: true, parsed: ofTests })
	const [shown, hidden] = [load(false), load(true)]
	expect([shown.testimonials.length > 0, hidden.testimonials, hidden.activity]).toEqual([true, [], []])
	expect([shown.lifetimeOffer.regularPrice, hidden.lifetimeOffer.regularPrice]).toEqual(['sample', 'hidden'])
})

test('a testimonial can be hidden or removed; hidden ones appear on no page', () => {
	const { testimonials } = JSON.parse(shipped.get('marketing/testimonials.json') ?? '') as { testimonials: { id: string }[] }
	const load = (list: readonly object[]) =>
		loadContent(shipped, new Map([['marketing/testimonials.json', JSON.stringify({ testimonials: list })]]), { parsed: ofTests })
	const hidden = load(testimonials.map((item) => ({ ...item, hidden: true })))
	expect([hidden.testimonials, hidden.testimonialsById(hidden.landing.testimonials.ids)]).toEqual([[], []])
	const shown = load(testimonials.map((item, index) => ({ ...item, hidden: index === 0 })))
	expect(shown.testimonials.map(({ id }) => id)).toEqual(testimonials.slice(1).map(({ id }) => id))
	expect(Object.keys(shown.testimonials[0] ?? {})).not.toContain('hidden')
	expect(load(testimonials.slice(3)).testimonials).toHaveLength(3)
})
