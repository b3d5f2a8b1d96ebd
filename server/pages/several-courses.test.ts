import { expect, test } from 'vitest'

import { createApp } from '#server/process/app.ts'
import { loadTwoCourses, PRODUCTS, SECRET_OF_SHEETS } from '#tests/factories/two-courses.ts'
import { publicPaths } from '#tests/setup/page-paths.ts'
import { sitePages } from '#tests/setup/site-pages.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

const textOf = (html: string) => html.replaceAll('<!-- -->', '')

test('with one course no page mentions courses', async () => {
	const { deps } = await makeTestDeps()
	const app = createApp(deps, (request) => sitePages.serve(request, deps.content))
	for (const path of publicPaths) {
		const answer = await app.request(path)
		const html = await answer.text()
		expect([path, answer.status, /"\/courses|hasCourses/.test(html)]).toEqual([path, 200, false])
	}
	expect([(await app.request('/courses')).status, (await app.request('/courses/main')).status]).toEqual([404, 404])
})

test('with two courses there is a catalog, a page for each further one, and an offer lists its contents', async () => {
	const { deps } = await makeTestDeps({ content: loadTwoCourses() })
	const app = createApp(deps, (request) => sitePages.serve(request, deps.content))
	const page = async (path: string) => {
		const answer = await app.request(path)
		expect([path, answer.status]).toEqual([path, 200])
		return textOf(await answer.text())
	}
	const lacking = async (path: string, ...wanted: string[]) => {
		const html = await page(path)
		expect([path, html.includes(SECRET_OF_SHEETS)]).toEqual([path, false])
		return wanted.filter((each) => !html.includes(each))
	}
	expect(await lacking('/courses', 'Spreadsheets for Sellers', 'Get It for $29', 'Get It for $47')).toEqual([])
	expect(await lacking('/', 'href="/courses"')).toEqual([])
	const shown = ['1. First Formulas', '2. Monthly Numbers', 'Get It for $29', 'href="/offers/first-formulas"']
	expect(await lacking('/courses/spreadsheets', ...shown)).toEqual([])
	expect((await app.request('/courses/main')).status).toBe(404)
	expect((await app.request('/courses/cooking')).status).toBe(404)

	expect(await lacking('/offers/spreadsheets', '1. First Formulas', 'name="productName" value="Spreadsheets for Sellers"')).toEqual([])
	expect(await lacking('/offers/spreadsheets', PRODUCTS.main + '"/>')).toEqual([PRODUCTS.main + '"/>'])
	expect(await lacking('/offers/first-formulas', 'From Spreadsheets for Sellers')).toEqual([])
	expect(await lacking('/offers/everything', 'Digital Income Mastery', 'Spreadsheets for Sellers')).toEqual([])
	expect(await lacking('/course/module22', 'Monthly Numbers', '>Module 2<')).toEqual([])
})
