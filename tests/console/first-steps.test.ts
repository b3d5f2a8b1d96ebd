import { expect, test } from 'vitest'

import { replaceSampleTexts } from '#server/console/outline/neutral-texts.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { originOf, publish, samplesOf, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const SETTINGS = '/admin/settings'

test('first steps are checked off by existing data, link to their fields, and can be hidden and shown', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const support = await openConsoleAs(wire, 'support')
	const today = async () => (await operator.get('/admin/today')).text
	expect(await today()).toContain('0 of 13 done')
	expect(await today()).toMatch(/Name your academy<\/a> <span[^>]*>next<\/span><p[^>]*>It’s on every page/)
	expect((await support.get('/admin/today')).text).toContain('You’re all caught up')
	expect((await support.get('/admin/today')).text).not.toContain('First steps')
	expect(await today()).toContain('href="/admin/settings/general#f-name"')
	expect((await operator.get(`${SETTINGS}/general`)).text).toContain('id="f-name"')
	expect(await today()).toMatch(/path=marketing%2Fhome.json[^"]*#f-hero-taglines-0"[^>]*>Rewrite your home and offer pages/)
	expect(await today()).toMatch(/>27 of 27 texts are still about the sample course\.[^]*Show 27 texts that are left/)
	expect(await today()).toContain('free and paid accounts read the same lessons')
	expect((await operator.get(`${SETTINGS}/prices`)).text).toContain('free and paid accounts read the same lessons')
	expect((await operator.get(`${SETTINGS}/brand`)).text).toContain('id="f-color"')
	expect((await operator.get(`${SETTINGS}/prices`)).text).toContain('id="f-offers-0-amountCents"')
	await saveText(operator, 'site.json', originOf('site.json').replaceAll('Launchway', 'Harbor'))
	expect(await today()).toMatch(/href="\/admin\/settings\/contact#f-supportEmail"[^>]*>Enter your support email<\/a> <span[^>]*>next/)
	expect(await today()).toContain('1 of 13 done')
	expect(await today()).not.toContain('It’s on every page')
	await saveText(operator, 'marketing/home.json', originOf('marketing/home.json').replace('in 90 Days', 'by the harbor'))
	// One of three headlines isn't enough.
	expect(await today()).toMatch(/>27 of 27 texts are still/)
	await saveText(operator, 'marketing/landing.json', originOf('marketing/landing.json').replace('Build Your First', 'Sail Your First'))
	expect(await today()).toMatch(/>26 of 27 texts are still/)
	expect(await today()).toContain('1 of 13 done')
	for (const file of ['marketing/home.json', 'marketing/landing.json', 'offers.json'])
		await saveText(operator, file, JSON.stringify(replaceSampleTexts(file, originOf(file))))
	expect(await today()).toContain('3 of 13 done')
	const others = ['About page', 'Contact page', 'Open positions', 'Template library', 'Blog teasers'].map(
		(title) => `<a href="[^"]*path=[^"]*"[^>]*>${title}</a>`,
	)
	expect(await today()).toMatch(new RegExp(`Other pages still have sample text[^]*${others.join('[^]*')}[^]*>\\d+ articles</a>`))
	expect(await today()).toMatch(
		/\?remove=samples&amp;course=course%2Fcourse.json#remove"[^>]*>Remove the sample lessons<\/a> <p[^>]*>48 lessons came/,
	)
	expect(await today()).toContain('Before you go live: 0 of 3 done')
	expect(await today()).toMatch(/href="\/admin\/settings\/tax#f-name"[^>]*>Enter the seller and your tax<\/a> <p/)
	expect((await operator.get(`${SETTINGS}/tax`)).text).toContain('id="f-name"')
	await saveText(operator, 'company/seller.json', originOf('company/seller.json').replace('"name": ""', '"name": "Harbor GmbH"'))
	expect(await today()).toContain('Before you go live: 1 of 3 done')
	const course = '/admin/content/file?path=course%2Fcourse.json'
	expect(await today()).toContain('href="/admin/settings/general#f-program"')
	expect((await operator.get(`${SETTINGS}/general`)).text).toContain('id="f-program"')
	expect((await operator.get(course)).text).toContain('id="f-title"')
	await saveText(operator, 'course/course.json', originOf('course/course.json').replace('Welcome, {firstName}', 'Hello, {firstName}'))
	expect(await today()).toContain('3 of 13 done')
	await saveText(operator, 'course/course.json', originOf('course/course.json').replace('Digital Income Mastery', 'Harbor Basics'))
	expect(await today()).toContain('3 of 13 done')
	await saveText(operator, 'course/course.json', originOf('course/course.json'))
	const site = originOf('site.json').replaceAll('Launchway', 'Harbor').replace('Digital Income Mastery', 'Harbor Basics')
	await saveText(operator, 'site.json', site)
	expect(await today()).toContain(`href="${course}#f-title"`)
	await saveText(operator, 'course/course.json', originOf('course/course.json').replace('Digital Income Mastery', 'Harbor Basics'))
	expect(await today()).toContain('4 of 13 done')
	// Once a step is saved, its notice leads to the next one.
	const saved = async () => (await operator.get(`${SETTINGS}/general?notice=settings-saved`)).text
	expect(await saved()).toMatch(/Next step: <a href="\/admin\/settings\/contact#f-supportEmail"[^>]*>Enter your support email/)
	for (const query of ['', '?notice=content-unchanged', '?notice=undone'])
		expect((await operator.get(`${SETTINGS}/general${query}`)).text).not.toContain('Next step: ')
	await operator.post('/admin/first-steps')
	expect(await saved()).not.toContain('Next step: ')
	expect(await today()).toContain('Show first steps (11 to do)')
	await operator.post('/admin/first-steps', { show: 'yes' })
	expect(await today()).toContain('4 of 13 done')
})

