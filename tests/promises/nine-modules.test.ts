import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import type { ClaimCertificateResponse, OwnCertificateResponse } from '#contracts/certificates.ts'
import { NINE, UNWRITTEN, writeNineModules } from '#tests/factories/nine-modules.ts'

const PROJECT = path.resolve(import.meta.dirname, '..', '..')
const folder = mkdtempSync(path.join(tmpdir(), 'launchway-nine-'))
const COURSE_DIR = path.join(folder, 'course')
/** Folder of an operator's edits. */
const CONTENT_DIR = path.join(folder, 'edited')

beforeAll(() => {
	writeNineModules(COURSE_DIR)
	vi.stubEnv('COURSE_DIR', COURSE_DIR)
	vi.resetModules() // content is read once per process, so the modules must be loaded again
})
afterAll(() => {
	vi.unstubAllEnvs()
	vi.resetModules()
	rmSync(folder, { recursive: true, force: true })
})

async function openAcademy() {
	const { makeTestDeps } = await import('#tests/setup/test-deps.ts')
	const { createApp } = await import('#server/process/app.ts')
	const { makeLearner } = await import('#tests/factories/learner.ts')
	const factory = await import('#tests/factories/graduate.ts')
	const { deps, clock } = await makeTestDeps()
	const app = createApp(deps)
	const learner = await makeLearner(deps)
	const send = (address: string, body?: unknown) =>
		app.request(address, {
			headers: { 'content-type': 'application/json', ...learner.headers },
			...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
		})
	return { deps, clock, app, learner, send, ...factory }
}

test('a nine-module course made by files works through the API up to its certificate', async () => {
	const { deps, clock, app, learner, send, payCourse, reportProgress, ...factory } = await openAcademy()
	const statusOf = async (moduleId: number) => (await send(`/api/course/modules/${moduleId}/lessons/part-1`)).status
	expect([await statusOf(1), await statusOf(7), await statusOf(12), await statusOf(9)]).toEqual([200, 403, 403, 404])

	// Here, module 7 comes after module 3, and module 4 after module 7.
	const done = (id: number) => ({ kind: 'module', key: String(id), done: true, changedAt: 1 })
	await reportProgress(app, learner, [done(3), done(1), done(2)])
	expect([await statusOf(7), await statusOf(4)]).toEqual([200, 403])

	// Notes, exercises and early-access requests work for a module that the course of six lacks. They are refused for one that
	// the course of nine lacks, too.
	const requestAccess = (moduleId: number) => send('/api/leads/early-access', { email: 'ana@example.test', moduleId })
	expect([(await requestAccess(12)).status, (await requestAccess(9)).status]).toEqual([201, 422])
	const version = { id: 'phone', edits: 1, text: 'mine', changedAt: 1, seen: [] }
	expect((await send('/api/notes/merge', { moduleId: 7, sectionId: 'part-30', versions: [version] })).status).toBe(200)

	await payCourse(deps, learner)
	const open = (await (await send('/api/certificates')).json()) as OwnCertificateResponse
	expect(open.status === 'open' && open.left.filter(({ kind }) => kind === 'complete-module')).toHaveLength(6)
	await reportProgress(app, learner, factory.wholeCourse(deps.now().getTime()))
	await factory.readWholeCourse(app, learner, { rest: () => clock.advance(factory.PAUSE_MS) })
	await factory.passChecks(app, learner)
	const { certificate } = (await (await send('/api/certificates', { name: 'Ana Test' })).json()) as ClaimCertificateResponse
	expect(certificate).toMatchObject({ name: 'Ana Test', revokedAt: null })
	expect(await (await send(`/api/certificates/${certificate.id}`)).json()).toMatchObject({ state: 'valid' })
})

