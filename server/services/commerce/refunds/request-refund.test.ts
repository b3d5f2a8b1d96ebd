import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { sendRefund } from '#server/services/commerce/settlement/send-refund.ts'
import { type Deps, systemContext } from '#server/services/context.ts'
import { recordTextRead } from '#server/services/learning/course/read-open-lesson.ts'
import { mergeLearnerProgress } from '#server/services/learning/progress/merge-learner-progress.ts'
import { deliverWebhooks } from '#tests/factories/checkout.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { askForRefund, buyAsLearner, learnerContext, listRefundMails, readStand } from '#tests/factories/refund.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { readRefundFacts } from './read-refund-facts.ts'
import { readRefund } from './read-refund.ts'

const { taughtModules } = loadedContent

const DAY_MS = 86_400_000

test('a buyer who used little gets a refund: access is suspended, and ends when the money is sent', async () => {
	const { deps } = await makeTestDeps()
	const { learner, orderId } = await buyAsLearner(deps, { couponCode: 'LAUNCH1' })
	const before = await readRefund(learnerContext(deps, learner), orderId)
	expect(before).toMatchObject({ amountCents: 3760, meter: { opened: 0, limitPercent: 20 }, promise: { granted: true }, request: null })
	expect(before.meter.total).toBeGreaterThan(20)

	const view = await askForRefund(deps, learner, orderId, { kind: 'promise', message: 'Not for me' })
	expect(view.request).toMatchObject({ state: 'granted', amountCents: 3760, reasons: [] })
	expect(await readStand(deps, orderId)).toBe('refund_pending, suspended, granted')

	await runDueJobs(deps)
	expect(await readStand(deps, orderId)).toBe('refunded, revoked, settled')
	expect(await listRefundMails(deps)).toEqual(['requested', 'granted', 'settled'])
	const { request } = await readRefund(learnerContext(deps, learner), orderId)
	expect(Date.parse(request?.expectedBy ?? '') - deps.now().getTime()).toBeGreaterThan(10 * DAY_MS)
})

test('twenty parallel requests make one decision, one refund and one mail of each kind', async () => {
	const { deps } = await makeTestDeps()
	const { learner, orderId } = await buyAsLearner(deps)
	const views = await Promise.all(Array.from({ length: 20 }, () => askForRefund(deps, learner, orderId)))
	expect(new Set(views.map(({ request }) => request?.requestedAt)).size).toBe(1)
	expect(views.every(({ request }) => request?.state === 'granted')).toBe(true)
	await runDueJobs(deps)
	await deliverWebhooks(deps, () => Promise.resolve(new Response()))
	const { rows } = await sql<{ requests: number; refunds: number; provider: number }>`
		select (select count(*) from refund_requests) as requests, (select count(*) from refunds) as refunds,
			(select count(*) from sandbox_stripe.objects where kind = 'refund') as provider`.execute(deps.db)
	expect(rows[0]).toEqual({ requests: 1, refunds: 1, provider: 1 })
	expect(await listRefundMails(deps)).toEqual(['requested', 'granted', 'settled'])
})

test('a job that runs twice, even after a lost answer, sends the money once', async () => {
	const { deps } = await makeTestDeps()
	const { learner, orderId } = await buyAsLearner(deps)
	await askForRefund(deps, learner, orderId)
	let isLost = true
	const { payments } = deps
	const losing = {
		...deps,
		payments: {
			...payments,
			createRefund: async (order: Parameters<typeof payments.createRefund>[0]) => {
				const answer = await payments.createRefund(order)
				if (isLost) throw new Error('the connection broke')
				return answer
			},
		},
	}
	const { id: requestId } = await deps.db.selectFrom('refund_requests').select('id').executeTakeFirstOrThrow()
	await expect(sendRefund(systemContext(losing, 'test'), { requestId })).rejects.toThrow('the connection broke')
	isLost = false
	await Promise.all([1, 2, 3].map(() => sendRefund(systemContext(losing, 'test'), { requestId })))
	expect(await deps.db.selectFrom('refunds').select('amount_cents').execute()).toEqual([{ amount_cents: 4700 }])
	expect(await readStand(deps, orderId)).toBe('refunded, revoked, settled')
	expect(await listRefundMails(deps)).toEqual(['requested', 'granted', 'settled'])
})

