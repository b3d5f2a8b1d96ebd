import { expect, test } from 'vitest'

import type { Content } from '#content/load-content.server.ts'
import type { Pages } from '#server/services/context.ts'
import { sitePages } from '#tests/setup/site-pages.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { addressOf, originOf, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const HOME = 'marketing/home.json'
const SITE = '/admin/content/site'
const newHome = (word: string) => originOf(HOME).replace('"subtitle": "', `"subtitle": "${word} `)

const page = (words: string) =>
	`<html><head><title>A &amp; B</title><link rel="stylesheet" href="/assets/site.css"/><style>@font-face{src:url(/assets/a.woff2)}</style>` +
	`<script>alert("${words}")</script></head><body><noscript>none</noscript><a href="/about">${words}</a><a href="//other.test/">x</a></body></html>`

const pages: Pages = {
	list: async () => ['/', '/about'],
	renderForRequest: () => Promise.reject(new Error('not asked for')),
	renderPreview: async ({ home }, address) => {
		const html = address === '/' ? page(home.hero.subtitle.slice(0, 5)) : address === '/about' ? page('About us') : null
		return html === null ? null : { html, policy: "script-src 'self'" }
	},
	file: async ({ logo }, address) => (address === '/logo.svg' ? { body: new TextEncoder().encode(logo), type: 'image/svg+xml' } : null),
}

async function open() {
	const wire = await startWire({ pages })
	return { wire, operator: await openConsoleAs(wire, 'operator') }
}

test('a saved draft is shown at once on site pages, changed pages first, to operators only', async () => {
	const { wire, operator } = await open()
	expect((await operator.get(SITE)).text).toContain('No unpublished changes, so this is the public site.')
	await saveText(operator, HOME, newHome('First'))
	expect((await operator.get(addressOf(HOME))).text).toContain(
		`href="${SITE}?page=%2F&amp;drafts=marketing%2Fhome.json" data-discover="true">Edit on the page</a>`,
	)
	// The blog builds its own list; only the home page has teasers.
	expect((await operator.get(addressOf('marketing/blog-teasers.json'))).text).toContain(`href="${SITE}?page=%2F"`)
	const { text } = await operator.get(SITE)
	expect(text).toContain(`href="${addressOf(HOME)}"`)
	// Sections and career track lessons are derived from the content, not from these pages.
	const offered = [...text.matchAll(/<optgroup label="([^"]+)">|<option value="([^"]+)" *(selected="")?/g)].map((found) => found.slice(1))
	expect(offered.filter(([, address = '']) => !/^\/c(?:ourse|areer-path)\//.test(address))).toEqual([
		['Changed by your drafts', undefined, undefined],
		[undefined, '/', 'selected=""'],
		['Unchanged', undefined, undefined],
		[undefined, '/about', undefined],
	])
	expect(text).toContain('<option value="/about">A &amp; B')
	expect(
		[
			...text.matchAll(/<iframe[^>]*?src="([^"]+)" width="(\d+)"[^>]*sandbox="allow-same-origin allow-top-navigation-by-user-activation"/g),
		].map(([, ...found]) => found),
	).toEqual([
		[`${SITE}/at/`, '390'],
		[`${SITE}/at/`, '1280'],
	])
	expect((await operator.get(`${SITE}?page=/about`)).text).toContain(`src="${SITE}/at/about"`)
	expect((await operator.get(`${SITE}?page=//other.test`)).text).toContain(`src="${SITE}/at/"`)

	const support = await openConsoleAs(wire, 'support')
	for (const place of [SITE, `${SITE}/at/`, `${SITE}/at/about`]) {
		expect((await support.get(place)).status).toBe(403)
		expect((await wire.app.request(place)).status).toBe(303)
	}
})

test('preview pages show the newest drafts, run no script, link to each other, and expose no other file', async () => {
	const { operator } = await open()
	await saveText(operator, HOME, newHome('First'))
	await saveText(operator, HOME, newHome('Later'))
	const { text, headers } = await operator.get(`${SITE}/at/`)
	// Links in a frame can navigate the console's window, so none may lead to another site.
	expect(text).toContain(`<a href="${SITE}?page=%2Fabout" target="_top">Later</a><a>x</a>`)
	expect(text).toContain(`href="${SITE}/at/assets/site.css"`)
	expect(text).toContain(`url(${SITE}/at/assets/a.woff2)`)
	expect(text).not.toMatch(/<script|<noscript/)
	const policy = headers.get('content-security-policy') ?? ''
	expect(policy).toMatch(/^sandbox allow-same-origin allow-top-navigation-by-user-activation; default-src 'none'/)
	expect(policy).not.toContain('script')
	expect([headers.get('x-frame-options'), headers.get('cache-control')]).toEqual(['SAMEORIGIN', 'no-store'])

	const logo = await operator.get(`${SITE}/at/logo.svg`)
	expect([logo.text, logo.headers.get('content-type')]).toEqual([originOf('logo.svg'), 'image/svg+xml'])
	// Assets that don't depend on the content come from the site.
	const sheet = await operator.get(`${SITE}/at/assets/site.css`)
	expect([sheet.status, sheet.to]).toEqual([302, '/assets/site.css'])
	for (const strange of [
		'nowhere',
		'../csp.json',
		'%2e%2e/csp.json',
		'..%2fcsp.json',
		'..%5ccsp.json',
		'a%00b',
		'assets',
		'/other.test/a.css',
	])
		expect([strange, (await operator.get(`${SITE}/at/${strange}`)).status]).toEqual([strange, 404])
})

