import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'
import { inTransaction } from '#server/db/database.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { readCourseCatalog } from './course-catalog.ts'
import { createMergeQueue, readProgressRows, writeProgressOf } from './merge-learner-progress.ts'

const opened = (key: string, changedAt = 1000): ProgressEntry => ({ kind: 'section', key, done: true, changedAt })
const SECTIONS = ['1/introduction-orientation', '1/value-mapping', '1/first-win-strategy']

async function openQueue() {
	const { deps } = await makeTestDeps()
	const catalog = await readCourseCatalog(loadedContent)
	const queue = createMergeQueue(deps.db)
	const merge = (userId: string, ...reports: ProgressEntry[]) => queue.add({ userId, reports, catalog, nowMs: 5000 })
	return { deps, catalog, queue, merge }
}

test('parallel merges give every learner their own entries, and repeated ones all of theirs', async () => {
	const { deps, merge } = await openQueue()
	const learners = []
	for (let count = 0; count < 12; count += 1) learners.push((await makeLearner(deps)).userId)
	const calls = learners.flatMap((userId, index) => SECTIONS.map((section) => merge(userId, opened(section, 1000 + index))))
	const answers = await Promise.all(calls)
	for (const [index, userId] of learners.entries()) {
		const entries = SECTIONS.map((section) => opened(section, 1000 + index))
		expect(await readProgressRows(deps.db, userId)).toEqual(entries.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
		// Each response contains at least what its call reported.
		for (const [at, entry] of entries.entries()) expect(answers[index * SECTIONS.length + at]?.entries).toContainEqual(entry)
	}
})

test('more merges than fit into one transaction are all done, in any order', async () => {
	const { deps, merge } = await openQueue()
	const { userId } = await makeLearner(deps)
	const answers = await Promise.all(
		Array.from({ length: 200 }, (_each, index) => merge(userId, opened(SECTIONS[index % 3] ?? '', index + 1))),
	)
	expect(answers).toHaveLength(200)
	expect((await readProgressRows(deps.db, userId)).map(({ changedAt }) => changedAt).toSorted((a, b) => a - b)).toEqual([198, 199, 200])
})

test('a deleted account and an unstorable entry fail alone', async () => {
	const { deps, catalog, queue, merge } = await openQueue()
	const here = await makeLearner(deps)
	const gone = await makeLearner(deps)
	const broken = await makeLearner(deps)
	await deps.db.deleteFrom('auth.users').where('id', '=', gone.userId).execute()
	const nul: ProgressEntry = { kind: 'quiz-result', key: 'nul', done: true, changedAt: 1, detail: { type: '\0' } }
	const [first, second, third, fourth] = await Promise.allSettled([
		merge(here.userId, opened(SECTIONS[0] ?? '')),
		merge(gone.userId, opened(SECTIONS[0] ?? '')),
		queue.add({ userId: broken.userId, reports: [nul], nowMs: 5000, catalog: { ...catalog, quizzes: { nul: ['\0'] } } }),
		merge(here.userId, opened(SECTIONS[1] ?? '')),
	])
	expect([first.status, fourth.status]).toEqual(['fulfilled', 'fulfilled'])
	const refusal = { kind: 'unauthenticated', code: 'not_authenticated', message: 'Not authenticated' }
	expect(second).toMatchObject({ status: 'rejected', reason: refusal })
	expect(third.status).toBe('rejected')
	expect(await readProgressRows(deps.db, here.userId)).toHaveLength(2)
	expect(await readProgressRows(deps.db, broken.userId)).toEqual([])
})

test('an entry keeps the time of its first call, which decides refunds', async () => {
	const { deps, catalog, queue } = await openQueue()
	const [one, two] = [await makeLearner(deps), await makeLearner(deps)]
	const merge = ({ userId }: { userId: string }, nowMs: number, visitedAt: number) =>
		queue.add({ userId, reports: [opened(SECTIONS[0] ?? '', visitedAt)], catalog, nowMs })
	await Promise.all([merge(one, 5000, 1000), merge(two, 6000, 2000)])
	await merge(one, 9000, 8000)
	const rows = await deps.db
		.selectFrom('progress_entries')
		.select(['user_id', 'changed_at', 'first_stored_at', 'first_changed_at'])
		.orderBy('first_stored_at')
		.execute()
	expect(rows).toEqual([
		{ user_id: one.userId, changed_at: new Date(8000), first_stored_at: new Date(5000), first_changed_at: new Date(1000) },
		{ user_id: two.userId, changed_at: new Date(2000), first_stored_at: new Date(6000), first_changed_at: new Date(2000) },
	])
})

test('further reports of a day write to no index, and the first of the next day notes its time', async () => {
	const { deps } = await makeTestDeps()
	const { userId } = await makeLearner(deps)
	await inTransaction(deps.db, async (tx) => {
		const read = async () => {
			const { rows } = await sql<{ updates: number; isNow: boolean }>`select n_tup_hot_upd::int as updates, stored_at = now() as "isNow"
				from pg_stat_xact_user_tables, progress_entries where relid = 'progress_entries'::regclass`.execute(tx)
			return rows[0]
		}
		const report = (block: number) =>
			writeProgressOf(tx, [
				{
					userId,
					entry: { kind: 'reading', key: SECTIONS[0] ?? '', done: false, changedAt: block, detail: { block, of: 9 } },
					storedAt: new Date(block),
				},
			])
		await report(1)
		const before = await read()
		for (const block of [2, 3, 4]) await report(block)
		expect(await read()).toEqual({ updates: (before?.updates ?? 0) + 3, isNow: true })
		await sql`update progress_entries set stored_at = now() - interval '1 day'`.execute(tx)
		expect((await read())?.isNow).toBe(false)
		await report(5)
		expect((await read())?.isNow).toBe(true)
		const startOfDay = sql`date_trunc('day', now(), 'UTC')`
		await sql`update progress_entries set stored_at = ${startOfDay}`.execute(tx)
		await report(6)
		const { rows } = await sql<{ isKept: boolean }>`select stored_at = ${startOfDay} as "isKept" from progress_entries`.execute(tx)
		expect(rows).toEqual([{ isKept: true }])
	})
})
