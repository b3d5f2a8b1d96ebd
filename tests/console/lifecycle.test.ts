import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { runDueJobs, runTimedJob } from '#tests/setup/run-due-jobs.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const HOUR_MS = 3_600_000

const add = ({ deps }: Wire, name: string, covers = true) =>
	sql`insert into newsletter_subscriptions (email, source, status, covers_newsletters, requested_at, confirmed_at)
		values (${`${name}@example.test`}, 'blog', 'confirmed', ${covers}, ${deps.now()}, ${deps.now()})`.execute(deps.db)

const order = ({ deps }: Wire, name: string, paid = false) =>
	sql`insert into orders (email, product_code, product_name, subtotal_cents, total_cents, status, provider, created_at, updated_at, currency,
			livemode, client_address, refund_policy_version, paid_at)
		values (${`${name}@example.test`}, 'lifetime', 'Course', 4700, 4700, ${paid ? 'paid' : 'pending'}, 'sandbox', ${deps.now()}, ${deps.now()}, 'usd',
			false, 'x', '1', ${paid ? deps.now() : null})`.execute(deps.db)

const written = async ({ deps }: Wire) =>
	(
		await deps.db
			.selectFrom('outbox_messages')
			.select(['to_address', 'status'])
			.where('template', '=', 'newsletter.letter')
			.orderBy('to_address')
			.execute()
	).map(({ to_address: to, status }) => `${to} ${status}`)

test('an unpaid checkout is followed up once, a day later, during the day, with consent, if switched on', async () => {
	const wire = await startWire()
	wire.clock.advance(((17 - wire.clock.now().getUTCHours() + 24) % 24) * HOUR_MS)
	for (const name of ['unpaid', 'bought', 'left', 'old']) await add(wire, name, name !== 'old')
	for (const name of ['unpaid', 'bought', 'left', 'old', 'stranger']) await order(wire, name)
	await order(wire, 'bought', true)
	wire.clock.advance(25 * HOUR_MS)
	await runTimedJob(wire.deps, 'send-newsletter')
	expect(await written(wire)).toEqual([])
	const operator = await openConsoleAs(wire, 'operator')
	expect((await operator.get('/admin/lifecycle')).text).toContain('Your checkout is still open')
	expect((await operator.post('/admin/lifecycle/nothing', { on: 'yes' })).status).toBe(404)
	expect((await operator.post('/admin/lifecycle/unpaid-checkout', { on: 'yes' })).to).toContain('lifecycle-on')
	await sql`update newsletter_subscriptions set status = 'unsubscribed' where email = 'left@example.test'`.execute(wire.deps.db)
	for (let minute = 0; minute < 2; minute += 1) await runTimedJob(wire.deps, 'send-newsletter')
	expect(await written(wire)).toEqual(['unpaid@example.test sent'])
	await sql`update newsletter_subscriptions set last_issue_at = null`.execute(wire.deps.db)
	await runTimedJob(wire.deps, 'send-newsletter')
	expect(await written(wire)).toHaveLength(1)
	const done = await wire.deps.db.selectFrom('operator_actions').select(['action', 'object_id']).execute()
	expect(done).toEqual([{ action: 'lifecycle_on', object_id: 'unpaid-checkout' }])
})

test('an automation is previewed as sent, and its test goes to the operator alone', async () => {
	const wire = await startWire()
	await add(wire, 'reader')
	const operator = await openConsoleAs(wire, 'operator')
	const preview = await operator.get('/admin/lifecycle/stalled/preview')
	expect(preview.headers.get('content-security-policy')).toContain('sandbox')
	expect(preview.text).toMatch(/The course you bought is still yours.*<a href="http[^"]+\/dashboard"/s)
	expect((await operator.get('/admin/lifecycle/nothing/preview')).status).toBe(404)
	expect((await operator.post('/admin/lifecycle/nothing/test')).status).toBe(404)
	expect((await operator.post('/admin/lifecycle/stalled/test')).to).toContain('issue-tested')
	expect((await operator.post('/admin/lifecycle/stalled/test', { to: 'a colleague' })).status).toBe(422)
	await operator.post('/admin/lifecycle/stalled/test', { to: ' Colleague@Academy.test ' })
	await runDueJobs(wire.deps)
	const mails = await wire.deps.db.selectFrom('outbox_messages').select(['to_address', 'subject', 'status']).execute()
	const sent = [operator.email, 'colleague@academy.test'].map((to) => ({
		to_address: to,
		subject: 'Test: Your course is still here',
		status: 'sent',
	}))
	expect(mails).toHaveLength(2)
	expect(mails).toEqual(expect.arrayContaining(sent))
	const done = await wire.deps.db.selectFrom('operator_actions').select(['action', 'object_id']).execute()
	const tested = { action: 'lifecycle_tested', object_id: 'stalled' }
	expect(done).toEqual([tested, tested])
	const support = await openConsoleAs(wire, 'support')
	expect((await support.get('/admin/lifecycle/stalled/preview')).status).toBe(403)
	expect((await support.post('/admin/lifecycle/stalled/test')).status).toBe(403)
})