test('a refused buyer sees every reason, keeps the course, and isn’t mailed again for asking again', async () => {
	const { deps, clock } = await makeTestDeps()
	const { learner, orderId } = await buyAsLearner(deps)
	await deps.db
		.insertInto('downloads')
		.values({
			order_id: orderId,
			user_id: learner.userId,
			document: 'email-templates',
			format: 'docx',
			first_at: clock.now(),
			last_at: clock.now(),
		})
		.execute()
	clock.advance(32 * DAY_MS)
	for (let times = 0; times < 2; times += 1) {
		const { request } = await askForRefund(deps, learner, orderId)
		expect(request).toMatchObject({ state: 'refused', reasons: ['deadline_passed', 'template_downloaded'], expectedBy: null })
	}
	await runDueJobs(deps)
	expect(await readStand(deps, orderId)).toBe('paid, active, refused')
	expect(await listRefundMails(deps)).toEqual(['requested', 'refused'])
	const mail = await deps.db.selectFrom('outbox_messages').select('body').where('template', '=', 'refund.refused').executeTakeFirstOrThrow()
	expect(mail.body).toContain('A paid template was downloaded')
	expect(mail.body).toContain('The 30 days')
})

test('reading counts by what the server delivered, and exactly 20 % is too much', async () => {
	const { deps, clock } = await makeTestDeps()
	const { learner, orderId } = await buyAsLearner(deps)
	clock.advance(1)
	const sections = taughtModules.flatMap(({ id, sections: all }) => all.map((section) => ({ module: id, ...section })))
	const limit = Math.ceil(sections.length / 5)
	const open = ({ module, id, lessonId }: (typeof sections)[number]) =>
		deps.db
			.insertInto('content_reads')
			.values({
				user_id: learner.userId,
				module_id: module,
				kind: 'lesson',
				content_id: lessonId ?? id,
				first_read_at: clock.now(),
				last_read_at: clock.now(),
			})
			.onConflict((conflict) => conflict.doNothing())
			.execute()
	for (const section of sections.slice(0, limit - 1)) await open(section)
	expect(await readRefund(learnerContext(deps, learner), orderId)).toMatchObject({
		meter: { opened: limit - 1 },
		promise: { granted: true },
	})
	await open(sections[limit - 1]!)
	const { request } = await askForRefund(deps, learner, orderId)
	expect(request?.reasons).toEqual(['content_accessed'])
})

test('a withdrawal is confirmed with its text and time, and decided by the waiver', async () => {
	const { deps } = await makeTestDeps()
	const { learner, orderId } = await buyAsLearner(deps)
	const view = await askForRefund(deps, learner, orderId, { kind: 'withdrawal', name: 'Ana Test', message: 'I changed my mind' })
	expect(view.request).toMatchObject({ kind: 'withdrawal', state: 'granted' })
	const mail = await deps.db
		.selectFrom('outbox_messages')
		.select('body')
		.where('template', '=', 'refund.requested')
		.executeTakeFirstOrThrow()
	for (const part of ['I withdraw from the contract', 'Ana Test', 'I changed my mind', deps.now().toISOString().slice(0, 10), 'UTC'])
		expect(mail.body).toContain(part)
})

