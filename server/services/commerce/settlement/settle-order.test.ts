import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { currentSmsConsent } from '#domain/consents/sms-consent.ts'
import type { SmsOutcome } from '#server/adapters/sms/port.ts'
import { inTransaction } from '#server/db/database.ts'
import { openOrder } from '#server/services/commerce/checkout/open-order.ts'
import { requireOffer } from '#server/services/commerce/offers/find-offer.ts'
import { type Deps, type ServiceContext, systemContext } from '#server/services/context.ts'
import { createUser } from '#server/services/identity/accounts/create-user.ts'
import { recordSectionPassed } from '#server/services/learning/reminders/course-digest.ts'
import { blockPhone, storeSmsConsent, recordSmsConsent } from '#server/services/messaging/sms/consents.ts'
import { anonymousContext, PRODUCT } from '#tests/factories/checkout.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { paidSnapshot } from '#tests/factories/snapshot.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps, type TestOverrides } from '#tests/setup/test-deps.ts'

import { applySnapshot } from './apply-snapshot.ts'
import { prepareGuestAccess, requestPaymentSms } from './settle-order.ts'

/** A number in New York, where quiet hours are 21:00 to 8:00. */
const PHONE = '+12125550123'
const HOUR = 3_600_000

const contextOf = (deps: Deps, userId: string): ServiceContext => ({
	...systemContext(deps, 'test'),
	actor: { type: 'learner', userId, sessionId: 'test', aal: 'aal1' },
})

