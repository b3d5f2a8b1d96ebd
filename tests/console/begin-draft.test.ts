import { expect, test } from 'vitest'

import { checkFile } from '#content/check-file.ts'
import { sitePages } from '#tests/setup/site-pages.ts'
import { SITE, startWire, type Wire } from '#tests/wire/test-client.ts'

import { addressOf, baseIn, originOf, publish, readPublic, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const draftsOf = ({ deps: { db } }: Wire) => db.selectFrom('content_versions').select(['path', 'body']).orderBy('id').execute()

test('a new lesson starts with title, module and duration, without errors, and appears in its module', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	expect((await operator.get('/admin/content/new/lesson')).text).toContain('Duration')
	expect((await operator.get('/admin/content/new/lesson?module=3')).text).toContain('<option value="3" selected="">')
	const form = { title: 'Pricing: a "first" guide', module: '1', duration: '25 minutes', summary: 'What to ask for.' }
	const path = '/admin/content/new/lesson'
	expect((await operator.post(path, { ...form, duration: ' ' })).status).toBe(422)
	expect((await operator.post(path, { ...form, module: '99' })).status).toBe(422)
	const begun = await operator.post(path, form)
	expect(begun).toMatchObject({ status: 303, to: '/admin/content/file?path=course%2Fmodule-1%2Flessons%2Fpricing-a-first-guide.md' })
	const drafts = await draftsOf(wire)
	for (const { path: file, body } of drafts) expect([file, checkFile(file, body ?? '')]).toEqual([file, []])
	expect(drafts.map(({ path: file }) => file)).toEqual(['course/module-1/lessons/pricing-a-first-guide.md', 'course/module-1/module.json'])
	expect((await operator.post(path, form)).status).toBe(422)
	const title = 'Pricing: a &quot;first&quot; guide'
	const editor = (await operator.get(begun.to)).text
	expect(editor).toContain(`${title}</h1>`)
	const tabs = [...editor.matchAll(/<a class="[^"]*" href="#[^"]*-panel">([^<]*)</g)].map(([, label]) => label)
	expect(tabs).toEqual(['Text', 'Steps', 'Examples', 'Exercises', 'Task', 'Knowledge check', 'Details'])
	for (const page of ['/admin/content', '/admin/content/publish', '/admin/content/site', '/admin/course'])
		expect([page, (await operator.get(page)).text.includes(`${title}</`)]).toEqual([page, true])
	expect((await operator.get('/admin/course')).text.match(/>(?:draft|1 new lesson)</g)).toEqual(['>1 new lesson<', '>draft<'])
	expect(editor).not.toContain('Restore the original')
	const original = { path: 'course/module-1/lessons/pricing-a-first-guide.md', base: baseIn(editor) }
	expect((await operator.post('/admin/content/origin', original)).status).toBe(404)
	const review = (await operator.get('/admin/content/publish')).text
	expect(review).toContain('New lesson')
	expect(review).toContain('?page=%2Fcourse%2Fmodule1%3Fsection%3Dpricing-a-first-guide&amp;drafts=')
	expect(review).not.toContain('Sample text')
	expect(await publish(operator)).toContain('Published: ')

	const lesson = JSON.parse((await operator.get('/api/course/modules/1/lessons/pricing-a-first-guide')).text) as object
	expect(lesson).toMatchObject({ steps: [], examples: [], quiz: [] })
	expect(lesson).not.toHaveProperty('task')
	const answers = { attemptId: 'b6f4a8d2-6a53-4f7e-8f0a-0d0a86a0c7f1', answers: [] }
	const graded = await wire.app.request('/api/course/lessons/1/pricing-a-first-guide/quiz', {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(answers),
	})
	expect(graded.status).toBe(400)
})

test('a new offer and a new article start without errors, and an invalid amount is reported at its field', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const offer = { name: 'Team edition', price: '83.00', regular: '', currency: 'USD', address: '', 'module-2': 'yes' }
	const path = '/admin/content/new/offer'
	const page = (await operator.get(path)).text
	expect(page).toMatch(/<input(?=[^>]* checked="")[^>]*name="course-main"[^>]*value="yes"|name="course-main"[^>]*checked=""/)
	expect(page.indexOf('name="currency"')).toBeLessThan(page.indexOf('name="price"'))
	expect(page).toContain('>$</span>')
	expect(page).toContain('Free accounts can open the same lessons as buyers of this offer')
	expect(page).toMatch(/<option value="EUR">EUR – Euro</)
	expect(page).toMatch(/name="module-2" value="yes"/)
	const { 'module-2': _, ...nothing } = offer
	const place = { form_page: path, form_id: '-admin-content-new-offer' }
	expect((await operator.post(path, { ...nothing, ...place })).text).toContain('Choose at least one course or module.')
	const empty = (await operator.post(path, { ...place, name: '', price: '', currency: 'dollars', address: '' })).text
	for (const words of ['Enter a name.', 'Enter a price such as 47.00.', 'Enter a currency', 'Choose at least one course or module.'])
		expect(empty).toContain(words)
	for (const wrong of [{ price: 'cheap' }, { regular: '10.00' }, { currency: 'dollars' }, { address: '!' }])
		expect((await operator.post(path, { ...offer, ...wrong })).status).toBe(422)
	expect((await operator.post(path, offer)).to).toBe('/admin/settings/prices?notice=content-saved#f-offers-1-productName')
	const settings = (await operator.get('/admin/settings/prices')).text
	expect(settings).toMatch(/id="f-offers-1-contains-modules-1"[^>]*name="p\/offers\/1\/contains\/modules\/1"[^>]*value="2"/)
	expect(settings).toMatch(/name="o\/offers\/1\/contains\/courses\/0"/)
	const article = { title: 'Prices: how to begin', excerpt: 'A start.', author: 'The editors', category: 'A new kind' }
	expect((await operator.get('/admin/content/new/article')).text).toMatch(/<datalist[^>]*>(?:<option>[^<]+<\/option>)+/)
	expect((await operator.post('/admin/content/new/article', article)).to).toContain('articles%2Fprices-how-to-begin.md')
	const drafts = await draftsOf(wire)
	for (const { path: file, body } of drafts) expect([file, checkFile(file, body ?? '')]).toEqual([file, []])
	expect(drafts.map(({ path: file }) => file)).toEqual(['offers.json', 'articles/prices-how-to-begin.md'])
	const begun = (JSON.parse(drafts[0]?.body ?? '') as { offers: object[] }).offers[1]
	expect(begun).toMatchObject({ code: 'team-edition', programName: 'Team edition', contains: { courses: [], modules: [2] } })
	expect(Object.keys(begun ?? {}).at(-1)).toBe('code')
	expect(begun).not.toHaveProperty('regularAmountCents')
	expect(await publish(operator)).toContain('Published: ')
	expect((await operator.get('/admin/content/new/nothing')).status).toBe(404)
})