test('another’s order can’t be refunded, and a guest is asked to sign in', async () => {
	const { deps } = await makeTestDeps()
	const { orderId, sessionId } = await buyAsLearner(deps)
	const stranger = await makeLearner(deps)
	for (const id of [orderId, sessionId, 'nonsense'])
		await expect(askForRefund(deps, stranger, id)).rejects.toMatchObject({ code: 'order_not_found' })
	const anonymous = { ...learnerContext(deps, stranger), actor: { type: 'anonymous' } as const }
	await expect(readRefund(anonymous, sessionId)).rejects.toMatchObject({ code: 'no_authorization' })
	expect(await deps.db.selectFrom('refund_requests').select('id').execute()).toEqual([])
})

const SECTIONS = taughtModules.flatMap(({ id, sections }) => sections.map((section) => `${id}/${section.id}`))

/** Reports that a browser opened these sections at that time. */
const report = (deps: Deps, learner: { userId: string }, { keys, at }: { keys: readonly string[]; at: number }) =>
	mergeLearnerProgress(learnerContext(deps, learner), [
		...keys.map((key) => ({ kind: 'section' as const, key, done: true, changedAt: at })),
		...[1, 2, 3, 4, 5].map((id) => ({ kind: 'module' as const, key: String(id), done: true, changedAt: at })),
	])

const meterOf = async (deps: Deps, learner: { userId: string }, orderId: string) =>
	(await readRefund(learnerContext(deps, learner), orderId)).meter.opened

test('sections read before the payment never count', async () => {
	const { deps, clock } = await makeTestDeps()
	const learner = await makeLearner(deps)
	await report(deps, learner, { keys: SECTIONS.slice(0, 10), at: clock.now().getTime() })
	clock.advance(DAY_MS)
	const signedOutAt = clock.now().getTime()
	clock.advance(DAY_MS)
	const { orderId } = await buyAsLearner(deps, { learner })
	expect(await meterOf(deps, learner, orderId)).toBe(0)
	// Read while signed out, before the payment, and reported after it.
	clock.advance(DAY_MS)
	await report(deps, learner, { keys: SECTIONS.slice(10, 20), at: signedOutAt })
	// Opening them again changes nothing, because only the first time counts.
	clock.advance(DAY_MS)
	await report(deps, learner, { keys: SECTIONS.slice(0, 20), at: clock.now().getTime() })
	expect(await meterOf(deps, learner, orderId)).toBe(0)
	expect((await askForRefund(deps, learner, orderId)).request).toMatchObject({ state: 'granted', reasons: [] })
})

test('sections read after the payment count, even if backdated, and so does paid-only content', async () => {
	const { deps, clock } = await makeTestDeps()
	const { learner, orderId } = await buyAsLearner(deps)
	const before = clock.now().getTime() - DAY_MS
	clock.advance(DAY_MS)
	const own = learnerContext(deps, learner)
	await recordTextRead(own, { moduleId: 1, lessonId: 'skills-inventory-assessment' })
	clock.advance(1000)
	await report(deps, learner, { keys: SECTIONS, at: before })
	expect(await meterOf(deps, learner, orderId)).toBe(1)
	const enrolled = { ...own, accessPolicy: 'enrolled' as const }
	const paidOnly = SECTIONS.filter((key) => !key.startsWith('1/')).length
	expect((await readRefund(enrolled, orderId)).meter.opened).toBe(1 + paidOnly)
})

test('reading by an account that hasn’t verified the guest’s address doesn’t count', async () => {
	const { deps, clock } = await makeTestDeps()
	const { learner, orderId } = await buyAsLearner(deps)
	const setProven = (at: Date | null) =>
		deps.db.updateTable('auth.users').set({ email_confirmed_at: at }).where('id', '=', learner.userId).execute()
	const openedByOrder = async () => {
		const order = await deps.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
		expect(order.user_id).toBeNull()
		return (await readRefundFacts(systemContext(deps, 'test'), deps.db, order)).facts.sectionsOpened
	}
	clock.advance(DAY_MS)
	await report(deps, learner, { keys: SECTIONS.slice(0, 12), at: clock.now().getTime() })
	expect(await openedByOrder()).toBe(12)
	await setProven(null)
	expect(await openedByOrder()).toBe(0)
	await setProven(clock.now())
	expect(await openedByOrder()).toBe(12)
})

