import { expect, test } from 'vitest'

import { HIDEABLE_PAGES } from '#domain/site/hidden-pages.ts'
import { sitePages } from '#tests/setup/site-pages.ts'
import { SITE, startWire } from '#tests/wire/test-client.ts'

import { originOf, publish, readPublic, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'
import { fieldsOf } from './read-form.ts'
import { rowsOf } from './read-table.ts'

const PAGES = Object.keys(HIDEABLE_PAGES).length
const SITE_PAGES = '/admin/settings/site-pages'
const CAREERS = { position: '', name: 'Ana', email: 'ana@example.test', message: 'I edit.' }

async function open() {
	const wire = await startWire({ pages: sitePages })
	const operator = await openConsoleAs(wire, 'operator')
	const hide = async (pages: readonly string[]) => {
		const text = originOf('site.json').replace(/\n\}\s*$/, `,\n\t"hiddenPages": ${JSON.stringify(pages)}\n}\n`)
		await saveText(operator, 'site.json', text)
	}
	const find = async (path: string) =>
		(await sitePages.serve(new Request(new URL(path, SITE)), wire.deps.content)) ?? new Response(null, { status: 404 })
	const statusOf = async (path: string) => (await find(path)).status
	const read = async (path: string) => (await find(path)).text()
	return { wire, operator, hide, statusOf, read }
}

test('a page that is turned off is gone with those below it, its form, and the links to it, and comes back', async () => {
	const { hide, operator, statusOf, read, wire } = await open()
	const pages = ['/careers', '/careers/sent', '/careers.data', '/about', '/income-selector', '/career-path']
	const statuses = async () => Promise.all(pages.map(statusOf))
	const apply = async () => {
		const form = new FormData()
		for (const [name, value] of Object.entries(CAREERS)) form.set(name, value)
		const posted = await wire.request('/careers', { method: 'POST', body: form, headers: { origin: SITE } })
		const called = await wire.request('/api/support/applications', { method: 'POST', body: form })
		return [posted.status, called.status]
	}
	expect(await statuses()).toEqual(pages.map(() => 200))
	expect(await read('/blog')).toContain('href="/careers"')

	await hide(['careers', 'about'])
	expect(await publish(operator)).toContain('No unpublished changes.')
	expect(await statuses()).toEqual([404, 404, 404, 404, 200, 200])
	expect(await read('/blog')).not.toMatch(/href="\/(?:careers|about)"/)
	expect(await read('/sitemap.xml')).not.toMatch(/\/(?:careers|about)</)
	expect(await apply()).toEqual([404, 404])
	const inbox = async () => />Applications<\/a>/.test((await operator.get('/admin/tickets')).text)
	expect(await inbox()).toBe(false)
	await wire.deps.db
		.insertInto('job_applications')
		.values({ name: 'Ana', email: 'ana@example.test', position: 'x', message: 'x' })
		.execute()
	expect(await inbox()).toBe(true)
	expect((await operator.get('/admin/today')).text).toMatch(/>Turn off pages you don’t need<\/a> <span[^>]*>done/)

	await hide([])
	expect(await publish(operator)).toContain('No unpublished changes.')
	expect(await statuses()).toEqual(pages.map(() => 200))
	expect(await apply()).toEqual([303, 201])
})

test('pages that are turned off stay in the lists with their state, also while that is a draft', async () => {
	const { hide, operator } = await open()
	const read = async () => {
		const page = (await operator.get('/admin/content')).text
		const careers = rowsOf(page, 'Pages').find(([title = '']) => title.startsWith('Careers'))
		const [, tracks = ''] = (await operator.get('/admin/course')).text.split('aria-label="Career Paths"')
		return [careers?.[2], tracks.includes('>off<')]
	}
	expect(await read()).toEqual(['Published', false])
	await hide(['careers', 'career-path'])
	expect(await read()).toEqual(['off', true])
})

test('Publish reports links to a page that is turned off', async () => {
	const { hide, operator, wire } = await open()
	await hide(['hustler-quiz'])
	const refused = await publish(operator)
	expect(refused).toMatch(
		/href="\/admin\/content\/file\?path=marketing%2Fhome\.json&amp;at=[^"]*#f-hero-primary-href"[^>]*>Home › [^<]*<\/a>: “Start Now” leads to \/hustler-quiz, which is turned off/,
	)
	expect(await readPublic(wire, 'site.json')).toBeNull()
})

