import { expect, test } from 'vitest'

import { documentExample } from './document-examples.ts'
import sizes from './document-sizes.json' with { type: 'json' }
import libraryJson from './library.json' with { type: 'json' }
import { loadedContent } from './loaded.server.ts'
import type { LibraryDocument } from './schema/document.ts'
import { LibraryWordsSchema } from './schema/library.ts'

const { libraryDocuments, freeTrial, taughtModules, readLesson, course, disclaimers, downloadById, lifetimeOffer, modulePages, signup } =
	loadedContent

const library = [...libraryDocuments.values()]
const document = (slug: string) => libraryDocuments.get(slug)
const titlesOf = (documents: readonly LibraryDocument[]) => documents.map(({ title }) => title)

/** Returns all text in a document that its reader can see. */
const textOf = (wanted: LibraryDocument): string => JSON.stringify(wanted.kind === 'sheet' ? [wanted.howTo, wanted.sheets] : wanted.blocks)

test('the bonus box lists five paid documents in order', () => {
	const bonuses = library.filter(({ group }) => group === 'bonus')
	expect(titlesOf(bonuses)).toEqual(freeTrial.page.templates.bonuses.map(({ title }) => title))
	expect(bonuses.map(({ access }) => access)).toEqual(Array.from({ length: 5 }, () => 'paid'))
	for (const title of titlesOf(bonuses)) expect(lifetimeOffer.whatYouGet.join()).toContain(title)
})

test('the program includes 15+ templates and tools besides the bonuses', () => {
	const paid = library.filter(({ access, group }) => access === 'paid' && group !== 'bonus')
	expect(paid.length).toBeGreaterThanOrEqual(15)
	expect(new Set(paid.map(({ group }) => group))).toEqual(new Set(['template', 'tool']))
})

test.each([
	{ promise: 'the template of the signup', slug: signup.template.downloadId },
	{ promise: 'the template of the free trial and the planner pack', slug: 'weekly-planner-pack' },
	{ promise: 'the worksheet of the free trial', slug: 'income-selector-worksheet' },
	{ promise: 'the overview of module 1', slug: 'module-1-overview' },
	{ promise: 'the first download of module 1', slug: 'skills-inventory-worksheet' },
	{ promise: 'the second download of module 1', slug: 'thirty-day-action-plan' },
	{ promise: 'the translation guide of the skills lesson', slug: 'skills-translation-guide' },
	{ promise: 'the notebook of the market research lesson', slug: 'market-research-notebook' },
	{ promise: 'the guide of the first track', slug: 'career-guide-affiliate-marketer' },
	{ promise: 'the guide of the second track', slug: 'career-guide-digital-product-creator' },
	{ promise: 'the guide of the third track', slug: 'career-guide-online-coach-consultant' },
	{ promise: 'the alumni resources', slug: 'alumni-handbook' },
])('$promise is free: $slug', ({ slug }) => {
	expect(document(slug)).toMatchObject({ access: 'free' })
})

test('each listed module has its template, and the first two are free', () => {
	const named = course.modules.map(({ templateSlug }) => document(templateSlug ?? ''))
	expect(named.map((found) => found?.title)).toEqual(course.modules.map(({ template }) => template))
	expect(named.map((found) => found?.access)).toEqual(['free', 'free', 'paid', 'paid', 'paid', 'paid'])
})

const words = LibraryWordsSchema.parse(libraryJson)

test('every document has a purpose, and all named documents exist', () => {
	const purposes = words.purposes.items.flatMap(({ documents }) => documents)
	expect(library.filter(({ slug }) => !purposes.includes(slug)).map(({ slug }) => slug)).toEqual([])
	expect([...purposes, ...Object.keys(words.examples.items)].filter((slug) => !document(slug))).toEqual([])
	for (const { documents } of words.purposes.items) expect(new Set(documents).size).toBe(documents.length)
})

