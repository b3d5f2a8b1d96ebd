import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { suppressAddress } from '#server/services/messaging/outbox/mail-suppressions.ts'
import { notifyEarlyAccess } from '#server/services/people/leads/notify-early-access.ts'
import { runTimedJob } from '#tests/setup/run-due-jobs.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const HOUR_MS = 3_600_000

async function open() {
	const wire = await startWire()
	const { clock, deps } = wire
	clock.advance(((17 - clock.now().getUTCHours() + 24) % 24) * HOUR_MS)
	const requestAccess = async (name: string, moduleId = 2) =>
		(
			await wire.request('/api/leads/early-access', {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ email: `${name}@example.test`, moduleId }),
			})
		).status
	const written = async (template = 'leads.module-open') =>
		(
			await deps.db
				.selectFrom('outbox_messages')
				.select(['to_address', 'subject', 'status'])
				.where('template', '=', template)
				.orderBy('id')
				.execute()
		).map(({ to_address: to, subject, status }) => `${to.split('@')[0]} ${subject.slice(0, 8)} ${status}`)
	const newsletter = (name: string, at: Date) =>
		deps.db
			.insertInto('newsletter_subscriptions')
			.values({ email: `${name}@example.test`, source: 'blog', status: 'unsubscribed', requested_at: at, unsubscribed_at: at })
			.execute()
	return { ...wire, requestAccess, written, newsletter, minute: () => runTimedJob(deps, 'send-newsletter') }
}

const told = (wire: Wire) => wire.deps.db.selectFrom('early_access_requests').select('email').where('notified_at', 'is not', null).execute()

test('people waiting for a module are mailed once, after an operator confirms the count', async () => {
	const wire = await open()
	for (const name of ['ana', 'bo']) expect(await wire.requestAccess(name)).toBe(201)
	await wire.requestAccess('cy', 3)
	const support = await openConsoleAs(wire, 'support')
	const seen = (await support.get('/admin/early-access')).text
	expect([seen.includes('ana@example.test'), seen.includes('action="/admin/early-access/')]).toEqual([true, false])
	expect((await support.post('/admin/early-access/2', { count: '2' })).status).toBe(403)
	const operator = await openConsoleAs(wire, 'operator')
	expect((await operator.get('/admin/early-access')).text).toContain('Email 2 people')
	for (const [module, count, status] of [
		[2, '1', 409],
		[2, '', 409],
		[4, '0', 409],
		[99, '0', 422],
		['x', '1', 422],
	])
		expect((await operator.post(`/admin/early-access/${module}`, { count: String(count) })).status).toBe(status)
	await wire.minute()
	expect(await wire.written()).toEqual([])
	const presses = await Promise.all([1, 2].map(() => operator.post('/admin/early-access/2', { count: '2' })))
	expect(new Set(presses.map(({ status }) => status))).toEqual(new Set([303, 409]))
	expect((await operator.get('/admin/early-access')).text).toContain('>queued<')
	for (let again = 0; again < 2; again += 1) await wire.minute()
	expect((await wire.written()).toSorted()).toEqual(['ana Module 2 sent', 'bo Module 2 sent'])
	expect((await operator.post('/admin/early-access/2', { count: '2' })).status).toBe(409)
	const actions = await wire.deps.db.selectFrom('operator_actions').select(['action', 'object_id', 'after']).execute()
	expect(actions).toEqual([{ action: 'early_access_told', object_id: 'module-2', after: { count: 2 } }])
})

test('a request after the mail is a new one, a repeated request before it isn’t', async () => {
	const wire = await open()
	await wire.requestAccess('ana')
	const operator = await openConsoleAs(wire, 'operator')
	await operator.post('/admin/early-access/2', { count: '1' })
	await wire.requestAccess('ana')
	await wire.minute()
	expect([await wire.written(), (await told(wire)).length]).toEqual([['ana Module 2 sent'], 1])
	wire.clock.advance(60_000)
	await wire.requestAccess('ana')
	expect([await wire.written('leads.early-access'), (await told(wire)).length]).toEqual([['ana Early ac sent', 'ana Early ac queued'], 0])
	await operator.post('/admin/early-access/2', { count: '1' })
	await wire.minute()
	expect(await wire.written()).toHaveLength(2)
})

test('someone who unsubscribed, complained or was erased after the request gets no mail', async () => {
	const wire = await open()
	const { db, now } = wire.deps
	const ctx = systemContext(wire.deps, 'test')
	await wire.newsletter('before', now())
	wire.clock.advance(60_000)
	for (const name of ['before', 'left', 'leaves', 'complained', 'gone']) await wire.requestAccess(name)
	await wire.newsletter('left', now())
	const operator = await openConsoleAs(wire, 'operator')
	expect((await operator.post('/admin/early-access/2', { count: '4' })).status).toBe(303)
	expect([await notifyEarlyAccess(ctx, 3), await notifyEarlyAccess(ctx, 3)]).toEqual([3, 1])
	await wire.newsletter('leaves', now())
	await db
		.transaction()
		.execute((tx) => suppressAddress(ctx, tx, { address: 'complained@example.test', reason: 'complaint', messageId: randomUUID() }))
	await db.deleteFrom('early_access_requests').where('email', '=', 'gone@example.test').execute()
	await wire.minute()
	expect((await wire.written()).toSorted()).toEqual([
		'before Module 2 sent',
		'complained Module 2 suppressed',
		'gone Module 2 suppressed',
		'leaves Module 2 suppressed',
	])
})

test('the waiting count reads an index and leaves out people who unsubscribed after the request', async () => {
	const wire = await open()
	const { db, now } = wire.deps
	const operator = await openConsoleAs(wire, 'operator')
	const waiting = async () => />Email (\d+) (?:people|person)</.exec((await operator.get('/admin/early-access')).text)?.[1] ?? '0'
	for (const name of ['ana', 'bo', 'cy']) await wire.requestAccess(name)
	expect(await waiting()).toBe('3')
	await wire.newsletter('ana', now())
	expect(await waiting()).toBe('2')
	const again = { status: 'confirmed' as const, unsubscribed_at: null }
	await db.updateTable('newsletter_subscriptions').set(again).where('email', '=', 'ana@example.test').execute()
	expect(await waiting()).toBe('3')
	await db.updateTable('newsletter_subscriptions').set({ status: 'suppressed' }).where('email', '=', 'ana@example.test').execute()
	expect(await waiting()).toBe('2')
	await db.deleteFrom('newsletter_subscriptions').execute()
	expect(await waiting()).toBe('3')
	await db.updateTable('early_access_requests').set({ email: 'dan@example.test' }).where('email', '=', 'bo@example.test').execute()
	await wire.newsletter('bo', now())
	expect(await waiting()).toBe('3')

	await sql`vacuum analyze early_access_requests`.execute(db)
	const plan = await db.connection().execute(async (one) => {
		// With only three rows, PostgreSQL would prefer a sequential scan.
		await sql`set enable_seqscan = off`.execute(one)
		return sql`explain select module_id, count(*) filter (where due_at is null), count(due_at)
			from early_access_requests where notified_at is null and is_wanted group by module_id`.execute(one)
	})
	expect(JSON.stringify(plan.rows)).toContain('Index Only Scan using early_access_requests_waiting')
})
