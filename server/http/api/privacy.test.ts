import { expect, test } from 'vitest'

import type { ErasureResponse, PrivacyState } from '#contracts/privacy.ts'
import { FRESH_MINUTES, DELETION_GRACE_DAYS } from '#domain/privacy/periods.ts'
import type { EmailSender } from '#server/adapters/email/port.ts'
import { grantConsoleRole } from '#server/console/shell/session.ts'
import { createApp } from '#server/process/app.ts'
import { plugins } from '#server/process/plugins.ts'
import { type Deps, systemContext } from '#server/services/context.ts'
import { issueSession } from '#server/services/identity/sessions/issue-session.ts'
import { eraseDueAccounts } from '#server/services/people/privacy/erase-due-accounts.ts'
import { listTableRules } from '#server/services/people/privacy/registry/registry.ts'
import { openCheckout } from '#tests/factories/checkout.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeWholePerson } from '#tests/factories/whole-person.ts'
import { readZip } from '#tests/setup/read-zip.ts'
import { runDueJobs, runTimedJob } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps, type TestOverrides } from '#tests/setup/test-deps.ts'

const registry = listTableRules(plugins)

type Headers = Record<string, string>
const DAY_MS = 86_400_000

async function openApi(overrides: TestOverrides = {}) {
	const made = await makeTestDeps(overrides)
	const app = createApp(made.deps)
	const learner = await makeLearner(made.deps)
	const ask = (method: string, place: string, { body, headers = learner.headers }: { body?: unknown; headers?: Headers } = {}) =>
		app.request(`/api/privacy${place}`, {
			method,
			headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
			...(body !== undefined && { body: JSON.stringify(body) }),
		})
	const state = async (headers: Headers = learner.headers) => (await (await ask('GET', '', { headers })).json()) as PrivacyState
	const mails = async () =>
		(await made.deps.db.selectFrom('outbox_messages').select('template').orderBy('id').execute()).map(({ template }) => template)
	return { ...made, app, learner, ask, state, mails }
}

/** Reads a streamed copy completely. @returns its status */
async function take(answer: Response | Promise<Response>): Promise<number> {
	const { status, body } = await answer
	for await (const part of body ?? []) expect(part.length).toBeGreaterThan(0)
	return status
}

const codeOf = async (response: Response) => [response.status, ((await response.json()) as { error: { code: string } }).error.code]

async function signInAgain(deps: Deps, userId: string): Promise<Headers> {
	const grant = await deps.db.transaction().execute((tx) => issueSession(systemContext(deps, 'test'), tx, { userId, method: 'otp' }))
	return { authorization: `Bearer ${grant.accessToken}` }
}

async function mailedCode(deps: Deps): Promise<string> {
	await runDueJobs(deps)
	const { body } = await deps.db.selectFrom('outbox_messages').select('body').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
	return /\b\d{6}\b/.exec(body)?.[0] ?? ''
}

test('anonymous callers and other learners are refused, and an invalid body gets an error', async () => {
	const { ask } = await openApi()
	for (const [method, place] of [
		['GET', ''],
		['POST', '/export'],
		['POST', '/erasure'],
		['DELETE', '/erasure'],
	] as const)
		expect(await codeOf(await ask(method, place, { headers: {} }))).toEqual([401, 'no_authorization'])
	expect(await codeOf(await ask('POST', '/export', { body: { format: 'xml' } }))).toEqual([400, 'validation_failed'])
	expect(await codeOf(await ask('POST', '/erasure', { body: { nonce: 7 } }))).toEqual([400, 'validation_failed'])
})