test('each bonus and paid workbook has a filled-in example without long text', () => {
	const asked = library.filter(({ access, group, kind }) => access === 'paid' && (group === 'bonus' || kind === 'sheet'))
	expect(asked.length).toBeGreaterThan(5)
	expect(titlesOf(asked.filter((wanted) => (documentExample(wanted, words)?.length ?? 0) < 2))).toEqual([])
	expect(library.flatMap((each) => documentExample(each, words) ?? []).filter(({ value }) => value.length > 70)).toEqual([])
})

test('the size of every document file is recorded', () => {
	const measured = Object.fromEntries(Object.entries(sizes).map(([slug, files]) => [slug, new Set(Object.keys(files))]))
	expect(measured, 'run scripts/measure-documents.ts').toEqual(
		Object.fromEntries(library.map(({ slug, formats }) => [slug, new Set<string>(formats)])),
	)
})

test('documents linked from lessons exist in the library', async () => {
	const lessons = await Promise.all(
		taughtModules.flatMap(({ id, sections }) => sections.flatMap(({ lessonId }) => (lessonId === null ? [] : readLesson(id, lessonId)))),
	)
	const named = lessons.flatMap((lesson) => [
		...[...(lesson?.text.html ?? '').matchAll(/href="\/templates#([a-z0-9-]+)"/g)].map(([, slug]) => slug ?? ''),
		...(lesson?.resources ?? []).flatMap(({ link }) => link?.match(/^\/templates#(.+)$/)?.[1] ?? []),
	])
	expect(named.length).toBeGreaterThanOrEqual(40)
	expect(named.filter((slug) => !document(slug))).toEqual([])
})

test('module downloads exist in the library', () => {
	const ids = modulePages.flatMap(({ downloadIds, overviewDownload }) => [...downloadIds, overviewDownload?.downloadId ?? []].flat())
	expect(ids.length).toBeGreaterThanOrEqual(3)
	for (const id of ids) expect(document(id)?.title).toBe(downloadById(id).title)
})

test('planner pack and worksheet match the free trial pages', () => {
	const pack = document('weekly-planner-pack')
	const worksheet = document('income-selector-worksheet')
	if (!pack || !worksheet) throw new Error('both belong to the free trial')
	const { template, worksheet: questions } = freeTrial
	const tasks = [...template.sections.flatMap((day) => day.tasks), ...template.goals.flatMap(({ goals }) => goals), ...template.successTips]
	const asked = questions.categories.flatMap((category) => category.questions.map(({ question }) => question))
	expect(tasks.filter((task) => !textOf(pack).includes(JSON.stringify(task).slice(1, -1)))).toEqual([])
	expect(asked.filter((question) => !textOf(worksheet).includes(question))).toEqual([])
})

test.each(library.filter(({ group }) => group === 'career-guide'))('$title has the length of a guide and the income note', (guide) => {
	const words = textOf(guide).split(/\s+/).length
	expect(words).toBeGreaterThan(700)
	expect(words).toBeLessThan(1700)
	expect(textOf(guide)).toContain(disclaimers.incomeNoteLong)
})

test('a document that names a monthly income has a disclaimer', () => {
	const naming = library.filter((found) => /\$[\d,]+(?:-\$[\d,]+)?(?:\/month| a month)/.test(textOf(found)))
	const notes = /not a promise|not promised|not a forecast|invented|made up|\(example\)/
	expect(naming.length).toBeGreaterThan(3)
	expect(titlesOf(naming.filter((found) => !notes.test(textOf(found))))).toEqual([])
})

test('no long paragraph appears in two documents, except the income note', () => {
	const places = new Map<string, Set<string>>()
	for (const found of library) {
		if (found.kind === 'sheet') continue
		for (const block of found.blocks) {
			if (block.kind !== 'text' && block.kind !== 'callout') continue
			if (block.text.length < 90 || block.text.includes(disclaimers.incomeNoteLong)) continue
			places.set(block.text, (places.get(block.text) ?? new Set()).add(found.slug))
		}
	}
	expect([...places].filter(([, slugs]) => slugs.size > 1)).toEqual([])
})