test('the page of a second offer of the same course names what it contains, not the claims of the first', async () => {
	const wire = await startWire({ pages: sitePages })
	const operator = await openConsoleAs(wire, 'operator')
	const offer = { name: 'Team edition', price: '83.00', regular: '', currency: 'USD', address: '', 'course-main': 'yes' }
	await operator.post('/admin/content/new/offer', offer)
	expect(await publish(operator)).toContain('Published: ')
	const { content } = wire.deps
	const page = await (await sitePages.serve(new Request(new URL('/offers/team-edition', SITE)), content))?.text()
	expect(page).toContain('>Team edition</h1>')
	expect(page).toContain('Digital Income Mastery, for one payment.')
	expect(page).toContain(content.landing.pricing.guaranteeTitle)
	for (const claim of [content.landing.hero.title, content.landing.benefits.title, content.landing.whatYouGet.title, 'LAUNCH1', '30+'])
		expect(page).not.toContain(claim)
})

test('a new module of the main course starts with one lesson, counts in texts, and can be published as is', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	expect((await operator.get('/admin/course')).text).toContain('/admin/content/new/module?course=course%2Fcourse.json')
	const path = '/admin/content/new/module'
	expect((await operator.get(`${path}?course=course%2Fcourse.json`)).text).toContain('Included template')
	const form = {
		title: 'Hiring: your "first" helper',
		summary: 'Who to ask.',
		minutes: '90',
		lesson: 'What to hand over',
		template: 'automation-map',
	}
	for (const wrong of [{ title: ' ' }, { minutes: 'long' }, { lesson: '!' }, { template: 'nothing' }])
		expect([wrong, (await operator.post(path, { ...form, ...wrong })).status]).toEqual([wrong, 422])
	expect(await draftsOf(wire)).toEqual([])
	expect((await operator.post(path, form)).to).toBe('/admin/course?notice=module-begun#module-7')
	const drafts = await draftsOf(wire)
	for (const { path: file, body } of drafts) expect([file, checkFile(file, body ?? '')]).toEqual([file, []])
	const review = (await operator.get('/admin/content/publish')).text
	// Only the lesson itself: the module’s optional texts start empty.
	expect(review).toContain('One text is still a sample.')
	expect(review).toMatch(/Modules › Hiring: your &quot;first&quot; helper<[^]{0,200}New module/)
	expect(await publish(operator)).toContain('Published: ')
	expect(await readPublic(wire, 'site.json')).toContain('seven modules')
	expect(await readPublic(wire, 'link-pictures.json')).toContain('Seven modules')
	expect(await readPublic(wire, 'course/module-7/lessons/what-to-hand-over.md')).toContain('title: What to hand over')
	expect(JSON.parse((await readPublic(wire, 'course/course.json')) ?? '')).toMatchObject({
		modules: expect.arrayContaining([
			expect.objectContaining({ id: 7, title: form.title, gate: expect.objectContaining({ requires: 6 }) }),
		]),
	})
})