test('a stale session needs the mailed code, which works once', async () => {
	const { app, ask, state, clock, deps, learner } = await openApi()
	expect(await state()).toEqual({ proof: 'fresh', erasure: null })
	clock.advance(FRESH_MINUTES * 60_000)
	expect((await state()).proof).toBe('email-code')
	expect(await codeOf(await ask('POST', '/export', { body: { format: 'json' } }))).toEqual([403, 'reauthentication_needed'])
	expect((await app.request('/auth/v1/reauthenticate', { headers: learner.headers })).status).toBe(200)
	const nonce = await mailedCode(deps)
	const wrong = nonce === '111111' ? '222222' : '111111'
	expect(await codeOf(await ask('POST', '/erasure', { body: { nonce: wrong } }))).toEqual([422, 'reauthentication_not_valid'])
	expect(await take(ask('POST', '/export', { body: { format: 'json', nonce } }))).toBe(200)
	expect(await codeOf(await ask('POST', '/export', { body: { format: 'json', nonce } }))).toEqual([422, 'reauthentication_not_valid'])
})

test('with a second factor, a session at aal1 can’t export or delete', async () => {
	const { ask, deps, learner, clock } = await openApi()
	await deps.db
		.insertInto('auth.mfa_factors')
		.values({ user_id: learner.userId, factor_type: 'totp', status: 'verified', created_at: clock.now() })
		.execute()
	expect(await codeOf(await ask('GET', ''))).toEqual([403, 'insufficient_aal'])
	expect(await codeOf(await ask('POST', '/export', { body: { format: 'json' } }))).toEqual([403, 'insufficient_aal'])
	expect(await codeOf(await ask('POST', '/erasure', { body: {} }))).toEqual([403, 'insufficient_aal'])
})

