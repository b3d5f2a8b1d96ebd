// asvs V2.3.2
import { expect, test } from 'vitest'

import type { MergePlannerResponse, PlannerResponse } from '#contracts/planner.ts'
import { addDays } from '#domain/clock/week-date.ts'
import { blankRow, type PlannerRow, type PlannerWeek } from '#domain/planner/planner-week.ts'
import { STORAGE_QUOTAS, WEEK_BYTES } from '#domain/storage/storage-quotas.ts'
import { createApp } from '#server/process/app.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

async function openAccount() {
	const { deps } = await makeTestDeps()
	const app = createApp(deps)
	const { headers, userId } = await makeLearner(deps)
	const merge = (week: PlannerWeek) =>
		app.request('/api/planner/merge', {
			method: 'POST',
			headers: { ...headers, 'content-type': 'application/json' },
			body: JSON.stringify(week),
		})
	const list = (query = '') => app.request(`/api/planner${query}`, { headers })
	return { deps, userId, merge, list }
}

const FIRST = '2026-11-16'
const mondayOf = (index: number) => addDays(FIRST, -7 * index)

/** Returns a week of about `bytes` bytes, at most 400,000; `parts` change each row. */
const weekOf = (index: number, bytes: number, parts: Partial<PlannerRow> = {}): PlannerWeek => ({
	week: mondayOf(index),
	focusArea: { text: '', changedAt: 0 },
	rows: Array.from({ length: Math.ceil(bytes / 2000) }, (_, row) => ({
		...blankRow(`row-${row}`, row),
		changedAt: 1000,
		ideaName: 'é'.repeat(900),
		...parts,
	})),
})

/** Inserts weeks directly into the database: faster, and in formats that an older server may have left. */
async function fill({ deps, userId }: Awaited<ReturnType<typeof openAccount>>, weeks: readonly PlannerWeek[]) {
	await deps.db
		.insertInto('planner_weeks')
		.values(
			weeks.map(({ week, rows }) => ({ user_id: userId, week, focus_area: '', focus_changed_at: new Date(0), rows: JSON.stringify(rows) })),
		)
		.execute()
}

async function storedBytes({ deps, userId }: Awaited<ReturnType<typeof openAccount>>): Promise<number> {
	const weeks = await deps.db.selectFrom('planner_weeks').select('bytes').where('user_id', '=', userId).execute()
	return weeks.reduce((sum, { bytes }) => sum + bytes, 0)
}

test('sixteen parallel weeks near the quota fill it without exceeding it', async () => {
	const account = await openAccount()
	await fill(
		account,
		Array.from({ length: 7 }, (_, index) => weekOf(index, 90_000)),
	)
	const before = await storedBytes(account)
	const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => account.merge(weekOf(20 + index, 40_000))))
	const statuses = answers.map(({ status }) => status)
	const size = (await storedBytes(account)) - before
	expect(new Set(statuses)).toEqual(new Set([200, 413]))
	expect(before + size).toBeLessThanOrEqual(STORAGE_QUOTAS.planner)
	expect(before + size + 45_000).toBeGreaterThan(STORAGE_QUOTAS.planner)
	const refused = answers.find(({ status }) => status === 413)
	expect(await refused?.json()).toMatchObject({ error: { code: 'storage_full' } })
})

test('an account over its quota can read everything page by page, shrink, and then write again', async () => {
	const account = await openAccount()
	const weeks = Array.from({ length: 4 }, (_, index) => weekOf(index, 400_000))
	await fill(account, weeks)
	expect((await account.merge(weekOf(9, 2000))).status).toBe(413)
	expect((await account.merge(weekOf(0, 400_000, { weeklyGoal: 'more', changedAt: 2000 }))).status).toBe(413)

	const read: string[] = []
	let next: string | null = ''
	while (next !== null) {
		const text: string = await (await account.list(next && `?before=${next}`)).text()
		expect(text.length).toBeLessThan(700_000)
		const page = JSON.parse(text) as PlannerResponse
		read.push(...page.weeks.map(({ week }) => week))
		expect(page.storage.limit).toBe(STORAGE_QUOTAS.planner)
		next = page.next
	}
	expect(read).toEqual([0, 1, 2, 3].map(mondayOf))

	const shrunk = weeks.map((week) => ({ ...week, rows: week.rows.map((row) => ({ ...row, ideaName: '', changedAt: 3000 })) }))
	for (const week of shrunk) {
		const answer = await account.merge(week)
		expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ week: expect.anything() })])
	}
	const answer = await account.merge(weekOf(9, 2000))
	const { storage } = (await answer.json()) as MergePlannerResponse
	expect([answer.status, storage.used]).toEqual([200, await storedBytes(account)])
})

test('a week has its own size limit, which 200 full rows fit', async () => {
	const account = await openAccount()
	const honest = {
		...weekOf(0, 0),
		rows: Array.from({ length: 200 }, (_, row) => ({ ...blankRow(`row-${row}`, row), changedAt: 1, ideaName: 'x'.repeat(270) })),
	}
	expect((await account.merge(honest)).status).toBe(200)
	const tooLong = await account.merge(weekOf(1, WEEK_BYTES + 10_000))
	expect([tooLong.status, await tooLong.json()]).toEqual([
		413,
		expect.objectContaining({ error: expect.objectContaining({ code: 'planner_week_too_large' }) }),
	])
})

test('many small weeks are paged, each week once', async () => {
	const account = await openAccount()
	const weeks = Array.from({ length: 230 }, (_, index) => weekOf(index, 2000))
	await fill(account, weeks)
	const read: string[] = []
	let pages = 0
	for (let next: string | null = ''; next !== null; pages += 1) {
		const page = (await (await account.list(next && `?before=${next}`)).json()) as PlannerResponse
		read.push(...page.weeks.map(({ week }) => week))
		next = page.next
	}
	expect(read).toEqual(weeks.map(({ week }) => week))
	expect(pages).toBe(3)
})

test.each(['?before=yesterday', '?before=2026-11-17', '?page=2'])('the query %s is refused', async (query) => {
	expect((await (await openAccount()).list(query)).status).toBe(400)
})