test('a file that only a new name has changed checks off no step', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const values = ['marketing/home.json', 'marketing/landing.json', 'offers.json'].map((path) => ({
		path,
		body: originOf(path).replace('Digital Income Mastery', 'Harbor'),
		origin: originOf(path),
		because_of: 'site.json',
		created_at: wire.clock.now(),
	}))
	await wire.deps.db.insertInto('content_versions').values(values).execute()
	await saveText(operator, 'marketing/blog-teasers.json', originOf('marketing/blog-teasers.json').replace('"title": "', '"title": "Our '))
	const { text } = await operator.get('/admin/today')
	expect(text).toMatch(/>Rewrite your home and offer pages<\/a> <p[^>]*>27 of/)
	expect(text).not.toMatch(/>Set your price<\/a> <span[^>]*>done/)
	await saveText(operator, 'offers.json', originOf('offers.json').replace('"regularAmountCents": 19700', '"regularAmountCents": 20700'))
	expect((await operator.get('/admin/today')).text).toMatch(/>Set your price<\/a> <span[^>]*>done/)
})

test('a test purchase is checked off by a sale, not by access that was given', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const today = async () => (await operator.get('/admin/today')).text
	expect(await today()).toMatch(/href="\/digital-income-mastery"[^>]*>Make a test purchase<\/a> <p/)
	const { orderId } = await buyAsLearner(wire.deps)
	await wire.deps.db.updateTable('orders').set({ provider: 'operator' }).where('id', '=', orderId).execute()
	expect(await today()).toMatch(/>Make a test purchase<\/a> <p/)
	await wire.deps.db.updateTable('orders').set({ provider: 'stripe' }).where('id', '=', orderId).execute()
	expect(await today()).toMatch(/>Make a test purchase<\/a> <span[^>]*>done/)
})

test('the price and who reads the course are two steps, and a published sample leads to its text, except in a new lesson', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const today = async () => (await operator.get('/admin/today')).text
	const priced = originOf('offers.json').replace('"regularAmountCents": 19700', '"regularAmountCents": 20700')
	await saveText(operator, 'offers.json', priced)
	const afterPrice = await today()
	expect(afterPrice).toMatch(/>Set your price<\/a> <span[^>]*>done/)
	expect(afterPrice).toMatch(/href="\/admin\/settings\/prices#f-accessPolicy"[^>]*>Choose who can read the course<\/a> <p/)
	await saveText(operator, 'offers.json', priced.replace('"accessPolicy": "progress"', '"accessPolicy": "enrolled"'))
	expect(await today()).toMatch(/>Choose who can read the course<\/a> <span[^>]*>done/)
	const access = async () => (await operator.get('/admin/settings/prices')).text
	expect(await access()).toMatch(
		/these modules stay free to read[^]*%2Fmodules%2F0%2Ffree#f-modules-0-free"[^>]*>Foundation: Digital Career Discovery</,
	)
	const course = JSON.parse(originOf('course/course.json')) as { modules: object[] }
	const free = { ...course, modules: course.modules.map((module) => ({ ...module, free: true })) }
	await saveText(operator, 'course/course.json', JSON.stringify(free))
	expect(await today()).toContain('Every module is free to read, so buyers get nothing more.')
	expect(await access()).toContain('Every module is free to read, so “Buyers only” gives buyers nothing more.')
	await saveText(operator, 'course/course.json', originOf('course/course.json'))

	await operator.post('/admin/content/new/lesson', { module: '1', title: 'My own', summary: 'x', duration: '20 minutes' })
	const article = 'articles/spot-online-income-scams.md'
	await saveText(operator, article, `${originOf(article)}\nSample text: write more here.\n`)
	expect(await today()).toMatch(/href="\/admin\/content\/publish"[^>]*>Publish your changes/)
	await publish(operator, { samples: await samplesOf(wire) })
	const published = await operator.get('/admin/content/publish?published=1')
	expect(published.text).toMatch(/Next step: <a [^>]*>Name your academy<\/a>/)
	expect((await operator.get('/admin/content/publish')).text).not.toContain('Next step: ')
	expect(await today()).toMatch(/href="\/admin\/content\/file\?path=[^"]*scams\.md[^"]*"[^>]*>Replace your sample texts/)
	expect(await today()).not.toMatch(/still samples: [^.]*My own/)
	expect(await today()).toMatch(/href="\/admin\/content\/file\?path=[^"]*my-own\.md[^"]*"[^>]*>Write your first lesson<\/a> <p/)
	// The step stays done without the publisher's account.
	await wire.deps.db.updateTable('content_releases').set({ author_id: null }).execute()
	expect(await today()).not.toContain('Publish your changes')
})
