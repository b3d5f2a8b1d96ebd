import { expect, test } from 'vitest'

import { MARKETING_DAYS } from '#domain/privacy/periods.ts'
import { applyRetention } from '#server/services/people/privacy/apply-retention.ts'
import { addTransfer, ALL_MODULES, certify, learn, type AutomationWorld, openAutomationWorld } from '#tests/factories/lifecycle.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'

import { switchAutomation } from './set-automations.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Creates a learner who got the certificate yesterday. */
async function graduate(opened: AutomationWorld) {
	const { deps, clock, subscribe } = opened
	const { learner, orderId } = await buyAsLearner(deps)
	await subscribe(learner.email)
	await certify(opened, learner.userId)
	clock.advance(25 * HOUR_MS)
	return orderId
}

test('an automatic mail is sent once ever, even after its stored copy is deleted', async () => {
	const { deps, clock, ctx, subscribe, order, states, send } = await openAutomationWorld('unpaid-checkout')
	await subscribe()
	await order()
	clock.advance(25 * HOUR_MS)
	expect(await send()).toBe(1)
	await runDueJobs(deps)
	clock.advance((MARKETING_DAYS - 10) * DAY_MS)
	await subscribe()
	clock.advance(20 * DAY_MS)
	await order()
	clock.advance(25 * HOUR_MS)
	await applyRetention(ctx)
	expect(await states()).toEqual([])
	expect(await send()).toBe(0)
})

test.each([
	{ checkouts: [23], sent: 0 },
	{ checkouts: [24], sent: 0 },
	{ checkouts: [25], sent: 1 },
	{ checkouts: [216], sent: 1 },
	{ checkouts: [217], sent: 0 },
	{ checkouts: [48, 30], sent: 1 },
	{ checkouts: [48, 2], sent: 0 },
])('with checkouts opened $checkouts hours ago, $sent mails about an unpaid checkout are sent', async ({ checkouts, sent }) => {
	const { clock, subscribe, order, send } = await openAutomationWorld('unpaid-checkout')
	await subscribe()
	await subscribe('other@example.test')
	for (const [index, hours] of checkouts.entries()) {
		await order()
		clock.advance((hours - (checkouts[index + 1] ?? 0)) * HOUR_MS)
	}
	expect(await send()).toBe(sent)
})

test('a purchase before sending suppresses the mail about an unpaid checkout', async () => {
	const { deps, clock, subscribe, order, states, send } = await openAutomationWorld('unpaid-checkout')
	await subscribe()
	await order()
	clock.advance(25 * HOUR_MS)
	expect(await send()).toBe(1)
	await order('paid')
	await runDueJobs(deps)
	expect(await states()).toEqual(['suppressed'])
})

test('unsubscribing before sending suppresses the mail', async () => {
	const { deps, clock, db, subscribe, order, states, send } = await openAutomationWorld('unpaid-checkout')
	await subscribe()
	await order()
	clock.advance(25 * HOUR_MS)
	expect(await send()).toBe(1)
	await db.updateTable('newsletter_subscriptions').set({ status: 'unsubscribed' }).execute()
	await runDueJobs(deps)
	expect(await states()).toEqual(['suppressed'])
})

test('a checkout with a pending bank transfer doesn’t count as abandoned', async () => {
	const opened = await openAutomationWorld('unpaid-checkout')
	const { clock, db, now, subscribe, order, send } = opened
	await subscribe()
	const orderId = await order()
	await addTransfer(opened, orderId, true)
	await subscribe('other@example.test')
	await order('processing', 'other@example.test')
	clock.advance(25 * HOUR_MS)
	expect(await send()).toBe(0)
	await db.updateTable('bank_transfers').set({ closed_at: now() }).execute()
	expect(await send()).toBe(1)
})

test('a refund stops the certificate mail, queued or not', async () => {
	const opened = await openAutomationWorld('certificate')
	const { deps, db, states, send } = opened
	const orderId = await graduate(opened)
	const setAccess = (state: 'active' | 'revoked') => db.updateTable('entitlements').set({ state }).where('order_id', '=', orderId).execute()
	await setAccess('revoked')
	expect(await send()).toBe(0)
	await setAccess('active')
	expect(await send()).toBe(1)
	await setAccess('revoked')
	await runDueJobs(deps)
	expect(await states()).toEqual(['suppressed'])
})

