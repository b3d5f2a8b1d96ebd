import { expect, test } from 'vitest'

import { listLessonPages } from '#server/console/content/lesson-pages.ts'
import { readOpened } from '#server/services/learning/entitlements/entitlements.ts'
import { payAtProvider, sessionIdOf } from '#tests/factories/checkout.ts'
import { loadTwoCourses, PRODUCTS } from '#tests/factories/two-courses.ts'
import { sitePages } from '#tests/setup/site-pages.ts'
import { signedIn, SITE, startWire } from '#tests/wire/test-client.ts'

import { publish, readPublic } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

test('an operator creates a course in a short form, whose drafts can be published as they are', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const begin = (fields: Record<string, string>) => operator.post('/admin/content/new/course', fields)
	expect((await operator.get('/admin/course')).text).toContain('href="/admin/content/new/course"')
	expect((await begin({ title: ' ', address: '' })).text).toContain('Enter a title.')
	expect((await begin({ title: 'Путь', address: '' })).text).toContain('Use letters from a to z and digits')
	expect((await begin({ title: 'Main', address: 'main' })).text).toContain('Another course has this address.')

	const begun = await begin({ title: 'Spreadsheets: a beginning', address: '' })
	expect(begun.to).toMatch(/^\/admin\/course\?notice=course-begun#module-\d+$/)
	const outline = (await operator.get(begun.to)).text
	expect([outline.includes('The course is a draft'), outline.includes('course%2Fmodule-7%2Fmodule.json')]).toEqual([true, true])
	expect(outline).toMatch(/"\/admin\/content\/new\/offer"[^>]*>Add an offer</)
	expect((await begin({ title: 'Spreadsheets a beginning', address: '' })).status).toBe(422)
	expect(await begin({ title: 'A third one', address: 'third' })).toMatchObject({ status: 303 })
	const page = async (path: string) =>
		(await sitePages.serve(new Request(new URL(path, SITE)), wire.deps.content)) ?? new Response(null, { status: 404 })
	expect((await page('/courses')).status).toBe(404)

	const review = (await operator.get('/admin/content/publish')).text
	expect([review.includes('New course'), review.includes('60 · 1 · 30')]).toEqual([true, false])
	expect([review.includes('Spreadsheets: a beginning, module 1 › First Lesson'), review.includes('Module 7 ›')]).toEqual([true, false])
	expect(await publish(operator)).toContain('No unpublished changes.')
	const written = JSON.parse((await readPublic(wire, 'courses/spreadsheets-a-beginning.json')) ?? '') as {
		title: string
		modules: { id: number }[]
	}
	expect(written).toMatchObject({ title: 'Spreadsheets: a beginning', modules: [{ id: 7 }] })
	expect(await readPublic(wire, 'course/module-8/lessons/first-lesson.md')).toContain('Sample text: write the lesson here.')
	const course = await (await page('/courses/spreadsheets-a-beginning')).text()
	const catalog = await (await page('/courses')).text()
	expect([course.includes('Spreadsheets: a beginning'), catalog.includes('A third one')]).toEqual([true, true])
	expect((await operator.get('/admin/content')).text).toContain('Spreadsheets: a beginning, module 1')
	const log = await wire.deps.db
		.selectFrom('operator_actions')
		.select(['action', 'object_id'])
		.where('action', '=', 'course_begun')
		.orderBy('id')
		.execute()
	expect(log.map((line) => line.object_id)).toEqual(['courses/spreadsheets-a-beginning.json', 'courses/third.json'])
})

test('a learner’s page shows access per course and can grant one course', async () => {
	const wire = await startWire({ content: loadTwoCourses() })
	const { user, email, client } = await signedIn(wire)
	const operator = await openConsoleAs(wire, 'operator')
	const path = `/admin/learners/${user.id}`
	const facts = async () => {
		const { text } = await operator.get(path)
		return [...text.matchAll(/Access to ([^<]+)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(
			([, course, state]) => `${course}: ${state?.replaceAll(/<[^>]*>/g, '')}`,
		)
	}
	expect(await facts()).toEqual([
		'Digital Income Mastery: free lessons only',
		'Career Paths: free lessons only',
		'Spreadsheets for Sellers: free lessons only',
	])
	expect((await operator.post(`${path}/grant`, { reason: 'Won it', course: 'cooking' })).status).toBe(404)
	expect((await operator.post(`${path}/grant`, { reason: 'Won it', course: 'spreadsheets' })).to).toContain('notice=access-given')
	expect((await operator.post(`${path}/grant`, { reason: 'Twice', course: 'spreadsheets' })).status).toBe(409)
	expect(await facts()).toEqual([
		'Digital Income Mastery: free lessons only',
		'Career Paths: free lessons only',
		'Spreadsheets for Sellers: has access',
	])
	expect(await readOpened(wire.deps.db, user.id)).toEqual({ courses: ['spreadsheets'], modules: [] })
	const given = await wire.deps.db.selectFrom('orders').select(['id', 'product_name', 'total_cents']).executeTakeFirstOrThrow()
	expect(given).toMatchObject({ product_name: 'Spreadsheets for Sellers', total_cents: 0 })
	expect((await wire.lastMail(email)).template).toBe('order.access')

	const { data } = await client.functions.invoke<{ url: string }>('create-payment', { body: { productName: PRODUCTS.both } })
	const sessionId = sessionIdOf(data?.url ?? '')
	await payAtProvider(wire.deps, sessionId, { email })
	await wire.request(`/api/orders/by-session/${sessionId}`)
	const bought = await wire.deps.db.selectFrom('orders').select('id').where('product_code', '=', 'everything').executeTakeFirstOrThrow()
	expect((await operator.get(`/admin/orders/${bought.id}`)).text).toContain('Digital Income Mastery, Spreadsheets for Sellers')
	expect((await operator.post(`/admin/orders/${given.id}/end-access`, { reason: 'Over' })).to).toContain('notice=access-ended')
	expect(await facts()).toEqual(['Digital Income Mastery: has access', 'Career Paths: has access', 'Spreadsheets for Sellers: has access'])
})

test('modules of another course are numbered from 1, while URLs keep their number', () => {
	const content = loadTwoCourses()
	expect([2, 21, 22].map(content.labelModule)).toEqual([
		'Module 2',
		'Spreadsheets for Sellers, module 1',
		'Spreadsheets for Sellers, module 2',
	])
	expect(listLessonPages(content).find(({ address }) => address.startsWith('/course/module22?'))?.title).toMatch(
		/^Spreadsheets for Sellers, module 2: /,
	)
})
