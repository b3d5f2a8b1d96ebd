import { expect, test } from 'vitest'

import type { MergeProgressResponse, ProgressResponse } from '#contracts/progress.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'
import { createApp } from '#server/process/app.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

type Account = Awaited<ReturnType<typeof openAccount>>

const INTRO = '1/introduction-orientation'

async function openAccount() {
	const { deps, clock, logLines } = await makeTestDeps()
	const app = createApp(deps)
	const learner = await makeLearner(deps)
	return { app, deps, clock, learner, logLines }
}

const send = (account: Account, body: unknown, headers: Record<string, string> = account.learner.headers) =>
	account.app.request('/api/progress/merge', {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	})

async function merge(account: Account, entries: unknown[], headers?: Record<string, string>): Promise<MergeProgressResponse> {
	const response = await send(account, { entries }, headers)
	expect(response.status).toBe(200)
	return (await response.json()) as MergeProgressResponse
}

const read = async (account: Account, headers = account.learner.headers) =>
	((await (await account.app.request('/api/progress', { headers })).json()) as ProgressResponse).entries

const entry = (parts: Pick<ProgressEntry, 'kind' | 'key'> & Partial<ProgressEntry>): ProgressEntry => ({
	done: true,
	changedAt: 1000,
	...parts,
})

test('progress from two browsers is merged', async () => {
	const account = await openAccount()
	const first = [entry({ kind: 'section', key: INTRO }), entry({ kind: 'task', key: '1/digital-economy-overview', done: true })]
	const second = [
		entry({ kind: 'module', key: '1', changedAt: 2000 }),
		entry({ kind: 'task', key: '1/digital-economy-overview', done: false, changedAt: 3000 }),
		entry({ kind: 'quiz-result', key: 'hustler', detail: { type: 'builder', answers: 'builder,creator' } }),
	]
	await merge(account, first)
	const { entries, refused } = await merge(account, second)

	expect(refused).toEqual([])
	expect(entries).toEqual([second[0], second[2], first[0], second[1]])
	expect(await read(account)).toEqual(entries)
})

test('resending the same entries changes nothing', async () => {
	const account = await openAccount()
	const entries = [entry({ kind: 'section', key: INTRO }), entry({ kind: 'module', key: '1' })]
	const once = await merge(account, entries)
	const before = await account.deps.db.selectFrom('progress_entries').selectAll().execute()
	expect(await merge(account, entries)).toEqual(once)
	expect(await account.deps.db.selectFrom('progress_entries').selectAll().execute()).toEqual(before)
})

test('twenty parallel browsers lose nothing', async () => {
	const account = await openAccount()
	const calls = Array.from({ length: 20 }, (_each, index) =>
		merge(account, [entry({ kind: 'step', key: `1/skills-inventory-assessment/${index % 7}`, changedAt: index, done: index % 2 === 0 })]),
	)
	await Promise.all(calls)
	// Browsers 14 to 19 sent the last reports about steps 0 to 5, browser 13 about step 6.
	expect((await read(account)).map(({ key, changedAt, done }) => [key.split('/')[2], changedAt, done])).toEqual([
		['0', 14, true],
		['1', 15, false],
		['2', 16, true],
		['3', 17, false],
		['4', 18, true],
		['5', 19, false],
		['6', 13, false],
	])
})

test('completing a locked module is refused and reported; the other entries are stored', async () => {
	const account = await openAccount()
	const { entries, refused } = await merge(account, [
		entry({ kind: 'module', key: '3' }),
		entry({ kind: 'section', key: '1/no-such-section' }),
		entry({ kind: 'module', key: '1', done: false }),
		entry({ kind: 'section', key: INTRO }),
	])
	expect(entries.map(({ key }) => key)).toEqual([INTRO])
	expect(refused).toEqual([
		{ kind: 'section', key: '1/no-such-section', reason: 'unknown-key' },
		{ kind: 'module', key: '1', reason: 'not-done' },
		{ kind: 'module', key: '3', reason: 'previous-incomplete' },
	])
})