test('a new module works without a template', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const path = '/admin/content/new/module'
	expect((await operator.get(path)).text).toMatch(/<option value="" selected="">None</)
	const form = { title: 'Hiring', summary: 'Who to ask.', minutes: '90', lesson: 'What to hand over', template: '' }
	expect((await operator.post(path, form)).to).toBe('/admin/course?notice=module-begun#module-7')
	const course = (await draftsOf(wire)).find(({ path: file }) => file === 'course/course.json')
	expect(checkFile('course/course.json', course?.body ?? '')).toEqual([])
	expect((JSON.parse(course?.body ?? '') as { modules: object[] }).modules[6]).not.toHaveProperty('template')
	expect(await publish(operator)).toContain('Published: ')
})

test('a new testimonial starts without errors, gets its ID from the name, and place and picture are optional', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const file = 'marketing/testimonials.json'
	const place = { form_page: addressOf(file), form_id: '-admin-content-file', path: file, as: 'form' }
	const inputs = [...(await operator.get(addressOf(file))).text.matchAll(/<(?:input|textarea)[^>]* name="([a-z]\/[^"]*)"/g)]
	expect(inputs.length).toBeGreaterThan(10)
	const list = { d: '', 'a/testimonials': '' }
	const added = await operator.post('/admin/content/file', { ...place, ...list, do: 'add /testimonials' })
	expect([added.status, /is required|errors? before you publish/.test(added.text)]).toEqual([422, false])
	expect(added.text).toMatch(/<input type="hidden" name="s\/testimonials\/0\/id" value=""/)
	expect(added.text).toMatch(
		/name="y\/testimonials\/0\/hidden" value="false"[^]*<input[^>]*type="checkbox"[^>]*name="y\/testimonials\/0\/hidden"/,
	)
	const entry = {
		id: '',
		name: 'Baker, on nights',
		role: 'Creator',
		content: 'It helped.',
		result: 'A page',
		source: 'A letter',
		date: '2026-11-01',
	}
	const fields = Object.fromEntries(Object.entries(entry).map(([key, value]) => [`s/testimonials/0/${key}`, value]))
	const own = { 'd/testimonials/0': '', ...fields, 'n/testimonials/0/rating': '5', 'b/testimonials/0/sample': 'false' }
	const checked = await operator.post('/admin/content/check', { ...place, ...list, ...own })
	expect(JSON.parse(checked.text)).toEqual({ faults: {} })
	await operator.post('/admin/content/file', { ...place, ...list, ...own })
	const [saved] = await draftsOf(wire)
	expect(checkFile(file, saved?.body ?? '')).toEqual([])
	expect(JSON.parse(saved?.body ?? '')).toMatchObject({ testimonials: [{ id: 'baker-on-nights', rating: 5 }] })
})