test('after a refund and a new purchase only sections opened since the second payment count', async () => {
	const { deps, clock } = await makeTestDeps()
	const first = await buyAsLearner(deps)
	const { learner } = first
	clock.advance(DAY_MS)
	await report(deps, learner, { keys: SECTIONS.slice(0, 3), at: clock.now().getTime() })
	expect(await meterOf(deps, learner, first.orderId)).toBe(3)
	await askForRefund(deps, learner, first.orderId)
	await runDueJobs(deps)
	clock.advance(DAY_MS)
	const second = await buyAsLearner(deps, { learner })
	expect(await meterOf(deps, learner, second.orderId)).toBe(0)
	clock.advance(DAY_MS)
	await report(deps, learner, { keys: SECTIONS.slice(0, 4), at: clock.now().getTime() })
	expect(await meterOf(deps, learner, second.orderId)).toBe(1)
})

test('each decision is audited with order, kind and reasons, a refused one once per kind', async () => {
	const { deps, clock } = await makeTestDeps()
	const { learner, orderId } = await buyAsLearner(deps)
	clock.advance(32 * DAY_MS)
	for (const asked of [{ kind: 'promise' }, { kind: 'promise' }, { kind: 'withdrawal', name: 'Ana Test', message: 'Too late?' }])
		await askForRefund(deps, learner, orderId, asked)
	expect(
		await deps.db.selectFrom('refund_requests').select(['kind', 'message', 'declared_name', 'decided_by']).orderBy('id').execute(),
	).toEqual([
		{ kind: 'promise', message: null, declared_name: null, decided_by: 'policy' },
		{ kind: 'withdrawal', message: 'Too late?', declared_name: 'Ana Test', decided_by: 'policy' },
	])
	const other = await buyAsLearner(deps, { learner: await makeLearner(deps) })
	await askForRefund(deps, other.learner, other.orderId)
	const rows = await deps.db
		.selectFrom('auth.audit_log_entries')
		.select(['action', 'outcome', 'user_id', 'payload'])
		.where('action', 'like', 'refund%')
		.orderBy('id')
		.execute()
	const late = { action: 'refund_refused', outcome: 'success', user_id: learner.userId }
	expect(rows).toMatchObject([
		{ ...late, payload: { order: orderId, kind: 'promise', reasons: 'deadline_passed' } },
		{ ...late, payload: { order: orderId, kind: 'withdrawal', reasons: 'withdrawal_over deadline_passed' } },
		{ action: 'refund_granted', user_id: other.learner.userId, payload: { order: other.orderId, kind: 'promise', reasons: '' } },
	])
})

test('a refund of a twice-paid order is limited to one payment, which then takes no more', async () => {
	const { deps } = await makeTestDeps()
	const { learner, orderId } = await buyAsLearner(deps)
	const { db } = deps
	const first = await db.selectFrom('payments').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()
	const paidAt = new Date(deps.now().getTime() + DAY_MS)
	await db
		.insertInto('payments')
		.values({ ...first, provider_payment_id: 'pi_second', paid_at: paidAt })
		.execute()
	const { request } = await askForRefund(deps, learner, orderId)
	expect(request).toMatchObject({ state: 'granted', amountCents: 4700 })
	expect(await db.selectFrom('refund_requests').select(['provider_payment_id', 'amount_cents']).execute()).toEqual([
		{ provider_payment_id: first.provider_payment_id, amount_cents: 4700 },
	])
	await runDueJobs(deps)
	const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
	const { facts, payment } = await readRefundFacts(systemContext(deps, 'test'), db, order)
	expect([facts.refundedCents, payment]).toEqual([4700, { id: 'pi_second', leftCents: 4700 }])
})