test('a fast clock doesn’t win every later merge', async () => {
	const account = await openAccount()
	const now = account.clock.now().getTime()
	const key = '1/digital-economy-overview'
	const [ahead] = (await merge(account, [entry({ kind: 'task', key, changedAt: now + 86_400_000 })])).entries
	expect(ahead?.changedAt).toBe(now)
	const [taken] = (await merge(account, [entry({ kind: 'task', key, done: false, changedAt: now + 1 })])).entries
	expect(taken?.done).toBe(true)
	account.clock.advance(1000)
	const [later] = (await merge(account, [entry({ kind: 'task', key, done: false, changedAt: now + 500 })])).entries
	expect(later?.done).toBe(false)
})

test('a learner can’t see or change another’s progress', async () => {
	const account = await openAccount()
	const other = await makeLearner(account.deps)
	await merge(account, [entry({ kind: 'section', key: INTRO })])
	expect(await read(account, other.headers)).toEqual([])
	expect((await merge(account, [entry({ kind: 'module', key: '1' })], other.headers)).entries.map(({ kind }) => kind)).toEqual(['module'])
	expect((await read(account)).map(({ kind }) => kind)).toEqual(['section'])
})

test('row-level security shows a learner only their own rows', async () => {
	const account = await openAccount()
	const other = await makeLearner(account.deps)
	await merge(account, [entry({ kind: 'section', key: INTRO })])
	const asUser = (userId: string) =>
		account.deps.db.transaction().execute(async (tx) => {
			const { sql } = await import('kysely')
			await sql`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${JSON.stringify({ sub: userId })}, true)`.execute(
				tx,
			)
			return tx.selectFrom('progress_entries').select('key').execute()
		})
	expect(await asUser(account.learner.userId)).toEqual([{ key: INTRO }])
	expect(await asUser(other.userId)).toEqual([])
})

test.each([
	{ what: 'no token', headers: {}, status: 401, code: 'no_authorization' },
	{ what: 'a forged token', headers: { authorization: 'Bearer a.b.c' }, status: 403, code: 'bad_jwt' },
])('$what is refused with $status', async ({ headers, status, code }) => {
	const account = await openAccount()
	const response = await send(account, { entries: [] }, headers as Record<string, string>)
	expect(response.status).toBe(status)
	expect(await response.json()).toEqual({ error: { code, message: expect.any(String), requestId: expect.any(String) } })
})

const good = entry({ kind: 'section', key: INTRO })
test.each([
	{ what: 'bad JSON', body: '{', status: 400, code: 'bad_json' },
	{ what: 'no entries', body: {}, status: 400, code: 'validation_failed' },
	{ what: 'entries of another type', body: { entries: 'all' }, status: 400, code: 'validation_failed' },
	{ what: 'an unknown kind', body: { entries: [{ ...good, kind: 'purchase' }] }, status: 400, code: 'validation_failed' },
	{ what: 'an extra field', body: { entries: [{ ...good, userId: 'x' }] }, status: 400, code: 'validation_failed' },
	{ what: 'a key that is too long', body: { entries: [{ ...good, key: 'x'.repeat(121) }] }, status: 400, code: 'validation_failed' },
	{ what: 'a time before 1970', body: { entries: [{ ...good, changedAt: -1 }] }, status: 400, code: 'validation_failed' },
	{ what: 'a time that is not whole', body: { entries: [{ ...good, changedAt: 1.5 }] }, status: 400, code: 'validation_failed' },
	{ what: '2001 entries', body: { entries: Array(2001).fill(good) }, status: 400, code: 'validation_failed' },
	{ what: 'more than 1 MiB', body: { entries: [], pad: 'x'.repeat(1024 * 1024) }, status: 413, code: 'request_entity_too_large' },
])('$what is refused with $status, and nothing is stored', async ({ body, status, code }) => {
	const account = await openAccount()
	const response = await send(account, body)
	expect(response.status).toBe(status)
	expect(((await response.json()) as { error: { code: string } }).error.code).toBe(code)
	expect(await read(account)).toEqual([])
})

test('a NUL or emoji in a key or detail is refused, without a server error', async () => {
	const account = await openAccount()
	const { refused } = await merge(account, [
		entry({ kind: 'section', key: '1/\u0000' }),
		entry({ kind: 'quiz-result', key: 'hustler', detail: { type: 'builder', answers: '\u0000' } }),
		entry({ kind: 'section', key: '1/🎉' }),
	])
	expect(refused).toHaveLength(3)
	expect(account.logLines.filter((line) => line.includes('request failed'))).toEqual([])
})
