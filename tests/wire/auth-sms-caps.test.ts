// asvs V2.3.2
// regression raw-http
import { sql } from 'kysely'
import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { CODE_LIMITS, type SendLimit } from '#domain/sms/send-limits.ts'
import { systemContext } from '#server/services/context.ts'
import { toSendKeys } from '#server/services/messaging/sms/reserve-send.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'

import { signedIn, startWire, type Wire } from './test-client.ts'

const ON = {
	GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
	GOTRUE_MFA_PHONE_ENROLL_ENABLED: 'true',
	GOTRUE_MFA_PHONE_VERIFY_ENABLED: 'true',
	TRUSTED_PROXY_HOPS: '1',
}
const FORWARDED = { 'x-forwarded-for': '203.0.113.9' }
const PHONE = '+12025550142'

const countSends = (wire: Wire) => wire.countRows('sms_sends')
const ask = async (wire: Wire, phone: string) => {
	const answer = await wire.post('/otp', { phone }, FORWARDED)
	await runDueJobs(wire.deps)
	return [answer.status, answer.headers.get('x-sb-error-code')]
}

type Row = {
	is_code?: boolean
	is_unproven?: boolean
	user_key: Buffer
	phone_key: Buffer
	prefix_key: Buffer
	network_key: Buffer | null
	country: string
}
const someKey = () => randomBytes(16)
const anyone = (): Row => ({
	user_key: someKey(),
	phone_key: someKey(),
	prefix_key: someKey(),
	network_key: someKey(),
	country: 'CA',
})

/**
 * Adds earlier codes that leave the window of `seconds` in one second; they are verified, so that they don't look like SMS
 * pumping.
 */
async function seed(wire: Wire, { count, row, seconds }: { count: number; row: Partial<Row>; seconds: number }) {
	const at = new Date(wire.clock.now().getTime() - (seconds - 1) * 1000)
	const rows = Array.from({ length: count }, () => ({
		...anyone(),
		is_code: true,
		...row,
		message_id: randomUUID(),
		sent_at: at,
		verified_at: at,
	}))
	if (rows.length > 0) await wire.deps.db.insertInto('sms_sends').values(rows).execute()
}

/** Returns the keys under which a sign-in code for PHONE is counted. */
async function ownKeys(wire: Wire): Promise<Record<SendLimit['scope'], Partial<Row>>> {
	const ctx = { ...systemContext(wire.deps, 'test'), actor: { type: 'anonymous' } as const, clientAddress: '203.0.113.9' }
	const keys = await toSendKeys(ctx, { userId: `telephone:${PHONE.slice(1)}`, phone: PHONE })
	return {
		user: { user_key: keys.user },
		phone: { phone_key: keys.phone, is_unproven: true },
		prefix: { prefix_key: keys.prefix },
		network: { network_key: keys.network },
		country: { country: 'US' },
		strangers: { is_unproven: true },
		all: {},
	}
}

test.each(CODE_LIMITS)('no sign-in code is sent after $most in $seconds s by $scope', async (limit) => {
	const wire = await startWire({ env: ON })
	const row = (await ownKeys(wire))[limit.scope]
	// First, one send below the cap is allowed.
	await seed(wire, { count: limit.most - 1, row, seconds: limit.seconds })
	const before = await countSends(wire)
	expect(await ask(wire, PHONE)).toEqual([200, null])
	expect(await countSends(wire)).toBe(before + 1)

	await wire.deps.db.deleteFrom('sms_sends').execute()
	wire.clock.advance(61_000)
	await seed(wire, { count: limit.most, row, seconds: limit.seconds })
	expect(await ask(wire, PHONE)).toEqual([200, null])
	expect(await countSends(wire)).toBe(limit.most)
	expect(await wire.mails(PHONE)).toHaveLength(1)
})

