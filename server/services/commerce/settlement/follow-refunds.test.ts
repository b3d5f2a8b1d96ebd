import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { MAIN_CONTENTS } from '#domain/gating/course-contents.ts'
import { readRefund } from '#server/services/commerce/refunds/read-refund.ts'
import { overrideRefund } from '#server/services/commerce/refunds/request-refund.ts'
import { systemContext } from '#server/services/context.ts'
import { findAccess, listEntitlements, readOpened } from '#server/services/learning/entitlements/entitlements.ts'
import {
	askForRefund,
	buyAsLearner,
	learnerContext,
	listOrderAlerts,
	listRefundMails,
	readStand,
	reportChange,
} from '#tests/factories/refund.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps, type TestDeps } from '#tests/setup/test-deps.ts'

import { sendRefund } from './send-refund.ts'
import { watchRefunds } from './watch-refunds-and-disputes.ts'

const { lifetimeOffer } = loadedContent

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

const ctxOf = ({ deps }: TestDeps) => systemContext(deps, 'test')

test('a settled refund ends course, library and certificate access; a later failure restores it', async () => {
	const made = await makeTestDeps()
	const { deps, clock } = made
	const bought = await buyAsLearner(deps)
	const { userId } = bought.learner
	const now = clock.now()
	await deps.db
		.insertInto('certificates')
		.values({
			position: 0,
			user_id: userId,
			course_code: 'course',
			course_name: 'Course',
			learner_name: 'Ana Test',
			issued_at: now,
			credential: '{}',
		})
		.execute()
	expect([await readOpened(deps.db, userId), await findAccess(deps.db, userId, MAIN_CONTENTS)]).toEqual([MAIN_CONTENTS, bought.orderId])

	await askForRefund(deps, bought.learner, bought.orderId)
	expect([await readOpened(deps.db, userId), await findAccess(deps.db, userId, MAIN_CONTENTS)]).toEqual([
		{ courses: [], modules: [] },
		null,
	])
	const certificate = () => deps.db.selectFrom('certificates').select('revoked_reason').executeTakeFirstOrThrow()
	expect(await certificate()).toEqual({ revoked_reason: null })
	await runDueJobs(deps)
	expect(await certificate()).toEqual({ revoked_reason: 'access-ended' })

	const { refunds } = await deps.payments.fetchSnapshot(bought.sessionId)
	await reportChange(made, bought, {
		refunds: refunds.map((refund) => ({ ...refund, status: 'failed', failureReason: 'lost_or_stolen_card' })),
	})
	expect(await readStand(deps, bought.orderId)).toBe('paid, active, failed')
	expect(await listEntitlements(deps.db, userId)).toEqual([lifetimeOffer.code])
	expect(await listRefundMails(deps)).toEqual(['requested', 'granted', 'settled', 'failed'])
	expect(await listOrderAlerts(made.deps)).toEqual(['refund_failed'])
	expect(await deps.db.selectFrom('refund_requests').select(['state', 'settled_at']).execute()).toEqual([
		{ state: 'failed', settled_at: null },
	])
})

test('a pending refund suspends access, and is mailed as sent only once it is', async () => {
	const made = await makeTestDeps()
	const bought = await buyAsLearner(made.deps, { card: '4000 0000 0000 7726' })
	await askForRefund(made.deps, bought.learner, bought.orderId)
	const { id: requestId } = await made.deps.db.selectFrom('refund_requests').select('id').executeTakeFirstOrThrow()
	await sendRefund(ctxOf(made), { requestId })
	expect(await readStand(made.deps, bought.orderId)).toBe('refund_pending, suspended, sent')
	expect(await readRefund(learnerContext(made.deps, bought.learner), bought.orderId)).toMatchObject({ endsAccess: true })
	expect(await listRefundMails(made.deps)).toEqual(['requested', 'granted'])
	const { refunds } = await made.deps.payments.fetchSnapshot(bought.sessionId)
	await reportChange(made, bought, { refunds: refunds.map((refund) => ({ ...refund, status: 'succeeded' })) })
	expect(await readStand(made.deps, bought.orderId)).toBe('refunded, revoked, settled')
	expect(await listRefundMails(made.deps)).toEqual(['requested', 'granted', 'settled'])
})

test('the order page says that access stays open during a partial refund, even of more than half', async () => {
	const { deps } = await makeTestDeps()
	const { learner, orderId } = await buyAsLearner(deps, { card: '4000 0000 0000 7726' })
	const read = () => readRefund(learnerContext(deps, learner), orderId)
	const { id: requestId } = await overrideRefund(systemContext(deps, 'test'), { orderId, operator: 'One', reason: 'x', amountCents: 3000 })
	expect(await read()).toMatchObject({ endsAccess: false, request: { state: 'granted', amountCents: 3000 } })
	await sendRefund(systemContext(deps, 'test'), { requestId })
	expect(await read()).toMatchObject({ endsAccess: false, request: { state: 'sent', amountCents: 3000 } })
})