test('all links to pages that are turned off can be changed at once', async () => {
	const { hide, operator, read } = await open()
	await hide(['hustler-quiz', 'income-selector'])
	const { text } = await operator.get('/admin/content/publish')
	const [, count = ''] = /(\d+) links lead to pages that are turned off/.exec(text) ?? []
	expect(Number(count)).toBeGreaterThan(3)
	expect(text).toContain('<option value="/signup"')
	expect(text).not.toContain('<option value="/hustler-quiz"')
	expect((await operator.post('/admin/content/hidden-links', { to: '/hustler-quiz' })).text).toContain(
		'Choose a page that isn’t turned off.',
	)

	const changed = await operator.post('/admin/content/hidden-links', { to: '/signup' })
	expect(changed.to).toBe('/admin/content/publish?notice=links-changed')
	expect((await operator.get('/admin/content/publish')).text).not.toContain('turned off')
	expect(await publish(operator)).toContain('No unpublished changes.')
	const home = await read('/')
	expect(home).toContain('href="/signup"')
	expect(home).not.toMatch(/href="\/(?:hustler-quiz|income-selector)/)
})

test('Settings › Site pages has a switch for each page with its links, and saving it unchanged changes nothing', async () => {
	const { operator } = await open()
	const { text } = await operator.get(SITE_PAGES)
	expect(text).toContain('Quiz: which side hustle fits')
	expect(text).toMatch(/\/career-path · \d+ links in texts</)
	expect(text.match(/role="switch"[^>]* checked="/g)).toHaveLength(PAGES)
	const [form = ''] = text.split('<form').filter((each) => each.includes('name="part" value="pages"'))
	const fields = fieldsOf(form.split('</form>')[0] ?? '')
	expect((await operator.post(SITE_PAGES, { ...fields, do: 'save' })).to).toContain('notice=content-unchanged')
	const saved = await operator.post(SITE_PAGES, { ...fields, 'o/hiddenPages/5': 'careers', do: 'save' })
	expect(saved.to).toContain('notice=settings-saved')
	expect((await operator.get('/admin/content/publish')).text).toContain('Turned-off pages')
})

test('turning a page off in Settings changes the links to it, so that it can be published', async () => {
	const { operator, read } = await open()
	const turnOff = async (boxes: Record<string, string>, links_to: string) => {
		const [form = ''] = (await operator.get(SITE_PAGES)).text.split('<form').filter((each) => each.includes('name="part" value="pages"'))
		return operator.post(SITE_PAGES, { ...fieldsOf(form.split('</form>')[0] ?? ''), ...boxes, do: 'save', links_to })
	}
	expect((await turnOff({ 'o/hiddenPages/0': 'hustler-quiz' }, '')).to).toContain('notice=settings-saved')
	expect((await operator.get('/admin/content/publish')).text).toMatch(/links lead to pages that are turned off/)
	// Another save leaves the links alone.
	expect((await turnOff({ 'y/hideSamples': 'true' }, '/signup')).to).toContain('notice=settings-saved')
	expect((await operator.get('/admin/content/publish')).text).toMatch(/links lead to pages that are turned off/)
	// A page that was turned off since the form was opened: nothing is saved.
	const refused = await turnOff({ 'o/hiddenPages/1': 'income-selector' }, '/hustler-quiz')
	expect([refused.status, refused.text.includes('Choose a page that isn’t turned off.')]).toEqual([422, true])
	expect((await operator.get(SITE_PAGES)).text.match(/role="switch"[^>]* checked="/g)).toHaveLength(PAGES - 1)
	expect((await turnOff({ 'o/hiddenPages/1': 'income-selector' }, '/signup')).to).toContain('notice=pages-turned-off')
	expect(await publish(operator)).toContain('No unpublished changes.')
	expect(await read('/')).not.toMatch(/href="\/(?:hustler-quiz|income-selector)/)
})

test('without the free trial and the career tracks, no button, week or price list offers them', async () => {
	const { hide, operator, read, statusOf, wire } = await open()
	expect(await read('/')).toMatch(/href="\/free-trial"[^>]*>(?:<[^>]*>)*Free Trial/)
	await hide(['free-trial', 'career-path', 'hustler-quiz'])
	await operator.post('/admin/content/hidden-links', { to: '/signup' })
	expect(await publish(operator)).toContain('No unpublished changes.')
	expect(await statusOf('/free-trial')).toBe(404)
	expect(wire.deps.content.course.weeks.map(({ module }) => module)).toEqual([1, 2, 3, 4, 5, 6])
	const shown = async (path: string) => (await read(path)).replaceAll(/<script[^]*?<\/script>/g, '')
	expect(await shown('/')).not.toMatch(/>Free Trial<|Start Here - Find Your Path/)
	const offer = await shown('/digital-income-mastery')
	expect(offer).toContain('Enroll Today')
	expect(offer).not.toMatch(/Start Free Trial|Try it before you pay|Tech Career Transition/)
	expect(await shown('/signup')).not.toContain('Land the Job')
	expect(await shown('/claims')).not.toContain('earning styles')
	for (const page of ['/free-resources', '/payment-canceled']) expect(await shown(page)).not.toContain('Free Trial')
})