test('the export has a row of every table about the person, and no secrets or others’ data', async () => {
	const { deps, ask } = await openApi()
	const ana = await makeWholePerson(deps, 'Anastasia Quicksilver', '+12025550143')
	const other = await makeWholePerson(deps, 'Bartholomew Featherstone', '+12025550199')
	const response = await ask('POST', '/export', { body: { format: 'json' }, headers: ana.headers })
	expect(response.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
	const text = await response.text()
	const { data } = JSON.parse(text) as { data: Record<string, { rows: object[] }> }

	const expected = registry.filter(({ person, exported }) => person !== null && typeof exported !== 'string').map(({ title }) => title)
	expect(Object.keys(data).toSorted()).toEqual(expected.toSorted())
	expect(
		Object.entries(data)
			.filter(([, { rows }]) => rows.length === 0)
			.map(([title]) => title),
	).toEqual([])
	for (const word of [other.userId, other.email, other.name, other.phone]) expect(text).not.toContain(word)
	const session = await deps.db
		.selectFrom('auth.sessions')
		.select('refresh_key')
		.where('user_id', '=', ana.userId)
		.executeTakeFirstOrThrow()
	for (const secret of [
		'code hash',
		'link hash',
		'encrypted password',
		'refresh key',
		session.refresh_key.toString('base64'),
		session.refresh_key.toString('hex'),
	])
		expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
	expect(text).toContain(Buffer.from(`%PDF-1.7 ${ana.name}`).toString('base64'))
})

test('the CSV export is a ZIP with one file per table and the attachments', async () => {
	const { deps, ask } = await openApi()
	const ana = await makeWholePerson(deps, 'Anastasia Quicksilver', '+12025550143')
	await deps.db.updateTable('planner_weeks').set({ focus_area: '=HYPERLINK("x"),\nnext' }).execute()
	const response = await ask('POST', '/export', { body: { format: 'csv' }, headers: ana.headers })
	expect([response.headers.get('content-type'), response.status]).toEqual(['application/zip', 200])
	const files = new Map(readZip(Buffer.from(await response.arrayBuffer())).map(({ name, content }) => [name, content.toString()]))
	expect([...files.keys()]).toEqual(expect.arrayContaining(['README.txt', 'account.csv', 'orders.csv']))
	expect(files.get('files/application-files-1.pdf')).toBe(`%PDF-1.7 ${ana.name}`)
	for (const [name, content] of files) if (name.endsWith('.csv')) expect([name, content.startsWith('\uFEFF')]).toEqual([name, true])
	// A cell that a spreadsheet would execute is stored as text.
	expect(files.get('weekly-plans.csv')).toContain(`,"'=HYPERLINK(""x""),\nnext",`)
})

test('an account can export five times a day', async () => {
	const { ask, clock, deps, learner } = await openApi()
	for (let copy = 0; copy < 5; copy += 1) expect(await take(ask('POST', '/export', { body: { format: 'json' } }))).toBe(200)
	const refused = await ask('POST', '/export', { body: { format: 'json' } })
	expect(refused.headers.get('retry-after')).toBe(String(DAY_MS / 1000))
	expect(await codeOf(refused)).toEqual([429, 'over_request_rate_limit'])
	clock.advance(DAY_MS)
	const headers = await signInAgain(deps, learner.userId)
	expect((await ask('POST', '/export', { body: { format: 'json' }, headers })).status).toBe(200)
})

test('a second export is refused while one is being read, but not afterwards', async () => {
	const { ask } = await openApi()
	const copy = () => ask('POST', '/export', { body: { format: 'json' } })
	const first = await copy()
	const second = await copy()
	expect([second.status, second.headers.get('retry-after')]).toEqual([429, '2'])
	expect(await take(first)).toBe(200)
	const left = await copy()
	await left.body?.cancel()
	expect(await take(copy())).toBe(200)
})

test('a deletion ends all sessions, can be canceled until its date, and isn’t postponed by asking again', async () => {
	const { ask, state, deps, clock, learner, mails } = await openApi()
	const second = await signInAgain(deps, learner.userId)
	const answer = await ask('POST', '/erasure', { body: {} })
	const { erasure } = (await answer.json()) as ErasureResponse
	expect(answer.status).toBe(202)
	expect(erasure).toEqual({
		requestedAt: clock.now().toISOString(),
		erasesAt: new Date(clock.now().getTime() + DELETION_GRACE_DAYS * DAY_MS).toISOString(),
	})
	for (const headers of [learner.headers, second])
		expect(await codeOf(await ask('GET', '', { headers }))).toEqual([403, 'session_not_found'])

	clock.advance(DAY_MS)
	const again = await signInAgain(deps, learner.userId)
	expect((await state(again)).erasure).toEqual(erasure)
	expect(((await (await ask('POST', '/erasure', { body: {}, headers: again })).json()) as ErasureResponse).erasure).toEqual(erasure)
	const back = await signInAgain(deps, learner.userId)
	for (let press = 0; press < 2; press += 1)
		expect(await (await ask('DELETE', '/erasure', { headers: back })).json()).toEqual({ erasure: null })
	expect(await state(back)).toEqual({ proof: 'fresh', erasure: null })
	expect(await mails()).toEqual(['privacy.erasure-requested', 'privacy.erasure-canceled'])
	const requests = await deps.db.selectFrom('privacy_requests').select(['outcome', 'asked_at', 'due_at']).execute()
	expect(requests.map(({ outcome, asked_at, due_at }) => [outcome, due_at.getTime() - asked_at.getTime()])).toEqual([
		['canceled', 30 * DAY_MS],
	])
})

test('the last operator can’t delete their account until there is another operator', async () => {
	const { ask, deps, learner, state } = await openApi()
	const ctx = systemContext(deps, 'test')
	await grantConsoleRole(ctx, { email: learner.email, role: 'operator' })
	const refused = await ask('POST', '/erasure', { body: {} })
	expect(refused.status).toBe(409)
	expect(await refused.json()).toMatchObject({
		error: { code: 'last_operator', message: expect.stringContaining('Make someone else an operator') },
	})
	expect((await state()).erasure).toBeNull()

	// A colleague whose account is being deleted can't take over.
	const { email, headers } = await makeLearner(deps)
	await grantConsoleRole(ctx, { email, role: 'operator' })
	expect((await ask('POST', '/erasure', { body: {}, headers })).status).toBe(202)
	expect((await ask('POST', '/erasure', { body: {} })).status).toBe(409)
	await grantConsoleRole(ctx, { email: (await makeLearner(deps)).email, role: 'operator' })
	expect((await ask('POST', '/erasure', { body: {} })).status).toBe(202)
})

test('on the due date the last mail is sent, then the account is deleted, and its token and address no longer work', async () => {
	const sent: string[] = []
	const email: EmailSender = { send: async ({ subject }) => ({ kind: 'accepted', providerId: `test-${sent.push(subject)}` }) }
	const { app, ask, deps, clock, learner } = await openApi({ email })
	await ask('POST', '/erasure', { body: {} })
	const run = () => runTimedJob(deps, 'erase-accounts')
	const accounts = async () => (await deps.db.selectFrom('auth.users').select('id').execute()).length
	clock.advance(DELETION_GRACE_DAYS * DAY_MS - 1)
	const headers = await signInAgain(deps, learner.userId)
	await run()
	expect([await accounts(), sent.length]).toEqual([1, 1])

	clock.advance(1)
	await run()
	expect([await accounts(), sent]).toEqual([1, [expect.stringContaining('will be deleted'), expect.stringContaining('is being deleted')]])
	await run()
	expect(await accounts()).toBe(0)
	expect(await deps.db.selectFrom('outbox_messages').select('id').execute()).toEqual([])
	expect(await deps.db.selectFrom('privacy_requests').select(['user_id', 'outcome']).execute()).toEqual([
		{ user_id: null, outcome: 'erased' },
	])
	expect(await codeOf(await ask('GET', '', { headers }))).toEqual([403, 'user_not_found'])
	await run()
	expect(sent).toHaveLength(2)

	// The address now gets the same responses as an address that never had an account.
	const signIn = async (email: string) => {
		const response = await app.request('/auth/v1/token?grant_type=password', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ email, password: 'wrong-password' }),
		})
		return [response.status, await response.json()]
	}
	expect(await signIn(learner.email)).toEqual(await signIn('never@example.test'))
})