test('an overdue refund is checked and raises one alert; one without a job is queued again', async () => {
	const made = await makeTestDeps()
	const { deps, clock } = made
	const bought = await buyAsLearner(deps, { card: '4000 0000 0000 7726' })
	await askForRefund(deps, bought.learner, bought.orderId)
	clock.advance(2 * HOUR_MS)
	expect(await watchRefunds(ctxOf(made))).toEqual({ queued: 1, overdue: 0 })
	const { id: requestId, expected_by: expectedBy } = await deps.db
		.selectFrom('refund_requests')
		.select(['id', 'expected_by'])
		.executeTakeFirstOrThrow()
	await sendRefund(ctxOf(made), { requestId })
	clock.advance((expectedBy?.getTime() ?? 0) - clock.now().getTime() - 1)
	expect(await watchRefunds(ctxOf(made))).toEqual({ queued: 0, overdue: 0 })
	clock.advance(1)
	expect(await watchRefunds(ctxOf(made))).toEqual({ queued: 0, overdue: 1 })
	clock.advance(DAY_MS)
	await watchRefunds(ctxOf(made))
	expect(await listOrderAlerts(made.deps)).toEqual(['refund_overdue'])
})

test('a refund never sent by a job also raises an alert once overdue', async () => {
	const made = await makeTestDeps()
	const { deps, clock } = made
	const bought = await buyAsLearner(deps)
	await askForRefund(deps, bought.learner, bought.orderId)
	const { expected_by: expectedBy } = await deps.db.selectFrom('refund_requests').select('expected_by').executeTakeFirstOrThrow()
	clock.advance((expectedBy?.getTime() ?? 0) - clock.now().getTime())
	expect(await watchRefunds(ctxOf(made))).toEqual({ queued: 1, overdue: 1 })
	expect(await readStand(deps, bought.orderId)).toBe('refund_pending, suspended, granted')
	expect(await listOrderAlerts(made.deps)).toEqual(['refund_overdue'])
})

test('an operator overrides a refusal with name and reason; without them, twice, or without money left it fails', async () => {
	const made = await makeTestDeps()
	const { deps, clock } = made
	const { learner, orderId } = await buyAsLearner(deps)
	clock.advance(40 * DAY_MS)
	await askForRefund(deps, learner, orderId)
	const ctx = ctxOf(made)
	const override = { orderId, operator: 'Operator One', reason: 'Was ill for a month' }
	for (const [changes, code] of [
		[{ reason: ' ' }, 'refund_reason_missing'],
		[{ operator: '' }, 'refund_reason_missing'],
		[{ amountCents: 4701 }, 'refund_amount_wrong'],
		[{ amountCents: 0.5 }, 'refund_amount_wrong'],
		[{ orderId: 'nonsense' }, 'order_not_found'],
	] as const)
		await expect(overrideRefund(ctx, { ...override, ...changes })).rejects.toMatchObject({ code })

	const results = await Promise.allSettled([1, 2, 3].map(() => overrideRefund(ctx, override)))
	expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
	await runDueJobs(deps)
	expect(await readStand(deps, orderId)).toBe('refunded, revoked, settled')
	const request = await deps.db.selectFrom('refund_requests').selectAll().where('kind', '=', 'operator').executeTakeFirstOrThrow()
	expect(request).toMatchObject({
		decided_by: 'operator:Operator One',
		override_reason: 'Was ill for a month',
		reasons: ['deadline_passed'],
	})
	await expect(overrideRefund(ctx, override)).rejects.toMatchObject({ code: 'refund_impossible' })
	const audit = await deps.db
		.selectFrom('auth.audit_log_entries')
		.select('action')
		.where('action', 'like', 'refund%')
		.orderBy('id')
		.execute()
	expect(audit.map(({ action }) => action)).toEqual(['refund_refused', 'refund_overridden'])
	const mail = await deps.db.selectFrom('outbox_messages').select('body').where('template', '=', 'refund.granted').executeTakeFirstOrThrow()
	expect(mail.body).toContain('goes back to the card or account')
	expect(mail.body).not.toContain('ill for a month')
})

test('a partial refund keeps access, and the rest can still be refunded', async () => {
	const made = await makeTestDeps()
	const { learner, orderId } = await buyAsLearner(made.deps)
	await overrideRefund(ctxOf(made), { orderId, operator: 'Operator One', reason: 'Goodwill', amountCents: 1000 })
	await runDueJobs(made.deps)
	expect(await readStand(made.deps, orderId)).toBe('partially_refunded, active, settled')
	const more = { orderId, operator: 'Operator One', reason: 'Goodwill', amountCents: 3701 }
	await expect(overrideRefund(ctxOf(made), more)).rejects.toMatchObject({ code: 'refund_amount_wrong' })
	const { request } = await askForRefund(made.deps, learner, orderId)
	expect(request?.amountCents).toBe(3700)
	await runDueJobs(made.deps)
	expect(await readStand(made.deps, orderId)).toBe('refunded, revoked, settled')
})