/** Edits a value of a server-only JSON file, one of a file that browser code also uses, and a text. */
const SECOND_OFFER = `{ "code": "founders", "productName": "Founders Edition", "programName": "Digital Income Mastery", "description": "Paid in yen.",
"amountCents": 8300, "regularAmountCents": 21700, "currency": "JPY", "whatYouGet": ["All for {price}"], "benefits": ["All of it"],
"commonQuestions": [{ "question": "Is the price still the same?", "answer": "Yes, {price} once{insteadOfRegularPrice}." }] }`
const EDITS = [
	['offers.json', /"amountCents": 4700([\s\S]*?)\],\s*"discountCodes"/, `"amountCents": 6100$1, ${SECOND_OFFER}], "discountCodes"`],
	['site.json', '"name": "Launchway"', '"name": "Harbor"'],
	['articles/price-your-first-offer.md', /^title: .*$/m, 'title: Another Title'],
] as const

/** Renders pages of the nine-module course with these edits. */
async function openPages() {
	const { loadEdited } = await import('#content/loaded.server.ts')
	const { openPages: open } = await import('#server/process/open-pages.ts')
	const site = { siteUrl: 'https://academy.test', hstsIncludesSubdomains: false, environment: 'production', captcha: null } as const
	const pages = open(site, { info: () => {}, error: () => {} })
	const { readContentFolder } = await import('#content/read-sources.server.ts')
	const content = loadEdited(readContentFolder(CONTENT_DIR))
	return async (address: string) => (await pages?.renderPreview(content, address))?.html ?? ''
}

test('the pages of that course are rendered with its counts and edits', async () => {
	for (const [file, from, to] of EDITS) {
		mkdirSync(path.dirname(path.join(CONTENT_DIR, file)), { recursive: true })
		writeFileSync(path.join(CONTENT_DIR, file), readFileSync(path.join(PROJECT, 'content', file), 'utf8').replace(from, to))
	}
	const pageOf = await openPages()
	for (const { id, sections } of NINE) {
		const page = await pageOf(`/course/module${id}`)
		expect(page).toContain(`Module of number ${id}`)
		expect(page.match(/class="section-link /g)).toHaveLength(sections)
		expect(page).toContain(`Part ${sections} of module ${id}`)
		expect(page.match(/Not written yet/g)).toEqual(id === UNWRITTEN.id ? ['Not written yet'] : null)
	}
	const list = await pageOf('/modules')
	const places = NINE.map(({ id }) => list.indexOf(`id="module-${id}"`))
	expect(places.every((place) => place > 0)).toBe(true)
	expect(places).toEqual(places.toSorted((one, other) => one - other))
	expect(list).toContain('Nine modules, in an order')
	expect(list.match(/One section isn’t written yet/g)).toHaveLength(1)
	expect(await pageOf('/')).toContain('Nine stations, one way up')
	const offer = await pageOf('/digital-income-mastery')
	expect(offer).toMatch(/eleven/i)
	expect(offer.match(/You leave with: /g)).toHaveLength(11)
	expect(offer).toContain('$61')
	expect(offer).not.toContain('$47')
	const further = await pageOf('/offers/founders')
	const shown = further.slice(0, further.indexOf('window.__reactRouterContext'))
	expect(shown).toContain('<title>Founders Edition | Harbor</title>')
	expect(shown).toMatch(/rel="canonical" href="[^"]*\/offers\/founders"/)
	expect(shown).toContain('All for ¥8,300')
	expect(shown.match(/name="productName" value="([^"]*)"/g)).toEqual(
		Array.from({ length: 3 }, () => 'name="productName" value="Founders Edition"'),
	)
	// The first offer's price appears once, in the list of other offers; its code appears nowhere.
	expect(shown.match(/\$61/g)).toHaveLength(1)
	expect(further).not.toMatch(/LAUNCH1|\$197/)
	expect(offer.slice(0, offer.indexOf('window.__reactRouterContext')).match(/¥8,300/g)).toHaveLength(1)
	expect(await pageOf('/payment-canceled')).toContain('"founders":"/offers/founders"')
	expect(await pageOf('/payment-canceled')).toContain('Yes, ¥8,300 once instead of ¥21,700 (sample).')
	expect(await pageOf('/articles/price-your-first-offer')).toMatch(/<h1[^>]*>Another Title/)
	// The description in structured data contains the site's name.
	expect(offer.replace(/<script type="application\/ld\+json">.*?<\/script>/, '')).not.toContain('Launchway')
})
