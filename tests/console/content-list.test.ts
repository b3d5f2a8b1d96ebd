import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { addressOf } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'

const pathsOf = (text: string) =>
	[...text.matchAll(/href="\/admin\/content\/file\?path=([^"&]+)"/g)].map(([, path = '']) => decodeURIComponent(path))

test('lessons are in the order of the course, articles newest first, and other pages by title', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	const { text } = await operator.get('/admin/content')
	const paths = pathsOf(text)
	const [module] = loadedContent.taughtModules
	const lessons = module?.sections.flatMap(({ lessonId }) => (lessonId === null ? [] : [`course/module-1/lessons/${lessonId}.md`])) ?? []
	expect(paths.filter((path) => path.startsWith('course/module-1/')).slice(0, lessons.length + 1)).toEqual([
		'course/module-1/module.json',
		...lessons,
	])
	expect(paths.filter((path) => path.startsWith('articles/'))).toEqual(loadedContent.articles.map(({ id }) => `articles/${id}.md`))
	const pages = rowsOf(text, 'Pages')
	const titles = pages.slice(2).map(([title = '']) => title)
	expect(titles.length).toBeGreaterThan(14)
	expect(pages.every(([, address]) => address?.startsWith('/'))).toBe(true)
	expect(rowsOf(text, 'Texts without a page').map(([, address]) => address)).toEqual(rowsOf(text, 'Texts without a page').map(() => '–'))
	expect(rowsOf(text, 'Texts without a page').map(([title]) => title)).toContain('Page not found')
	expect([pages[0], rowsOf(text, 'Module 1')[1]?.[1]]).toEqual([
		['Home', '/', 'Published', '–'],
		`/course/module1?section=${module?.sections[0]?.id}`,
	])
	expect(titles).toEqual(titles.toSorted((one, other) => one.localeCompare(other, 'en', { sensitivity: 'base' })))
})

test('the list can be narrowed to drafts, which say when they were changed', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	expect((await operator.get('/admin/content?state=draft')).text).toContain('No drafts. Everything you saved is published.')
	const path = 'articles/price-your-first-offer.md'
	const page = `/admin/content/file?path=${encodeURIComponent(path)}`
	const body = { path, as: 'text', base: '', text: '---\ntitle: Prices\n---\n' }
	await operator.post('/admin/content/file', { form_id: '-admin-content-file', form_page: page, ...body })
	const { text } = await operator.get('/admin/content?state=draft')
	expect(pathsOf(text)).toEqual([path])
	expect(text).toMatch(/>draft<[^]*<time/)
	expect(pathsOf((await operator.get('/admin/content?state=published')).text)).toEqual([])
	expect((await operator.get('/admin/content?state=gone')).text).toContain('Unknown filter in this link: Status “gone”')
})

test('fields for a link offer the pages of the site', async () => {
	const { text } = await (await openConsoleAs(await startWire(), 'operator')).get(addressOf('marketing/home.json'))
	expect(text).toContain('<datalist id="page-choices"><option value="/">Home</option>')
	expect(text).toContain('<option value="/signup">Sign-up</option>')
	expect(text).toMatch(/list="page-choices"[^>]*name="s\/hero\/primary\/href"|name="s\/hero\/primary\/href"[^>]*list="page-choices"/)
})