test('pending money delays a deletion, but not beyond the legal date', async () => {
	const { deps, ask, clock } = await openApi()
	const ana = await makeWholePerson(deps, 'Anastasia Quicksilver', '+12025550143')
	await deps.db.updateTable('orders').set({ status: 'refund_pending' }).execute()
	await ask('POST', '/erasure', { body: {}, headers: ana.headers })
	const run = async () => {
		await runTimedJob(deps, 'erase-accounts')
		return deps.db.selectFrom('auth.users').select('id').where('id', '=', ana.userId).executeTakeFirst()
	}
	clock.advance(20 * DAY_MS)
	expect([await run(), await run()]).toEqual([{ id: ana.userId }, { id: ana.userId }])
	clock.advance(10 * DAY_MS)
	await run()
	expect(await run()).toBeUndefined()
})

test.each([
	{ status: 'processing', state: 'complete', hoursLeft: 1, waits: true },
	{ status: 'pending', state: 'open', hoursLeft: 1, waits: true },
	{ status: 'pending', state: 'open', hoursLeft: -1, waits: false },
	{ status: 'pending', state: 'expired', hoursLeft: 1, waits: false },
	{ status: 'paid', state: 'complete', hoursLeft: 1, waits: false },
] as const)(
	'a $status order with a checkout $state, $hoursLeft h left, delays a deletion: $waits',
	async ({ status, state, hoursLeft, waits }) => {
		const { deps, ask, clock } = await openApi()
		const ana = await makeLearner(deps)
		await openCheckout(deps, { email: ana.email })
		await ask('POST', '/erasure', { body: {}, headers: ana.headers })
		clock.advance(20 * DAY_MS)
		await deps.db.updateTable('orders').set({ status, user_id: ana.userId }).execute()
		const expires_at = new Date(clock.now().getTime() + hoursLeft * 3_600_000)
		await deps.db.updateTable('checkout_sessions').set({ state, expires_at }).execute()
		expect(await eraseDueAccounts(systemContext(deps, 'test'))).toMatchObject({ erased: 0, waiting: 1 })
		await runDueJobs(deps)
		expect(await eraseDueAccounts(systemContext(deps, 'test'))).toEqual(waits ? { erased: 0, waiting: 1 } : { erased: 1, waiting: 0 })
	},
)