test('settings, sign-in and second factor share one daily SMS budget and report when it is used up', async () => {
	const wire = await startWire({ env: { ...ON, SMS_DAILY_CAP: '2' } })
	const { client } = await signedIn(wire)
	const { data: factor } = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+12025550143', friendlyName: 'p' })
	const verification = { phoneNumber: PHONE, purpose: 'phone_verification' }
	expect((await client.functions.invoke('send-verification-code', { body: verification })).data).toMatchObject({ success: true })
	expect(await ask(wire, '+12125550144')).toEqual([200, null])
	expect(await countSends(wire)).toBe(2)

	expect(await ask(wire, '+13105550145')).toEqual([429, 'over_sms_send_rate_limit'])
	const challenge = await client.auth.mfa.challenge({ factorId: factor?.id ?? '' })
	expect(challenge.error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' })
	wire.clock.advance(61_000)
	expect((await client.functions.invoke('send-verification-code', { body: verification })).data).toMatchObject({
		success: false,
		code: 'over_sms_send_rate_limit',
	})
	expect(await countSends(wire)).toBe(2)
	wire.clock.advance(86_400_000)
	expect(await ask(wire, '+13105550145')).toEqual([200, null])
	expect(await countSends(wire)).toBe(3)
})

test('strangers can’t use up the SMS budget of learners: neither the day’s nor the number’s', async () => {
	const wire = await startWire({ env: { ...ON, SMS_DAILY_CAP: '5' } })
	const { client } = await signedIn(wire)
	await client.auth.updateUser({ phone: PHONE })
	await runDueJobs(wire.deps)
	await client.auth.verifyOtp({ phone: PHONE, token: (await wire.lastMail(PHONE)).code, type: 'phone_change' })
	wire.clock.advance(61_000)
	await seed(wire, { count: 3, row: { ...(await ownKeys(wire)).phone }, seconds: 86_400 })
	expect(await ask(wire, '+13105550145')).toEqual([429, 'over_sms_send_rate_limit'])
	const before = await countSends(wire)
	const verification = { phoneNumber: PHONE, purpose: 'phone_verification' }
	expect((await client.functions.invoke('send-verification-code', { body: verification })).data).toMatchObject({ success: true })
	expect(await countSends(wire)).toBe(before + 1)
})

test('an account gets five codes a day across all surfaces and numbers, however many reminders it got', async () => {
	const wire = await startWire({ env: ON })
	const { client } = await signedIn(wire)
	const userId = (await client.auth.getUser()).data.user?.id ?? ''
	const { user } = await toSendKeys(systemContext(wire.deps, 'test'), { userId, phone: PHONE })
	await seed(wire, { count: 5, row: { user_key: user, is_code: false }, seconds: 86_400 })
	const change = async (phone: string) => {
		const { error } = await client.auth.updateUser({ phone })
		await runDueJobs(wire.deps)
		wire.clock.advance(61_000)
		return error?.code ?? null
	}
	for (const area of ['212', '213', '310', '415']) expect(await change(`+1${area}5550101`)).toBeNull()
	const body = { phoneNumber: '+16175550101', purpose: 'phone_verification' }
	expect((await client.functions.invoke('send-verification-code', { body })).data).toMatchObject({ success: true })
	wire.clock.advance(61_000)
	expect(await change('+17185550101')).toBe('over_sms_send_rate_limit')
	expect(await countSends(wire)).toBe(5 + 5)
})

test.each(['+447700900123', '+19005550123', '+18005550123'])('no second-factor code is sent to %s', async (phone) => {
	const wire = await startWire({ env: ON })
	const { client } = await signedIn(wire)
	const { data: factor } = await client.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'abroad' })
	const { error } = await client.auth.mfa.challenge({ factorId: factor?.id ?? '' })
	expect(error).toMatchObject({ status: 422, code: 'sms_send_failed' })
	await runDueJobs(wire.deps)
	expect([await countSends(wire), (await wire.mails(phone)).length]).toEqual([0, 0])
})

test('a text refused by the provider isn’t counted, and an unreachable phone isn’t retried', async () => {
	const tried: string[] = []
	const sms = {
		webhooks: null,
		send: async ({ to }: { to: string }) => {
			tried.push(to)
			return { kind: 'refused', refusal: 'bad-number', code: '21614' } as const
		},
	}
	const wire = await startWire({ env: ON, sms })
	expect(await ask(wire, PHONE)).toEqual([200, null])
	expect(await countSends(wire)).toBe(0)
	wire.clock.advance(61_000)
	expect(await ask(wire, PHONE)).toEqual([200, null])
	expect(tried).toEqual([PHONE])
})

test('a text that may have been sent before a crash isn’t sent twice', async () => {
	const wire = await startWire({ env: ON })
	await wire.post('/otp', { phone: PHONE }, FORWARDED)
	const { rows } = await sql<{ id: string }>`select data ->> 'messageId' as id from pgboss.job where name = 'send-auth-sms'`.execute(
		wire.deps.db,
	)
	const row = { message_id: rows[0]?.id ?? '', is_code: true, sent_at: wire.clock.now(), ...anyone() }
	await wire.deps.db.insertInto('sms_sends').values(row).execute()
	await runDueJobs(wire.deps)
	expect(await wire.mails(PHONE)).toEqual([])
})