const dispute = (status: string) => ({
	disputes: [{ id: 'dp_1', paymentId: 'pi', amountCents: 4700, currency: 'usd', status, reason: 'fraudulent', evidenceDueBy: null }],
})

test('a dispute suspends access and blocks refunds until won, an inquiry does neither, and a loss revokes access', async () => {
	const made = await makeTestDeps()
	const { deps } = made
	const bought = await buyAsLearner(deps)
	const stands = []
	for (const status of ['warning_needs_response', 'needs_response']) {
		await reportChange(made, bought, dispute(status))
		stands.push(await readStand(deps, bought.orderId))
	}
	const { request } = await askForRefund(deps, bought.learner, bought.orderId)
	expect(request).toMatchObject({ state: 'refused', reasons: ['dispute_open'] })
	await expect(overrideRefund(ctxOf(made), { orderId: bought.orderId, operator: 'One', reason: 'x' })).rejects.toMatchObject({
		code: 'refund_impossible',
	})
	for (const status of ['won', 'lost', 'appeal_under_review', 'won']) {
		await reportChange(made, bought, dispute(status))
		stands.push(await readStand(deps, bought.orderId))
		// A lost dispute leaves nothing to refund: the bank has already taken the money.
		if (status === 'lost')
			await expect(overrideRefund(ctxOf(made), { orderId: bought.orderId, operator: 'One', reason: 'x' })).rejects.toMatchObject({
				code: 'refund_impossible',
			})
	}
	expect(stands).toEqual([
		'paid, active, not asked',
		'disputed, suspended, not asked',
		'paid, active, refused',
		'dispute_lost, revoked, refused',
		'disputed, suspended, refused',
		'paid, active, refused',
	])
	// Refunds that the dispute blocked are possible again.
	expect((await askForRefund(deps, bought.learner, bought.orderId)).request?.state).toBe('granted')
})

test('a refund made manually at the provider is tracked and mailed like any other', async () => {
	const made = await makeTestDeps()
	const { deps } = made
	const bought = await buyAsLearner(deps)
	const payment = await deps.db.selectFrom('payments').select(['provider_payment_id', 'amount_cents']).executeTakeFirstOrThrow()
	const refund = {
		id: 're_by_hand',
		paymentId: payment.provider_payment_id,
		amountCents: payment.amount_cents,
		currency: 'usd',
		status: 'succeeded',
		requestRef: null,
		failureReason: null,
		createdAt: made.clock.now(),
	}
	for (let times = 0; times < 2; times += 1) await reportChange(made, bought, { refunds: [refund] })
	expect(await readStand(deps, bought.orderId)).toBe('refunded, revoked, not asked')
	expect(await listRefundMails(deps)).toEqual(['settled'])
	const { request, promise } = await askForRefund(deps, bought.learner, bought.orderId)
	expect([request?.state, promise.reasons]).toEqual(['refused', ['already_refunded']])
})

test('money reserved by a pending refund can’t be refunded again, that of a failed one can', async () => {
	const made = await makeTestDeps()
	const bought = await buyAsLearner(made.deps)
	const { provider_payment_id: paymentId } = await made.deps.db.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
	const told = { paymentId, currency: 'usd', requestRef: null, failureReason: null, createdAt: made.clock.now() }
	const refunds = [
		{ ...told, id: 're_waits', amountCents: 1000, status: 'requires_action' },
		{ ...told, id: 're_failed', amountCents: 500, status: 'failed' },
		{ ...told, id: 're_canceled', amountCents: 300, status: 'canceled' },
	]
	await reportChange(made, bought, { refunds })
	// Neither the failed nor the canceled refund reached the buyer.
	expect(await listOrderAlerts(made.deps)).toEqual(['refund_failed', 'refund_failed'])
	const grant = (amountCents: number) => overrideRefund(ctxOf(made), { orderId: bought.orderId, operator: 'One', reason: 'x', amountCents })
	await expect(grant(3701)).rejects.toMatchObject({ code: 'refund_amount_wrong' })
	expect((await grant(3700)).amount_cents).toBe(3700)
})

test('the refund of one order moves and mails nothing of another', async () => {
	const made = await makeTestDeps()
	const { deps } = made
	const mailsTo = (email: string) =>
		deps.db.selectFrom('outbox_messages').select('template').where('template', 'like', 'refund.%').where('to_address', '=', email).execute()
	const [one, other] = [await buyAsLearner(deps), await buyAsLearner(deps)]
	await askForRefund(deps, one.learner, one.orderId)
	await runDueJobs(deps)
	await askForRefund(deps, other.learner, other.orderId)
	await runDueJobs(deps)
	expect(await mailsTo(one.learner.email)).toHaveLength(3)
	expect(await mailsTo(other.learner.email)).toHaveLength(3)
	expect([await readStand(deps, one.orderId), await readStand(deps, other.orderId)]).toEqual([
		'refunded, revoked, settled',
		'refunded, revoked, settled',
	])
})
