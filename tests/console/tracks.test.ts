import { expect, test } from 'vitest'

import { makeLearner } from '#tests/factories/learner.ts'
import { sitePages } from '#tests/setup/site-pages.ts'
import { SITE, startWire, type Wire } from '#tests/wire/test-client.ts'

import { publish } from './edit-content.ts'
import { type ConsoleBrowser, openConsoleAs } from './open-console.ts'

type Learner = Awaited<ReturnType<typeof makeLearner>>

const textOf = (html: string) => html.replaceAll(/<!--.*?-->|<[^>]*>/g, '').replaceAll(/\s+/g, ' ')

/** Creates a course in the console. @returns the number of its first module */
async function begin(operator: ConsoleBrowser, title: string, owner = ''): Promise<number> {
	const { to } = await operator.post('/admin/content/new/course', { title, address: '', owner })
	const modules = (await operator.get(to)).text.matchAll(/course%2Fmodule-(\d+)%2Fmodule\.json/g)
	return Math.max(...[...modules].map(([, moduleId]) => Number(moduleId)))
}

const give = async (operator: ConsoleBrowser, { userId }: Learner, course: string) =>
	operator.post(`/admin/learners/${userId}/grant`, { reason: 'Won it', course })

/** Reads the first lesson of a module as a learner or visitor. */
async function read(wire: Wire, moduleId: number, learner?: Learner): Promise<string> {
	const answer = await wire.request(`/api/course/modules/${moduleId}/lessons/first-lesson`, { headers: learner?.headers ?? {} })
	const body = (await answer.json()) as { error?: { code: string } }
	return answer.ok ? 'open' : `${answer.status} ${body.error?.code}`
}

async function pageOf({ deps }: Wire, path: string): Promise<string> {
	const page = await sitePages.serve(new Request(new URL(path, SITE)), deps.content)
	return page?.ok ? textOf(await page.text()) : `${page?.status ?? 404}`
}

test('a track added to a second course opens only for learners of that course', async () => {
	const wire = await startWire({ accessPolicy: 'enrolled' })
	const operator = await openConsoleAs(wire, 'operator')
	const sheets = await begin(operator, 'Sheets')
	await publish(operator)
	const charts = await begin(operator, 'Charts', 'sheets')
	await publish(operator)
	expect([sheets, charts]).toEqual([7, 8])

	const [ana, ben] = [await makeLearner(wire.deps), await makeLearner(wire.deps)]
	const given = await give(operator, ana, 'sheets')
	expect(given.to).toContain('notice=access-given')
	await give(operator, ben, 'main')
	expect(await Promise.all([ana, ben, undefined].map((each) => read(wire, charts, each)))).toEqual([
		'open',
		'403 not_enrolled',
		'403 not_enrolled',
	])
	const entries = [{ kind: 'module', key: String(charts), done: true, changedAt: 1 }]
	const refusedFor = async ({ headers }: Learner) => {
		const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify({ entries }) }
		return ((await (await wire.request('/api/progress/merge', init)).json()) as { refused: unknown[] }).refused.length
	}
	expect([await refusedFor(ana), await refusedFor(ben)]).toEqual([0, 1])

	expect((await give(operator, ana, 'charts')).status).toBe(409)
	expect(textOf((await operator.get(`/admin/learners/${ana.userId}`)).text)).toContain('Access to Chartshas access')
	const outline = textOf((await operator.get('/admin/course')).text)
	expect(outline).toContain('Part of Sheets: everyone with access to that course can open this one, too.')
	expect(outline.indexOf('Part of Sheets')).toBeGreaterThan(outline.indexOf('Sheets'))
	expect(await pageOf(wire, '/courses/charts')).toContain('Part of Sheets.')
	expect(await pageOf(wire, '/courses/sheets')).toContain('Comes with this course')
	expect(await pageOf(wire, '/courses')).toContain('Comes with Charts')

	const order = await wire.deps.db.selectFrom('orders').select('id').where('user_id', '=', ana.userId).executeTakeFirstOrThrow()
	await operator.post(`/admin/orders/${order.id}/end-access`, { reason: 'Over' })
	expect(await read(wire, charts, ana)).toBe('403 not_enrolled')
})

test('a track can be sold or given alone without its course', async () => {
	const wire = await startWire({ accessPolicy: 'enrolled' })
	const operator = await openConsoleAs(wire, 'operator')
	const writing = await begin(operator, 'Writing', 'main')
	await publish(operator)
	const refused = await operator.post('/admin/content/new/course', { title: 'More', address: '', owner: 'writing' })
	expect([refused.status, refused.text.includes('Choose a course that’s sold on its own.')]).toEqual([422, true])
	expect((await operator.post('/admin/content/new/course', { title: 'Career', address: 'career-path', owner: '' })).status).toBe(422)

	const [ana, ben, cyd] = [await makeLearner(wire.deps), await makeLearner(wire.deps), await makeLearner(wire.deps)]
	await give(operator, ana, 'writing')
	await give(operator, ben, 'main')
	await give(operator, cyd, 'career-path')
	const opens = async (learner: Learner) => {
		const entries = [{ kind: 'module', key: '1', done: true, changedAt: 1 }]
		const headers = { ...learner.headers, 'content-type': 'application/json' }
		await wire.request('/api/progress/merge', { method: 'POST', headers, body: JSON.stringify({ entries }) })
		const asked = ['2/lessons/market-research-validation', '90/lessons/be-found', `${writing}/lessons/first-lesson`]
		const answers = await Promise.all(asked.map((path) => wire.request(`/api/course/modules/${path}`, { headers })))
		return answers.map(({ ok }) => ok)
	}
	expect([await opens(ana), await opens(ben), await opens(cyd)]).toEqual([
		[false, false, true],
		[true, true, true],
		[false, true, false],
	])
	const certificate = await wire.request('/api/certificates?course=career-path', { headers: cyd.headers })
	expect(certificate.status).toBe(404)
	const outline = textOf((await operator.get('/admin/course')).text)
	expect(outline).toContain('Part of Digital Income Mastery: everyone with access to that course can open these tracks, too.')
	expect(outline).toContain('Affiliate Marketer')
})
