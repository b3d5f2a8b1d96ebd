import { expect, test } from 'vitest'

import { inTransaction } from '#server/db/database.ts'
import { COMPLIMENTARY_PROVIDER } from '#server/services/commerce/settlement/complimentary-access.ts'
import { addTransfer, ALL_MODULES, certify, learn, type AutomationWorld, openAutomationWorld, READER } from '#tests/factories/lifecycle.ts'

import { automationsOf, type Trigger } from './automations.ts'
import { sendLifecycle } from './send-lifecycle.ts'
import { addAutomation, deleteAutomation, listAutomations, setDelay, switchAutomation } from './set-automations.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** Time after which the email is due. */
const WAIT_MS: Record<Trigger, number> = {
	welcome: 49 * HOUR_MS,
	bought: 25 * HOUR_MS,
	'unpaid-checkout': 25 * HOUR_MS,
	certificate: 25 * HOUR_MS,
	finished: 25 * HOUR_MS,
	stalled: 15 * DAY_MS,
}

/** Data that makes one condition fail, or only seems to. */
type Case = { trigger: Trigger; has: string; make: (opened: AutomationWorld) => Promise<unknown>; sent: number }

const refund = ({ db }: AutomationWorld, email: string) =>
	db.updateTable('entitlements').set({ state: 'revoked' }).where('email', '=', email).execute()

async function order(opened: AutomationWorld): Promise<string> {
	await opened.subscribe()
	return opened.order()
}

const finish = (opened: AutomationWorld) => learn(opened, ALL_MODULES)
const start = (opened: AutomationWorld) => learn(opened, [1])

/** The conditions that the two automations for learners without a certificate share. */
const sharedOf = (trigger: Trigger, begin: typeof start): Case[] => [
	{ trigger, has: 'nothing else', make: begin, sent: 1 },
	{ trigger, has: 'the certificate', make: async (opened) => certify(opened, (await begin(opened)).learner.userId), sent: 0 },
	{ trigger, has: 'a revoked certificate', make: async (opened) => certify(opened, (await begin(opened)).learner.userId, true), sent: 1 },
	{ trigger, has: 'a refund', make: async (opened) => refund(opened, (await begin(opened)).learner.email), sent: 0 },
	{
		trigger,
		has: 'had an email this week',
		make: async (opened) => {
			await begin(opened)
			const then = new Date(opened.now().getTime() + WAIT_MS[trigger])
			await opened.db.updateTable('newsletter_subscriptions').set({ last_issue_at: then }).execute()
		},
		sent: 0,
	},
]

const unsubscribe = ({ db, now }: AutomationWorld) =>
	db.updateTable('newsletter_subscriptions').set({ status: 'unsubscribed', unsubscribed_at: now(), ended_by: 'reader' }).execute()