test('revoking the certificate stops its queued mail', async () => {
	const opened = await openAutomationWorld('certificate')
	await graduate(opened)
	expect(await opened.send()).toBe(1)
	await opened.db.updateTable('certificates').set({ revoked_at: opened.now(), revoked_reason: 'issued-in-error' }).execute()
	await runDueJobs(opened.deps)
	expect(await opened.states()).toEqual(['suppressed'])
})

test('a learner who finished every module without claiming the certificate is mailed once', async () => {
	const opened = await openAutomationWorld('finished')
	const { clock, send } = opened
	const { store } = await learn(opened, [ALL_MODULES[0] ?? 1])
	clock.advance(25 * HOUR_MS)
	expect(await send()).toBe(0)
	await store(ALL_MODULES.slice(1))
	clock.advance(23 * HOUR_MS)
	expect(await send()).toBe(0)
	clock.advance(2 * HOUR_MS)
	expect(await send()).toBe(1)
	expect(await send()).toBe(0)
})

test('a stalled learner is mailed once after fourteen days; progress, completion or a refund stops it', async () => {
	const opened = await openAutomationWorld('stalled')
	const { deps, clock, db, states, send } = opened
	const moving = await learn(opened, [1])
	await learn(opened, [])
	await learn(opened, ALL_MODULES)
	const { learner: refunded } = await learn(opened, [1])
	clock.advance(14 * DAY_MS - HOUR_MS)
	expect(await send()).toBe(0)
	// This ends the UTC day of their last progress.
	clock.advance(DAY_MS)
	await db.updateTable('entitlements').set({ state: 'revoked' }).where('email', '=', refunded.email).execute()
	clock.advance(2 * HOUR_MS)
	expect(await send()).toBe(2)
	expect(await send()).toBe(0)
	await moving.store([2])
	await runDueJobs(deps)
	expect((await states()).toSorted()).toEqual(['sent', 'suppressed'])
	clock.advance(20 * DAY_MS)
	expect(await send()).toBe(0)
})

test('a learner is stalled fourteen days after the UTC day of the last progress, of which only the first report has a time', async () => {
	const opened = await openAutomationWorld('stalled')
	const { clock, now, send } = opened
	await learn(opened, [1])
	const endOfDay = (Math.floor(now().getTime() / DAY_MS) + 1) * DAY_MS
	clock.advance(endOfDay + 14 * DAY_MS - now().getTime() - 1)
	expect(await send()).toBe(0)
	clock.advance(1)
	expect(await send()).toBe(1)
})

test('the refund of a purchase stops its queued email, even if something was bought long before', async () => {
	const opened = await openAutomationWorld('bought')
	const { learner } = await learn(opened, [])
	opened.clock.advance(60 * DAY_MS)
	const { orderId } = await buyAsLearner(opened.deps, { learner })
	opened.clock.advance(25 * HOUR_MS)
	expect(await opened.send()).toBe(1)
	await opened.db.updateTable('entitlements').set({ state: 'revoked' }).where('order_id', '=', orderId).execute()
	await runDueJobs(opened.deps)
	expect(await opened.states()).toEqual(['suppressed'])
})

test('someone who subscribes and buys gets both emails, the second once the week of the first is over', async () => {
	const opened = await openAutomationWorld('bought')
	await switchAutomation(opened.ctx, opened.db, { name: 'welcome', isOn: true })
	await learn(opened, [])
	const sent: number[] = []
	for (let day = 1; day <= 10; day++) {
		opened.clock.advance(DAY_MS)
		sent.push(await opened.send())
	}
	expect(sent.filter((count) => count > 0)).toEqual([1, 1])
})

test('turning a rule off suppresses its queued mails', async () => {
	const opened = await openAutomationWorld('certificate')
	await graduate(opened)
	expect(await opened.send()).toBe(1)
	await switchAutomation(opened.ctx, opened.db, { name: 'certificate', isOn: false })
	await runDueJobs(opened.deps)
	expect(await opened.states()).toEqual(['suppressed'])
})
