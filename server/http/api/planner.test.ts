import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, onTestFinished, test } from 'vitest'

import type { MergePlannerResponse, PlannerResponse } from '#contracts/planner.ts'
import type { LookBack } from '#domain/planner/look-back.ts'
import { blankRow, type PlannerRow, type PlannerWeek } from '#domain/planner/planner-week.ts'
import { createDocumentThreads } from '#server/adapters/documents/document-threads.ts'
import { createFilePrinter } from '#server/adapters/documents/file-printer.ts'
import { createApp } from '#server/process/app.ts'
import type { Deps } from '#server/services/context.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

type Account = Awaited<ReturnType<typeof openAccount>>

const WEEK = '2026-11-16'

async function openAccount(overrides: Partial<Deps> = {}) {
	const { deps, clock } = await makeTestDeps(overrides)
	return { app: createApp(deps), deps, clock, learner: await makeLearner(deps) }
}

const post = (account: Account, path: string, body: unknown, headers: Record<string, string> = account.learner.headers) =>
	account.app.request(`/api/planner/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(body),
	})

async function merge(account: Account, week: PlannerWeek, headers?: Record<string, string>): Promise<PlannerWeek> {
	const response = await post(account, 'merge', week, headers)
	expect(response.status).toBe(200)
	return ((await response.json()) as MergePlannerResponse).week
}

const read = async (account: Account, headers = account.learner.headers) =>
	((await (await account.app.request('/api/planner', { headers })).json()) as PlannerResponse).weeks

const row = (id: string, parts: Partial<PlannerRow> = {}): PlannerRow => ({ ...blankRow(id, 1), changedAt: 1000, ideaName: id, ...parts })
const weekOf = (rows: PlannerRow[], parts: Partial<PlannerWeek> = {}): PlannerWeek => ({
	week: WEEK,
	focusArea: { text: '', changedAt: 0 },
	rows,
	...parts,
})

test('rows from two browsers are merged, the newest of each', async () => {
	const account = await openAccount()
	await merge(account, weekOf([row('laptop', { place: 1 }), row('both', { place: 2, weeklyGoal: 'old' })]))
	const merged = await merge(account, weekOf([row('phone', { place: 3 }), row('both', { place: 2, weeklyGoal: 'new', changedAt: 2000 })]))
	expect(merged.rows.map(({ id, weeklyGoal }) => [id, weeklyGoal])).toEqual([
		['laptop', ''],
		['both', 'new'],
		['phone', ''],
	])
	expect(await read(account)).toEqual([merged])
})

test('a removed row stays removed, whatever an older copy sends', async () => {
	const account = await openAccount()
	await merge(account, weekOf([row('gone', { weeklyGoal: 'secret plan' })]))
	await merge(account, weekOf([row('gone', { removed: true, weeklyGoal: 'secret plan', changedAt: 2000 })]))
	const merged = await merge(account, weekOf([row('gone', { weeklyGoal: 'edited offline', changedAt: 3000 })]))
	expect(merged.rows).toEqual([row('gone', { removed: true, ideaName: '', changedAt: 2000 })])
})

const noted = (parts: Partial<LookBack>): LookBack => ({ hours: null, earnedCents: null, worked: '', changedAt: 1000, ...parts })

test('a review is stored, the newest wins, and a browser without it doesn’t delete it', async () => {
	const account = await openAccount()
	const lookBack = noted({ hours: 4.5, earnedCents: 100_000_000, worked: 'Calls\u0000' })
	expect((await merge(account, weekOf([], { lookBack }))).lookBack).toEqual({ ...lookBack, worked: 'Calls' })
	await merge(account, weekOf([row('a')]))
	await merge(account, weekOf([], { lookBack: noted({ hours: 9, changedAt: 900 }) }))
	const [held] = await read(account)
	expect([held?.lookBack?.hours, held?.rows.length]).toEqual([4.5, 1])
	const ahead = noted({ hours: 168, changedAt: 8_000_000_000_000 })
	expect((await merge(account, weekOf([], { lookBack: ahead }))).lookBack).toEqual({ ...ahead, changedAt: account.clock.now().getTime() })
})

test.each([{ hours: 168.01 }, { hours: -1 }, { earnedCents: 100_000_001 }, { earnedCents: 0.5 }, { worked: 'x'.repeat(2001) }])(
	'a review with %j is refused',
	async (parts) => {
		const account = await openAccount()
		expect((await post(account, 'merge', weekOf([], { lookBack: noted(parts) }))).status).toBe(400)
		expect(await read(account)).toEqual([])
	},
)

test('weeks are stored separately, newest first', async () => {
	const account = await openAccount()
	await merge(account, weekOf([row('a')], { week: '2026-11-09' }))
	await merge(account, weekOf([row('b')], { focusArea: { text: 'Freelancing', changedAt: 5 } }))
	expect((await read(account)).map(({ week, focusArea }) => [week, focusArea.text])).toEqual([
		[WEEK, 'Freelancing'],
		['2026-11-09', ''],
	])
})

test('resending a week writes nothing, and ten parallel browsers lose nothing', async () => {
	const account = await openAccount()
	await Promise.all(Array.from({ length: 10 }, (_row, index) => merge(account, weekOf([row(`r${index}`, { place: index })]))))
	const before = await account.deps.db.selectFrom('planner_weeks').selectAll().execute()
	const [held] = await read(account)
	expect(held?.rows).toHaveLength(10)
	await merge(account, held!)
	expect(await account.deps.db.selectFrom('planner_weeks').selectAll().execute()).toEqual(before)
})

test('a learner can’t see or change another’s week', async () => {
	const account = await openAccount()
	const other = await makeLearner(account.deps)
	await merge(account, weekOf([row('mine')]))
	expect(await read(account, other.headers)).toEqual([])
	await merge(account, weekOf([row('mine', { removed: true, changedAt: 9000 })]), other.headers)
	expect((await read(account))[0]?.rows).toEqual([row('mine')])
})

test('a fast clock doesn’t win every later merge', async () => {
	const account = await openAccount()
	const now = account.clock.now().getTime()
	await merge(account, weekOf([row('r', { weeklyGoal: 'ahead', changedAt: now + 86_400_000 })]))
	account.clock.advance(1000)
	const merged = await merge(account, weekOf([row('r', { weeklyGoal: 'later', changedAt: now + 500 })]))
	expect(merged.rows[0]?.weeklyGoal).toBe('later')
})

test('characters the database can’t store are removed, the rest is kept', async () => {
	const account = await openAccount()
	const merged = await merge(account, weekOf([row('r', { weeklyGoal: 'a\u0000b\uD800c 🎉 Łukasz' })]))
	expect(merged.rows[0]?.weeklyGoal).toBe('abc 🎉 Łukasz')
})

const many = (count: number, parts: Partial<PlannerRow> = {}) => Array.from({ length: count }, (_row, index) => row(`r${index}`, parts))

test.each([
	{ what: 'a Tuesday', body: weekOf([row('r')], { week: '2026-11-17' }), status: 400 },
	{ what: 'a day that does not exist', body: weekOf([row('r')], { week: '2026-02-30' }), status: 400 },
	{ what: '201 rows', body: weekOf(many(201)), status: 400 },
	{ what: 'a duplicate row ID', body: weekOf([row('r'), row('r')]), status: 400 },
	{ what: 'a cell of 2,001 characters', body: weekOf([row('r', { weeklyGoal: 'x'.repeat(2001) })]), status: 400 },
	{ what: 'a number as a cell', body: weekOf([{ ...row('r'), weeklyGoal: 7 as unknown as string }]), status: 400 },
	{ what: 'an unknown field', body: { ...weekOf([]), userId: 'x' }, status: 400 },
	{
		what: 'more than 1 MiB',
		body: weekOf(many(200, { weeklyGoal: 'x'.repeat(2000), platform: 'x'.repeat(2000), ideaName: 'x'.repeat(2000) })),
		status: 413,
	},
])('$what is refused with $status, and nothing is stored', async ({ body, status }) => {
	const account = await openAccount()
	expect((await post(account, 'merge', body)).status).toBe(status)
	expect(await read(account)).toEqual([])
})

test('a merge beyond 200 rows is refused, and the stored week is unchanged', async () => {
	const account = await openAccount()
	await merge(account, weekOf(many(200)))
	const response = await post(account, 'merge', weekOf([row('one-more')]))
	expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([409, 'planner_rows_exceeded'])
	expect((await read(account))[0]?.rows).toHaveLength(200)
})

test('the planner requires a session', async () => {
	const account = await openAccount()
	expect((await account.app.request('/api/planner')).status).toBe(401)
	expect((await post(account, 'merge', weekOf([row('r')]), {})).status).toBe(401)
})

const cells = { completed: false, ideaName: '', whatImDoing: '', timeNeeded: '', platform: '', weeklyGoal: '' }

async function readPdf(response: Response) {
	expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
	const pdf = await getDocument({ data: new Uint8Array(await response.arrayBuffer()), useSystemFonts: false, verbosity: 0 }).promise
	const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_page, index) => pdf.getPage(index + 1)))
	const texts = await Promise.all(
		pages.map(async (page) => (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join(' ')),
	)
	const { info } = await pdf.getMetadata()
	return {
		text: texts.join(' ').replaceAll(/\s+/g, ' '),
		pageCount: pdf.numPages,
		info: info as Record<string, unknown>,
		marks: await pdf.getMarkInfo(),
		tree: await pages[0]!.getStructTree(),
	}
}

test('the PDF contains the rows in all European scripts', async () => {
	const account = await openAccount()
	const rows = [
		{ ...cells, completed: true, ideaName: 'Offer for Łukasz', platform: 'Иван и Ελένη', weeklyGoal: '=1+1 stays text' },
		{ ...cells, whatImDoing: 'Send Žofie three offers' },
	]
	const pdf = await readPdf(await post(account, 'pdf', { weekOf: 'November 16, 2026', focusArea: 'Freelancing', rows }, {}))
	for (const words of [
		'Weekly Planner',
		'Week of: November 16, 2026',
		'Focus area: Freelancing',
		'Offer for Łukasz',
		'Иван и Ελένη',
		'=1+1 stays text',
		'Send Žofie three offers',
		"What I'm Doing",
		'Weekly Reflection',
		"What I'll do differently",
		'Tasks completed: 1 / 2',
		'out of 10',
	])
		expect(pdf.text).toContain(words)
	expect(pdf.info).toMatchObject({ Title: 'Weekly Planner', Author: 'Launchway', Language: 'en' })
	expect(pdf.marks?.Marked).toBe(true)
	expect(JSON.stringify(pdf.tree)).toMatch(/"role":"H1".*"role":"Table".*"role":"TH".*"role":"TD"/)
})

test('the longest planner is printed completely on as many pages as needed', async () => {
	const account = await openAccount()
	const long = { ...cells, whatImDoing: `${'word '.repeat(390)}last-word`, timeNeeded: `${'9'.repeat(1990)}end` }
	const pdf = await readPdf(
		await post(
			account,
			'pdf',
			{ weekOf: '', focusArea: '', rows: [long, ...Array<typeof cells>(199).fill({ ...cells, ideaName: 'Row' })] },
			{},
		),
	)
	expect(pdf.text.match(/(?<!-)word /g)).toHaveLength(390)
	expect(pdf.text).toContain('last-word')
	expect(pdf.text.replaceAll(' ', '')).toContain('999end')
	expect(pdf.text.match(/\bRow\b/g)).toHaveLength(199)
	expect(pdf.pageCount).toBeGreaterThan(10)
})

test.each([
	['text', 'x'.repeat(2000), 21],
	['short words', 'a '.repeat(1000), 21],
	['empty lines', '\n'.repeat(2000), 2],
])('a planner whose %s makes it too long for a PDF is refused', async (_, whatImDoing, rowCount) => {
	const account = await openAccount()
	const rows = Array<typeof cells>(rowCount).fill({ ...cells, whatImDoing })
	expect((await post(account, 'pdf', { weekOf: '', focusArea: '', rows }, {})).status).toBe(400)
})

test('making the longest PDF doesn’t block other requests, and a full queue answers with Retry-After', async () => {
	const threads = createDocumentThreads({ threads: 1, maxWaiting: 1 })
	onTestFinished(threads.close)
	const account = await openAccount({ documents: createFilePrinter(threads) })
	const plan = {
		weekOf: '',
		focusArea: '',
		rows: [
			{ ...cells, timeNeeded: '\n'.repeat(1000) },
			{ ...cells, timeNeeded: '\n'.repeat(1900) },
		],
	}
	const order: string[] = []
	const pdfs = [1, 2].map(async () => {
		const answer = await post(account, 'pdf', plan, {})
		order.push('pdf')
		return answer.status
	})
	const refused = await post(account, 'pdf', plan, {})
	expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
	expect(await refused.json()).toMatchObject({ error: { code: 'documents_busy' } })
	for (let asked = 0; asked < 10; asked += 1) {
		expect((await account.app.request('/readyz')).status).toBe(200)
		order.push('health')
	}
	expect(await Promise.all(pdfs)).toEqual([200, 200])
	expect(order.indexOf('pdf')).toBe(10)
})

test('the same plan gives the same bytes', async () => {
	const account = await openAccount()
	const [a, b] = await Promise.all(
		[1, 2].map(async () => (await post(account, 'pdf', { weekOf: '', focusArea: 'x', rows: [] })).arrayBuffer()),
	)
	expect(Buffer.from(a!).equals(Buffer.from(b!))).toBe(true)
})
