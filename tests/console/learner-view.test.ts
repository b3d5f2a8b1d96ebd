import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { revokeConsoleRole } from '#server/console/shell/session.ts'
import { inTransaction } from '#server/db/database.ts'
import { readOnlyTransaction } from '#server/db/only-reading.ts'
import { systemContext } from '#server/services/context.ts'
import { deleteExpiredViews, findView, openView } from '#server/services/identity/sessions/learner-view.ts'
import { changeAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { findCaller } from '#server/services/platform/rest/find-caller.ts'
import { signedIn, startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { openViewOf } from './open-view.ts'

const MINUTE_MS = 60_000

/** Starts a server with its site, a learner, and an operator signed in to the console. */
async function startAcademy() {
	const wire = await startWire()
	const { app } = wire
	const learner = await signedIn(wire)
	const operator = await openConsoleAs({ ...wire, app }, 'operator')
	return { wire, app, learner, operator, place: `/admin/learners/${learner.user.id}` }
}

test('an operator opens a view with a reason; the learner sees that it happened, without the operator’s identity', async () => {
	const { wire, learner, operator, place } = await startAcademy()
	expect((await operator.get(place)).text).toContain('View as learner')
	expect((await operator.post(`${place}/see`, { reason: ' ' })).status).toBe(400)
	expect((await operator.get(`${place}/view`)).status).toBe(403)
	const opened = await operator.post(`${place}/see`, { reason: 'They say module 2 does not open' })
	expect([opened.status, opened.to]).toEqual([303, `${place}/view`])

	const { db } = wire.deps
	const log = await db
		.selectFrom('auth.audit_log_entries')
		.select(['user_id', 'ip_address', 'user_agent', 'payload'])
		.where('action', '=', 'seen_by_operator')
		.execute()
	expect(log).toMatchObject([{ user_id: learner.user.id, ip_address: '', user_agent: '', payload: { by: "the academy's operator" } }])
	expect(JSON.stringify(log)).not.toContain(operator.userId)
	const actions = await db.selectFrom('operator_actions').select(['action', 'object_id', 'reason']).execute()
	expect(actions).toEqual([{ action: 'seen_as_learner', object_id: learner.user.id, reason: 'They say module 2 does not open' }])
	const own = { authorization: `Bearer ${learner.session.access_token}` }
	expect(await (await wire.request('/api/sessions', { headers: own })).json()).toHaveLength(1)

	wire.clock.advance(11 * 60_000)
	expect((await operator.post(`${place}/see`, { reason: 'Again' })).status).toBe(422)
	// All faulty fields are reported at once.
	for (const [code, fault] of Object.entries({ '': 'Enter a code from your authenticator app.', '1': 'That code is wrong.' })) {
		const both = await operator.post(`${place}/see`, { reason: ' ', code })
		expect([both.status, both.text.includes(`Enter a reason. It’s kept in the activity log. ${fault}`)]).toEqual([422, true])
	}
})

test('a view that cannot be logged does not open', async () => {
	const { wire, operator, place } = await startAcademy()
	const { db } = wire.deps
	await sql`alter table operator_actions add constraint full_disk check (action <> 'seen_as_learner')`.execute(db)
	expect((await operator.post(`${place}/see`, { reason: 'A question by mail' })).status).toBe(500)
	expect(await wire.countRows('auth.learner_views')).toBe(0)
})

test('the view frames the site’s own document, with one script first and an opaque origin', async () => {
	const { operator, place } = await startAcademy()
	await operator.post(`${place}/see`, { reason: 'A question by mail' })
	const shown = await operator.get(`${place}/view?at=${encodeURIComponent('/dashboard?tab=1')}&width=390`)
	expect(shown.headers.get('content-security-policy')).toContain("frame-src 'self'")
	expect(shown.text).toContain(`src="${place}/view/page?at=%2Fdashboard%3Ftab%3D1"`)
	expect(shown.text).toContain('width="390"')
	expect(shown.text).not.toContain('access_token')
	expect((await operator.get(`${place}/view.data`)).text).not.toContain('access_token')
	expect((await operator.get(`${place}/view?at=/nothing`)).status).toBe(404)

	const page = await operator.get(`${place}/view/page?at=/dashboard`)
	const [, code = ''] = /<script data-view="[^"]*">([\s\S]*?)<\/script>/.exec(page.text) ?? []
	expect(page.text.indexOf('<script')).toBe(page.text.indexOf('<script data-view'))
	expect(page.text).toContain('<title>Dashboard')
	const hash = createHash('sha256').update(code).digest('base64')
	const policy = page.headers.get('content-security-policy')
	expect(policy).toMatch(/form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts allow-forms$/)
	expect(policy).toContain(`script-src 'strict-dynamic' 'sha256-${hash}'`)
	expect([page.headers.get('cache-control'), page.headers.get('x-frame-options')]).toEqual(['no-store', 'SAMEORIGIN'])
})

test('a learner’s name can’t break out of the script, and only site pages can be viewed', async () => {
	const { wire, learner, operator, place } = await startAcademy()
	const name = '</script><script>alert(1)</script><!--"'
	await changeAccount(systemContext(wire.deps, 'test'), learner.user.id, { user_metadata: { name } })
	await operator.post(`${place}/see`, { reason: 'A question by mail' })
	const { text } = await operator.get(`${place}/view/page?at=/dashboard`)
	expect(text).not.toContain('<script>alert')
	expect(text).toContain('&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
	for (const at of ['/free.pdf', '/nothing', '/admin', '/readyz'])
		expect([at, (await operator.get(`${place}/view/page?at=${encodeURIComponent(at)}`)).status]).toEqual([at, 404])
	const elsewhere = [
		'https://elsewhere.test/dashboard',
		'//elsewhere.test/dashboard',
		'/.//elsewhere.test/dashboard',
		'javascript:alert(1)',
	]
	for (const at of elsewhere)
		expect((await operator.get(`${place}/view?at=${encodeURIComponent(at)}`)).text).toContain('view/page?at=%2Fdashboard"')
})

test('support can’t open any view, and a view of one learner can’t open another’s', async () => {
	const { wire, app, operator, place } = await startAcademy()
	const other = await signedIn(wire)
	const support = await openConsoleAs({ ...wire, app }, 'support')
	await operator.post(`${place}/see`, { reason: 'A question by mail' })
	for (const path of ['/view', '/view/page']) expect((await support.get(`${place}${path}`)).status).toBe(403)
	for (const path of ['/see', '/view/end']) expect((await support.post(`${place}${path}`, { reason: 'curious' })).status).toBe(403)
	expect((await operator.get(`/admin/learners/${other.user.id}/view`)).status).toBe(403)
	// Each operator has a separate view.
	const second = await openConsoleAs({ ...wire, app }, 'operator', 'second@academy.test')
	expect((await second.get(`${place}/view/page?at=/dashboard`)).status).toBe(403)
})

test('a view ends no later than the console session', async () => {
	const { wire, operator, place, learner } = await startAcademy()
	const ctx = systemContext(wire.deps, 'test')
	const key = await wire.deps.db.selectFrom('auth.sessions').select('id').where('user_id', '=', operator.userId).executeTakeFirstOrThrow()
	const view = { sessionId: key.id, userId: learner.user.id }
	const end = new Date(wire.clock.now().getTime() + 5 * MINUTE_MS)
	await openView(ctx, view, end)
	expect(await findView(ctx, view)).toMatchObject({ endsAt: end })
	await operator.post(`${place}/see`, { reason: 'A question by mail' })
	expect((await findView(ctx, view))?.endsAt).toEqual(new Date(wire.clock.now().getTime() + 15 * MINUTE_MS))
})

type Academy = Awaited<ReturnType<typeof startAcademy>>
const ends: Record<string, (academy: Academy) => unknown> = {
	'time is over': ({ wire }) => wire.clock.advance(15 * MINUTE_MS),
	'it is ended': ({ operator, place }) => operator.post(`${place}/view/end`),
	'the operator signs out': ({ operator }) => operator.post('/admin/sign-out'),
	'the operator is no operator any more': ({ wire, operator }) => revokeConsoleRole(systemContext(wire.deps, 'test'), operator.email),
	'the operator becomes support': ({ wire, operator }) =>
		changeAccount(systemContext(wire.deps, 'test'), operator.userId, { app_metadata: { role: 'support' } }),
	'the operator is banned': ({ wire, operator }) =>
		changeAccount(systemContext(wire.deps, 'test'), operator.userId, { ban_duration: '24h' }),
	'the learner is banned': ({ wire, learner }) => changeAccount(systemContext(wire.deps, 'test'), learner.user.id, { ban_duration: '24h' }),
	'the learner is deleted': ({ wire, learner }) => wire.deps.db.deleteFrom('auth.users').where('id', '=', learner.user.id).execute(),
}

async function statusesOf(wire: Wire, headers: Record<string, string>) {
	const ask = async (path: string) => (await wire.request(path, { headers })).status
	return [await ask('/api/orders'), await ask('/auth/v1/user'), await ask('/rest/v1/user_sms_settings')]
}

test.each(Object.entries(ends))('a view and its token end as soon as %s', async (when, end) => {
	const academy = await startAcademy()
	const { wire, operator, learner, place } = academy
	const other = await signedIn(wire)
	const second = await openViewOf(wire, operator, other.user.id)
	const { headers } = await openViewOf(wire, operator, learner.user.id)
	wire.clock.advance(15 * MINUTE_MS - 2000)
	expect(await statusesOf(wire, headers)).toEqual([200, 200, 200])
	expect((await operator.get(`${place}/view/page?at=/dashboard`)).status).toBe(200)
	await end(academy)
	expect(await statusesOf(wire, headers)).toEqual([403, 403, 401])
	expect([303, 403, 404]).toContain((await operator.get(`${place}/view/page?at=/dashboard`)).status)
	// Two views of one learner are independent: ending one keeps the other.
	const isOfLearner = when.startsWith('the learner') || when === 'it is ended'
	expect((await statusesOf(wire, second.headers))[0]).toBe(isOfLearner ? 200 : 403)
})

test('PostgreSQL itself refuses writes of a view', async () => {
	const { wire, learner, operator } = await startAcademy()
	const { deps } = wire
	const { token } = await openViewOf(wire, operator, learner.user.id)
	const write = (db: typeof deps.db) => db.updateTable('auth.users').set({ phone: '1' }).where('id', '=', learner.user.id).execute()
	await expect(readOnlyTransaction(deps.db, write)).rejects.toMatchObject({ code: '25006' })
	const nested = readOnlyTransaction(deps.db, (db) => inTransaction(db, (tx) => tx.deleteFrom('auth.users').execute()))
	await expect(nested).rejects.toMatchObject({ code: '25006' })
	const caller = await findCaller(systemContext(deps, 'test'), token)
	const statement = {
		text: "insert into user_sms_settings (user_id, phone_number) values (auth.uid(), '+12025550123')",
		values: [],
		isReadOnly: false,
	}
	await expect(deps.callerDb.run(caller, statement)).rejects.toMatchObject({ code: '25006' })
	// A request that timed out keeps running, while its connection may be reused by another request.
	const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
	let late: Promise<unknown> = Promise.resolve()
	await readOnlyTransaction(deps.db, async (db) => {
		late = answered.then(() => write(db))
	})
	answer()
	await expect(late).rejects.toThrow('ended')
	// Afterwards, the pool's connections can write again.
	for (let count = 0; count < 10; count += 1) await write(deps.db)
})

test('a banned account can’t be viewed', async () => {
	const { wire, learner, operator, place } = await startAcademy()
	await changeAccount(systemContext(wire.deps, 'test'), learner.user.id, { ban_duration: '24h' })
	expect((await operator.post(`${place}/see`, { reason: 'A question by mail' })).status).toBe(409)
	expect(await wire.countRows('auth.learner_views')).toBe(0)
})

test('expired views are deleted', async () => {
	const { wire, learner, operator } = await startAcademy()
	await openViewOf(wire, operator, learner.user.id)
	const ctx = systemContext(wire.deps, 'test')
	wire.clock.advance(15 * MINUTE_MS - 1)
	expect(await deleteExpiredViews(ctx)).toBe(0)
	wire.clock.advance(1)
	expect(await deleteExpiredViews(ctx)).toBe(1)
})