const hourThere = (ms: number) =>
	Number(new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', hour: '2-digit', hourCycle: 'h23' }).format(ms))

/**
 * Returns the next time at which it's this hour in New York. Tests start at such a time, because a job's delay counts from its creation.
 */
function nextTimeAt(hour: number): number {
	let time = Date.now() - (Date.now() % HOUR) + HOUR
	while (hourThere(time) !== hour) time += HOUR
	return time
}

async function buy(deps: Deps, userId: string) {
	const buyer = { userId, email: 'buyer@example.com', key: `user:${userId}` }
	const { order } = await openOrder(anonymousContext(deps), { offer: requireOffer(loadedContent, PRODUCT), buyer, couponCode: null })
	const pay = () => applySnapshot(anonymousContext(deps), order.id, paidSnapshot(order))
	await pay()
	return { order, pay }
}

type Scene = { hasAgreed?: boolean; overrides?: TestOverrides; preferences?: Record<string, boolean>; hour?: number }

const agree = (ctx: ServiceContext) => storeSmsConsent(ctx, { version: currentSmsConsent.version })

/** Creates a learner with a verified number who agreed to texts; local time is ten in the morning or the given hour. */
async function setUp({ hasAgreed = true, overrides = {}, preferences = {}, hour = 10 }: Scene = {}) {
	const start = nextTimeAt(hour)
	const made = await makeTestDeps(overrides)
	made.deps.now = () => new Date(start + made.clock.advancedMs())
	const { userId } = await makeLearner(made.deps)
	await made.deps.db
		.insertInto('user_sms_settings')
		.values({ user_id: userId, phone_number: PHONE, verified: true, ...preferences })
		.execute()
	const ctx = contextOf(made.deps, userId)
	if (hasAgreed) await recordSmsConsent(ctx, made.deps.db, { userId, phone: PHONE, version: currentSmsConsent.version })
	return { ...made, userId, ctx }
}

const textsTo = (deps: Deps, to = PHONE) =>
	deps.db.selectFrom('outbox_messages').select('body').where('channel', '=', 'sms').where('to_address', '=', to).orderBy('id').execute()

const bodies = async (deps: Deps) => (await textsTo(deps)).map(({ body }) => body)

test('a settled order is confirmed by one SMS with its amount, however often it is reported', async () => {
	const { deps, ctx, userId } = await setUp()
	const { order, pay } = await buy(deps, userId)
	await Promise.all(Array.from({ length: 20 }, pay))
	expect(await requestPaymentSms(ctx, { orderId: order.id })).toMatchObject({ success: true })
	await runDueJobs(deps)
	await runDueJobs(deps)
	expect(await bodies(deps)).toEqual([expect.stringContaining('we received $47.00 USD for Digital Income Mastery')])
	expect(await deps.db.selectFrom('sms_logs').select(['type', 'status', 'user_id']).execute()).toEqual([
		{ type: 'payment_confirmation', status: 'delivered', user_id: userId },
	])
})

test('another buyer’s order and an unknown one get the same answer and no SMS', async () => {
	const { deps, userId } = await setUp()
	const { order } = await buy(deps, userId)
	const stranger = contextOf(deps, (await makeLearner(deps)).userId)
	const unknown = await requestPaymentSms(stranger, { orderId: '01a1fa4e-0000-7000-8000-000000000000' })
	expect(await requestPaymentSms(stranger, { orderId: order.id })).toEqual(unknown)
	expect(unknown.success).toBe(false)
})

test.each([
	['the preference is off', { payment_notifications: false, course_progress_notifications: false }],
	['the number is not verified', { verified: false }],
])('no SMS is sent while %s', async (_what, preferences) => {
	const { deps, ctx, userId } = await setUp({ preferences })
	await buy(deps, userId)
	const [passed] = await sectionsOf()
	expect(await recordSectionPassed(ctx, passed!)).toMatchObject({ success: false })
	await runDueJobs(deps)
	expect(await textsTo(deps)).toEqual([])
})

const sectionsOf = async () => {
	const { readCourseCatalog } = await import('#server/services/learning/progress/course-catalog.ts')
	const catalog = readCourseCatalog(loadedContent)
	return catalog.modules.flatMap(({ id, sectionIds }) => sectionIds.map((sectionId) => ({ moduleId: id, sectionId })))
}

test('sections completed in a day are sent as one digest after half an hour, later ones the next day', async () => {
	const { deps, ctx, clock, userId } = await setUp({ preferences: { payment_notifications: false } })
	await buy(deps, userId)
	const [first, second, third] = await sectionsOf()
	for (const passed of [first!, second!, first!, second!]) expect(await recordSectionPassed(ctx, passed)).toMatchObject({ success: true })
	await runDueJobs(deps)
	expect(await bodies(deps)).toEqual([])
	clock.advance(HOUR / 2)
	await runDueJobs(deps)
	expect(await bodies(deps)).toEqual([expect.stringContaining('2 more sections done, the latest in module 1')])

	expect(await recordSectionPassed(ctx, third!)).toMatchObject({ success: true })
	clock.advance(2 * HOUR)
	await runDueJobs(deps)
	expect(await bodies(deps)).toHaveLength(1)
	clock.advance(24 * HOUR)
	await runDueJobs(deps)
	expect((await bodies(deps))[1]).toContain('one more section done')
})

test('an evening digest waits until eight in the morning local time', async () => {
	const { deps, ctx, clock, userId } = await setUp({ preferences: { payment_notifications: false }, hour: 22 })
	await buy(deps, userId)
	const [passed] = await sectionsOf()
	await recordSectionPassed(ctx, passed!)
	clock.advance(9.5 * HOUR)
	await runDueJobs(deps)
	expect(await bodies(deps)).toEqual([])
	clock.advance(HOUR)
	await runDueJobs(deps)
	expect(await bodies(deps)).toHaveLength(1)
})

test.each([
	['said STOP', (ctx: ServiceContext) => blockPhone(ctx, { phone: PHONE, streams: ['notifications'], reason: 'stop' })],
	[
		'turned notifications off',
		(ctx: ServiceContext, userId: string) =>
			ctx.db.updateTable('user_sms_settings').set({ course_progress_notifications: false }).where('user_id', '=', userId).execute(),
	],
	['lost the course by a refund', (ctx: ServiceContext) => ctx.db.updateTable('entitlements').set({ state: 'revoked' }).execute()],
])('a queued digest is suppressed if the learner %s', async (_what, change) => {
	const { deps, ctx, clock, userId } = await setUp({ preferences: { payment_notifications: false } })
	await buy(deps, userId)
	const [passed] = await sectionsOf()
	await recordSectionPassed(ctx, passed!)
	await change(ctx, userId)
	clock.advance(HOUR)
	await runDueJobs(deps)
	expect(await bodies(deps)).toEqual([])
	expect(await deps.db.selectFrom('sms_messages').select('status').execute()).toEqual([{ status: 'suppressed' }])
})

test.each([
	['is temporarily unreachable', { kind: 'later', code: 'ECONNREFUSED' }, 2],
	['loses the answer', { kind: 'unknown', code: 'TimeoutError' }, 1],
	['refuses', { kind: 'refused', refusal: 'other', code: '29999' }, 1],
] as const)('a provider that %s gets a second attempt only if it certainly took no message', async (_what, firstOutcome, expected) => {
	const asked: string[] = []
	const outcomes: SmsOutcome[] = [firstOutcome]
	const sms = {
		async send({ id }: { id: string }): Promise<SmsOutcome> {
			asked.push(id)
			return outcomes.shift() ?? { kind: 'accepted', providerId: 'SM1', status: 'sent' }
		},
		webhooks: null,
	}
	const { deps, clock, userId } = await setUp({ overrides: { sms } })
	await buy(deps, userId)
	await runDueJobs(deps)
	clock.advance(60_000)
	await runDueJobs(deps)
	await runDueJobs(deps)
	expect(asked).toHaveLength(expected)
	expect(new Set(asked).size).toBe(1)
})

test('an SMS that the provider never takes fails after six attempts, in the learner’s list too, and uses up no limit', async () => {
	let asked = 0
	const sms = {
		async send(): Promise<SmsOutcome> {
			asked += 1
			return { kind: 'later', code: 'ECONNREFUSED' }
		},
		webhooks: null,
	}
	const { deps, clock, userId } = await setUp({ overrides: { sms } })
	await buy(deps, userId)
	for (let hour = 0; hour < 8; hour += 1) {
		await runDueJobs(deps)
		clock.advance(HOUR)
	}
	expect(asked).toBe(6)
	expect(await deps.db.selectFrom('sms_messages').select(['status', 'error_code']).execute()).toEqual([
		{ status: 'failed', error_code: 'ECONNREFUSED' },
	])
	expect(await deps.db.selectFrom('sms_logs').select('status').execute()).toEqual([{ status: 'failed' }])
	expect(await deps.db.selectFrom('sms_sends').select('message_id').execute()).toEqual([])
})

test('an SMS whose process died during sending isn’t sent again', async () => {
	const { deps, userId } = await setUp()
	await buy(deps, userId)
	await deps.db.updateTable('sms_messages').set({ status: 'sending' }).execute()
	await runDueJobs(deps)
	expect(await bodies(deps)).toEqual([])
	expect(await deps.db.selectFrom('sms_messages').select(['status', 'error_code']).execute()).toEqual([
		{ status: 'unknown', error_code: 'interrupted' },
	])
})

test('without a recorded consent no SMS is queued; after it they are', async () => {
	const { deps, ctx, userId } = await setUp({ hasAgreed: false })
	await buy(deps, userId)
	const [passed] = await sectionsOf()
	expect(await recordSectionPassed(ctx, passed!)).toMatchObject({
		success: false,
		message: 'You haven’t agreed to text messages to this number',
	})
	expect(await deps.db.selectFrom('sms_messages').select('id').execute()).toEqual([])
	await agree(ctx)
	const { order } = await buy(deps, userId)
	expect(await requestPaymentSms(ctx, { orderId: order.id })).toMatchObject({ success: true })
	await runDueJobs(deps)
	expect(await bodies(deps)).toHaveLength(1)
})

test.each([
	{ why: 'gone', lose: (deps: Deps) => deps.db.deleteFrom('sms_consents').execute() },
	{ why: 'with unknown consent words', lose: (deps: Deps) => deps.db.updateTable('sms_consents').set({ words: null }).execute() },
	{ why: 'for another number', lose: (deps: Deps) => deps.db.updateTable('sms_consents').set({ phone: '+12125550124' }).execute() },
])('a queued SMS is suppressed if its consent is $why by then', async ({ lose }) => {
	const { deps, userId } = await setUp()
	await buy(deps, userId)
	await lose(deps)
	await runDueJobs(deps)
	expect(await bodies(deps)).toEqual([])
	expect(await deps.db.selectFrom('sms_messages').select(['status', 'error_code']).execute()).toEqual([
		{ status: 'suppressed', error_code: 'no-consent' },
	])
})

test('a consent to an unknown wording is refused', async () => {
	const { deps, ctx } = await setUp({ hasAgreed: false })
	await expect(storeSmsConsent(ctx, { version: '2020-01-01' })).rejects.toMatchObject({ code: 'unknown_consent' })
	expect(await deps.db.selectFrom('sms_consents').select('id').execute()).toEqual([])
})

test.each([true, false])('an access code drops the password of an account unless its address was confirmed: %s', async (isConfirmed) => {
	const { deps } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	const email = 'guest@example.com'
	await inTransaction(deps.db, async (tx) => {
		await createUser(ctx, tx, { email, passwordHash: 'of someone', data: {}, isConfirmed })
		expect(await prepareGuestAccess(ctx, tx, email)).toMatchObject({ kind: 'code', hours: 24 })
	})
	expect(await deps.db.selectFrom('auth.one_time_tokens').select('drops_password').execute()).toEqual([{ drops_password: !isConfirmed }])
})