const CASES: Case[] = [
	{ trigger: 'welcome', has: 'just subscribed', make: ({ subscribe }) => subscribe(), sent: 1 },
	{
		trigger: 'welcome',
		has: 'subscribed and unsubscribed',
		make: async (opened) => [await opened.subscribe(), await unsubscribe(opened)],
		sent: 0,
	},
	{
		trigger: 'welcome',
		has: 'subscribed eleven days ago',
		make: async ({ subscribe, clock }) => [await subscribe(), clock.advance(9 * DAY_MS)],
		sent: 0,
	},
	{ trigger: 'bought', has: 'just bought', make: start, sent: 1 },
	{ trigger: 'bought', has: 'subscribed only', make: ({ subscribe }) => subscribe(), sent: 0 },
	{ trigger: 'bought', has: 'a refund', make: async (opened) => refund(opened, (await start(opened)).learner.email), sent: 0 },
	{
		trigger: 'bought',
		has: 'complimentary access',
		make: async (opened) => {
			await opened.subscribe()
			const orderId = await opened.order('paid')
			await opened.db.updateTable('orders').set({ provider: COMPLIMENTARY_PROVIDER }).where('id', '=', orderId).execute()
			await opened.db
				.insertInto('entitlements')
				.values({ order_id: orderId, product_code: 'lifetime', email: READER, granted_at: opened.now() })
				.execute()
		},
		sent: 0,
	},
	{
		trigger: 'bought',
		has: 'bought ten days ago',
		make: async (opened) => [await start(opened), opened.clock.advance(9 * DAY_MS)],
		sent: 0,
	},
	...sharedOf('finished', finish),
	...sharedOf('stalled', start),
	{
		trigger: 'finished',
		has: 'an undone module',
		make: async (opened) => {
			const { store } = await learn(opened, ALL_MODULES.slice(1))
			await store(ALL_MODULES.slice(0, 1), false)
		},
		sent: 0,
	},
	{
		trigger: 'finished',
		has: 'finished long ago',
		make: async (opened) => {
			const { store } = await finish(opened)
			opened.clock.advance(9 * DAY_MS)
			await store([99], false)
		},
		sent: 0,
	},
	{
		trigger: 'finished',
		has: 'undone a module since',
		make: async (opened) => {
			const { store } = await finish(opened)
			opened.clock.advance(2 * HOUR_MS)
			await store([99], false)
		},
		sent: 1,
	},
	{
		trigger: 'finished',
		has: 'company that finished later',
		make: async (opened) => {
			await finish(opened)
			const { learner } = await finish(opened)
			const later = new Date(opened.now().getTime() + 2 * HOUR_MS)
			await opened.db.updateTable('progress_entries').set({ first_stored_at: later }).where('user_id', '=', learner.userId).execute()
		},
		sent: 1,
	},
	{ trigger: 'unpaid-checkout', has: 'nothing else', make: order, sent: 1 },
	{
		trigger: 'unpaid-checkout',
		has: 'a transfer not accepted',
		make: async (opened) => addTransfer(opened, await order(opened), false),
		sent: 1,
	},
	{
		trigger: 'unpaid-checkout',
		has: 'a transfer accepted',
		make: async (opened) => addTransfer(opened, await order(opened), true),
		sent: 0,
	},
	{
		trigger: 'unpaid-checkout',
		has: 'access as a gift',
		make: async (opened) => {
			const orderId = await order(opened)
			await opened.db
				.insertInto('entitlements')
				.values({ order_id: orderId, product_code: 'lifetime', email: READER, granted_at: opened.now() })
				.execute()
		},
		sent: 0,
	},
]

test.each(CASES)('with the trigger “$trigger”, $sent emails go to someone who has $has', async ({ trigger, make, sent }) => {
	const opened = await openAutomationWorld(trigger)
	await make(opened)
	opened.clock.advance(WAIT_MS[trigger])
	expect(await opened.send()).toBe(sent)
})

test('the email about a certificate is due a day after it was issued', async () => {
	const opened = await openAutomationWorld('certificate')
	const { learner } = await start(opened)
	await certify(opened, learner.userId)
	opened.clock.advance(23 * HOUR_MS)
	expect(await opened.send()).toBe(0)
	opened.clock.advance(2 * HOUR_MS)
	expect(await opened.send()).toBe(1)
})

test('an automation that an edited file has no text for is never sent, and can’t be turned on', async () => {
	const opened = await openAutomationWorld('welcome')
	await opened.subscribe()
	opened.clock.advance(WAIT_MS.welcome)
	const { welcome: _, ...older } = opened.ctx.content.lifecycle
	const ctx = { ...opened.ctx, content: { ...opened.ctx.content, lifecycle: older } }
	expect(await sendLifecycle(ctx, 100)).toBe(0)
	await expect(switchAutomation(ctx, opened.db, { name: 'welcome', isOn: true })).rejects.toThrow('Write and publish its text first.')
	await switchAutomation(ctx, opened.db, { name: 'welcome', isOn: false })
	expect(await opened.send()).toBe(0)
})

test('an added automation that is deleted while someone changes it leaves nothing behind', async () => {
	const { db, ctx } = await openAutomationWorld('certificate')
	const [trigger] = automationsOf(ctx.content)
	await inTransaction(db, (tx) => addAutomation(ctx, tx, { name: 'second-1', title: 'Second', trigger: trigger!, hours: 240 }))
	const automation = (await listAutomations(ctx, db)).find(({ name }) => name === 'second-1')!
	await deleteAutomation(db, 'second-1')
	await expect(setDelay(ctx, db, { automation, hours: 480 })).rejects.toThrow('We can’t find that automation.')
	await expect(switchAutomation(ctx, db, { name: 'second-1', isOn: false })).rejects.toThrow('We can’t find that automation.')
	expect(await db.selectFrom('lifecycle_rules').select('name').execute()).toEqual([{ name: 'certificate' }])
})