test('a page is shown next to its form while typing, with links to its fields or what is wrong, and saves nothing', async () => {
	const wire = await startWire({ pages: sitePages })
	const operator = await openConsoleAs(wire, 'operator')
	const show = async (text: string) => {
		const { text: answer } = await operator.post('/admin/content/live', { path: HOME, as: 'text', text, base: '' })
		return JSON.parse(answer) as { html?: string; problem?: string }
	}
	const { html = '' } = await show(newHome('Typed'))
	expect(html).toMatch(/path=marketing%2Fhome\.json&#x26;at=%2Fhero%2Fsubtitle#f-hero-subtitle"[^>]*>Typed /)
	expect(html).not.toMatch(/<script|<head>|<noscript/)
	expect(await show(newHome('Typed').replace(/"href": ".*?"/, '"href": 7'))).toEqual({
		problem: expect.stringMatching(/^Home › Top of the page › .* › Link: /) as string,
	})
	expect(await wire.countRows('content_versions')).toBe(0)
	await saveText(operator, HOME, newHome('Typed').replace(/"href": ".*?"/, '"href": 7'))
	const [, frame = ''] = new RegExp(`"(${SITE}/at/[^"\\\\]*)`).exec((await operator.get(addressOf(HOME))).text) ?? []
	expect((await operator.get(frame)).text).toContain('</style>')
})

test('drafts with errors show links to each field instead of pages', async () => {
	const { operator } = await open()
	await saveText(operator, HOME, newHome('First').replace(/"href": ".*?"/, '"href": 7'))
	const { text } = await operator.get(SITE)
	expect(text).toContain('Fix the errors in your drafts to see the pages.')
	expect(text).toMatch(/&amp;at=%2Fhero%2F\w+%2Fhref#f-hero-\w+-href"[^>]*>Home › Top of the page › [^<]* › Link<\/a>: /)
	expect(text).not.toContain('<iframe')
	// A page that was open before this draft still has its frames.
	const frame = async (mode: string) => operator.get(`${SITE}/at/?mode=${mode}`)
	expect(await frame('before')).toMatchObject({ status: 200, text: expect.stringContaining('>A &#x26; B<') as string })
	for (const mode of ['after', 'edit'])
		expect(await frame(mode)).toMatchObject({
			status: 422,
			text: expect.stringMatching(/Home › Top of the page › [^<]* › Link: /) as string,
		})
	// The public page keeps its style and its logo.
	expect([(await operator.get(`${SITE}/at/assets/site.css`)).to, (await operator.get(`${SITE}/at/logo.svg`)).text]).toEqual([
		'/assets/site.css',
		originOf('logo.svg'),
	])
})

test('the comparison shows the public page before and the draft after, and of a new page only the draft', async () => {
	const isDraft = ({ home }: Parameters<Pages['list']>[0]) => home.hero.subtitle.startsWith('First')
	const added: Pages = {
		...pages,
		list: async (content) => ['/', isDraft(content) ? '/new' : '/old'],
		renderPreview: async (content, address) =>
			address === (isDraft(content) ? '/new' : '/old') ? { html: page('Only here'), policy: '' } : pages.renderPreview(content, address),
	}
	const operator = await openConsoleAs(await startWire({ pages: added }), 'operator')
	await saveText(operator, HOME, newHome('First'))
	await saveText(operator, 'marketing/claims.json', `${originOf('marketing/claims.json')}\n`)
	const { text } = await operator.get(`${SITE}?mode=compare&drafts=unscheduled`)
	const frames = [...text.matchAll(/<iframe[^>]*?src="([^"]+)"/g)].map(([, src = '']) => src.replaceAll('&amp;', '&'))
	expect(new Set(frames)).toEqual(new Set(['before', 'after'].map((mode) => `${SITE}/at/?mode=${mode}&drafts=unscheduled`)))
	const shown = async (address: string) => (await operator.get(`${SITE}/at${address}`)).text.replaceAll(/<[^>]*>/g, '')
	expect(await shown('/?mode=after')).toContain('First')
	expect(await shown('/?mode=before')).not.toContain('First')
	const framesOf = async (address: string) =>
		new Set([...(await operator.get(address)).text.matchAll(/<iframe[^>]*?src="[^"]*\/new\?mode=(\w+)/g)].map(([, mode]) => mode))
	for (const address of [`${SITE}?mode=compare&page=/new`, '/admin/content/publish'])
		expect(await framesOf(address)).toEqual(new Set(['after']))
	for (const address of ['/new?mode=after', '/old?mode=before']) expect(await shown(address)).toContain('Only here')
	const one = (await operator.get(`${SITE}?drafts=${encodeURIComponent(HOME)}`)).text
	expect([one.includes(`href="${addressOf(HOME)}"`), one.includes(`href="${addressOf('marketing/claims.json')}"`)]).toEqual([true, false])
})

const LESSON = 'course/module-2/lessons/pricing-a-start.md'

test('a new lesson’s preview shows its course page, its texts link to their fields, and errors are listed', async () => {
	const isShown = (address: string) => address === '/' || address.startsWith('/course/module2')
	const few = { ...sitePages, list: async (content: Content) => (await sitePages.list(content)).filter(isShown) }
	const operator = await openConsoleAs(await startWire({ pages: few }), 'operator')
	const form = { title: 'Pricing: a Start', module: '2', duration: '25 minutes', summary: 'What to ask for.' }
	expect((await operator.post('/admin/content/new/lesson', form)).status).toBe(303)
	const attack = '<script>alert(1)</script>\n\n<svg onload=alert(2)></svg>\n\n[press](javascript:alert(3))'
	const begun = (await operator.get(`${addressOf(LESSON)}&as=text`)).text
	const [, body = ''] = /<textarea[^>]*name="text"[^>]*>([\s\S]*?)<\/textarea>/.exec(begun) ?? []
	const work = `task: {title: Sample task, description: Write it., timeEstimate: 1 hour, deliverable: An offer}
quiz: [{id: a, question: Right?, options: [Sample answer, No], correct: 0, explanation: So.}]`
	const whole = body.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replace('quiz: []', work)
	const text = `${whole}\nIt costs {price}.\n\n${attack}\n`
	await saveText(operator, LESSON, text)
	// An error elsewhere doesn't hide the lesson.
	await saveText(operator, HOME, '{')

	const [, link = ''] = /href="([^"]*)" data-discover="true">Preview<\/a>/.exec((await operator.get(addressOf(LESSON))).text) ?? []
	const preview = (await operator.get(link.replaceAll('&amp;', '&'))).text
	expect(preview).toMatch(/<option value="\/course\/module2\?section=pricing-a-start" selected="">[^<]*Module 2: Pricing: a Start/)
	const [, src = ''] = /<iframe[^>]*?src="([^"]+)"/.exec(preview) ?? []
	const shown = (await operator.get(src.replaceAll('&amp;', '&'))).text
	const words = shown.replaceAll(/<[^>]*>/g, '')
	expect(words).toContain('It costs $47.')
	const [, place, total] = /Section (\d+) of (\d+): Pricing: a Start/.exec(words) ?? []
	expect([Number(place) > 1, place]).toEqual([true, total])
	for (const [field, linked] of [
		['at=%2Ftitle#f-title', 'Pricing: a Start'],
		['at=%2Ftask%2Ftitle#f-task-title', 'Sample task'],
		['at=%2Fquiz%2F0%2Foptions%2F0#f-quiz-0-options-0', 'Sample answer'],
	] as const)
		expect([field, new RegExp(`${encodeURIComponent(LESSON)}&#x26;${field}"[^>]*>${linked}<`).test(shown)]).toEqual([field, true])
	for (const part of ['<script', 'onload', 'javascript:']) expect([part, shown.includes(part)]).toEqual([part, false])

	await saveText(operator, LESSON, text.replace('{title: Sample task', '{title: ""'))
	const faulty = (await operator.get(link.replaceAll('&amp;', '&'))).text
	expect(faulty).toMatch(/href="[^"]*#f-task-title"[^>]*>Pricing: a Start › Task › Title<\/a>/)
	expect(faulty).not.toContain('<iframe')
})

test('a draft that refers to an unknown figure is a problem with a link, on every page that shows drafts', async () => {
	const wire = await startWire({
		pages: {
			...pages,
			renderPreview: async ({ home, claimsById }, address) => {
				claimsById(home.hero.claimIds)
				return pages.renderPreview(wire.deps.content, address)
			},
		},
	})
	const operator = await openConsoleAs(wire, 'operator')
	await saveText(operator, HOME, originOf(HOME).replace('"learners"', '"students-taught"'))
	for (const address of ['/admin/content/publish', SITE]) {
		const { status, text } = await operator.get(address)
		expect([address, status]).toEqual([address, 200])
		expect(text).toMatch(
			/at=%2Fhero%2FclaimIds%2F0#f-hero-claimIds-0"[^>]*>Home › Top of the page › Figures › 1<\/a>: The figure “students-taught” doesn’t exist: choose one from the list/,
		)
	}
	const framed = await operator.get(`${SITE}/at/`)
	expect([framed.status, framed.text]).toEqual([422, expect.stringContaining('figure “students-taught” doesn’t exist')])
})