test('a half-written lesson blocks publishing its module, and each missing field is linked', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await operator.post('/admin/content/new/lesson', { title: 'Half: written', module: '1', duration: '25 minutes', summary: 'Later.' })
	const file = 'course/module-1/lessons/half-written.md'
	const body = (await draftsOf(wire))[0]?.body ?? ''
	const half = body
		.replace('steps: []', 'steps: [""]')
		.replace(
			'quiz: []',
			'task: {title: Offer, description: Write it., timeEstimate: 20 minutes, deliverable: ""}\nquiz: [{id: a, question: "", options: [Yes, No], correct: 0, explanation: So.}]',
		)
	await saveText(operator, file, half, baseIn((await operator.get(`${addressOf(file)}&as=text`)).text))
	const missing = [
		['f-steps-0', 'Half: written › Steps › 1'],
		['f-task-deliverable', 'Half: written › Task › Deliverable'],
		['f-quiz-0-question', 'Half: written › Knowledge check › [^<]* › Question'],
	] as const
	for (const page of [(await operator.get('/admin/content/publish')).text, await publish(operator)])
		for (const [id, label] of missing)
			expect([label, new RegExp(`<a href="[^"]*${encodeURIComponent(file)}[^"]*#${id}"[^>]*>${label}</a>`).test(page)]).toEqual([
				label,
				true,
			])
	expect([await readPublic(wire, file), await readPublic(wire, 'course/module-1/module.json')]).toEqual([null, null])
	await saveText(operator, file, body.replace(/Sample text[\s\S]*/, ''))
	expect(await publish(operator)).toMatch(/#line-\d+"[^>]*>Half: written › Text<\/a>: /)
})

test('sample content is published only after confirmation, and doesn’t complete the first steps', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const expectOpen = async (title: string) =>
		expect((await operator.get('/admin/today')).text).toMatch(new RegExp(`>${title}</a> (?!<span[^>]*>done)`))
	await operator.post('/admin/content/new/lesson', { title: 'Pricing', module: '1', duration: '25 minutes', summary: 'What to ask for.' })
	await expectOpen('Write your first lesson')
	const review = (await operator.get('/admin/content/publish')).text
	expect(review).toContain('One text is still a sample')

	const form = { form_id: '-admin-content-publish', form_page: '/admin/content/publish' }
	const refused = await operator.post('/admin/content/publish', form)
	expect([refused.status, refused.text.includes('Write these texts first')]).toEqual([422, true])
	expect(await wire.countRows('content_releases')).toBe(0)
	const value = /name="samples"[^>]*value="([^"]*)"/.exec(review)?.[1]?.replaceAll('&amp;', '&') ?? ''
	expect((await operator.post('/admin/content/publish', { ...form, samples: value.slice(1) })).status).toBe(422)
	const done = await operator.post('/admin/content/publish', { ...form, samples: value })
	expect([done.status, (await operator.get(done.to)).text.includes('Published: ')]).toEqual([303, true])
	await expectOpen('Write your first lesson')
	await expectOpen('Leave out the made-up content')
	expect((await operator.get('/admin/today')).text).not.toContain('Replace your sample texts')
	// Once a lesson is written, one that isn't is a sample like any other text.
	const other = 'course/module-2/lessons/first-sale.md'
	await saveText(operator, other, `${originOf(other)}\nMore about it.\n`)
	await expectOpen('Replace your sample texts')
})
