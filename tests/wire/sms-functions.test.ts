import type { FunctionsHttpError, SupabaseClient } from '@supabase/supabase-js'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'
import type { Deps } from '#server/services/context.ts'

import { signedIn, startWire } from './test-client.ts'

const PHONE = '+14155552671'
const FUNCTIONS = ['send-verification-code', 'verify-code', 'send-course-progress-sms', 'send-payment-confirmation-sms'] as const

type Body = { success: boolean; error?: string; message?: string; code?: string; retryAfterSeconds?: number; session?: Tokens }
type Tokens = { access_token: string; refresh_token: string }

async function call(client: SupabaseClient, name: (typeof FUNCTIONS)[number], body: object) {
	const { data, error, response } = await client.functions.invoke<Body>(name, { body })
	const refused = (error as FunctionsHttpError | null)?.context as Response | undefined
	return { status: response?.status, body: data ?? ((await refused?.json()) as Body) }
}

const newestCode = async (deps: Deps, to = PHONE) => {
	const { body } = await deps.db
		.selectFrom('outbox_messages')
		.select('body')
		.where('to_address', '=', to)
		.orderBy('id', 'desc')
		.executeTakeFirstOrThrow()
	return /^\d{6}/.exec(body)![0]
}

const verification = { phoneNumber: PHONE, purpose: 'phone_verification' }

test('both calls of the settings page work through the client', async () => {
	const wire = await startWire()
	const { client, user } = await signedIn(wire)
	expect(await call(client, 'send-verification-code', verification)).toEqual({
		status: 200,
		body: { success: true, retryAfterSeconds: 60 },
	})
	expect(await call(client, 'send-verification-code', verification)).toMatchObject({
		status: 200,
		body: {
			success: false,
			code: 'over_sms_send_rate_limit',
			retryAfterSeconds: 60,
			error: expect.stringContaining('60 seconds') as string,
		},
	})
	const code = await newestCode(wire.deps)
	const [wrong, right] = [String((Number(code) + 1) % 1_000_000).padStart(6, '0'), code]
	expect(await call(client, 'verify-code', { ...verification, code: wrong })).toEqual({
		status: 200,
		body: { success: false, error: 'Invalid verification code', code: 'invalid_code' },
	})
	expect(await call(client, 'verify-code', { ...verification, code: right })).toEqual({ status: 200, body: { success: true } })

	const row = await client.from('user_sms_settings').select('*').eq('user_id', user.id).single()
	expect(row.data).toMatchObject({ phone_number: PHONE, verified: true, course_progress_notifications: true, two_factor_enabled: false })
	const logs = await client.from('sms_logs').select('*').order('created_at', { ascending: false }).limit(10)
	expect(logs.data).toEqual([expect.objectContaining({ type: 'phone_verification', status: 'delivered' })])
	const stranger = await signedIn(wire)
	expect((await stranger.client.from('sms_logs').select('*')).data).toEqual([])
	expect((await stranger.client.from('user_sms_settings').select('*').eq('user_id', user.id)).data).toEqual([])
})

test.each(FUNCTIONS)('%s requires a session, a valid body and POST', async (name) => {
	const wire = await startWire()
	const body = { ...verification, code: '123456', moduleId: 1, sectionId: 'none-such', orderId: 'none' }
	expect(await call(wire.connect(), name, body)).toMatchObject({ status: 401, body: { success: false, error: 'Not authenticated' } })
	const { client } = await signedIn(wire)
	expect((await call(client, name, {})).status).toBe(400)
	expect((await wire.request(`/functions/v1/${name}`)).status).toBe(405)
})

test('an unknown section is refused, and without a verified number the answer reports failure', async () => {
	const wire = await startWire()
	const { client } = await signedIn(wire)
	expect(
		await call(client, 'send-course-progress-sms', { moduleId: 1, sectionId: 'none-such', milestone: 'section_completed' }),
	).toMatchObject({ status: 422 })
	expect(
		await call(client, 'send-payment-confirmation-sms', { orderId: 'cs_test_none', amount: 1, currency: 'usd', productName: 'x' }),
	).toMatchObject({
		status: 200,
		body: { success: false },
	})
	expect(await wire.countRows('sms_messages')).toBe(0)
})

test('no body causes a server error or sends a text', async () => {
	const wire = await startWire()
	const { session } = await signedIn(wire)
	const headers = { 'content-type': 'application/json', apikey: PUBLISHABLE_KEY, authorization: `Bearer ${session.access_token}` }
	const value = fc.oneof(
		fc.string(),
		fc.constantFrom('\0', '+1900', '+1\u0000', '١٢٣٤٥٦', '🙂'),
		fc.integer(),
		fc.constant(null),
		fc.array(fc.string()),
	)
	const bodies = fc.record(
		{
			phoneNumber: value,
			purpose: fc.oneof(value, fc.constantFrom('phone_verification', 'two_factor_auth')),
			code: value,
			moduleId: value,
			sectionId: value,
			orderId: value,
		},
		{ requiredKeys: [] },
	)
	await fc.assert(
		fc.asyncProperty(fc.constantFrom(...FUNCTIONS), bodies, async (name, body) => {
			const answer = await wire.request(`/functions/v1/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })
			expect(answer.status).toBeLessThan(500)
			expect(await answer.json()).toMatchObject({ success: false })
		}),
		{ numRuns: 150 },
	)
	expect(await wire.countRows('sms_messages')).toBe(0)
})

/** Creates a learner whose second factor is the verified number. */
async function withTextsAsSecondFactor() {
	const wire = await startWire()
	const learner = await signedIn(wire)
	await call(learner.client, 'send-verification-code', verification)
	await call(learner.client, 'verify-code', { ...verification, code: await newestCode(wire.deps) })
	const upsert = (row: object) =>
		learner.client.from('user_sms_settings').upsert({ user_id: learner.user.id, phone_number: PHONE, ...row }, { onConflict: 'user_id' })
	wire.clock.advance(61_000)
	return { wire, ...learner, upsert }
}

test('with SMS as second factor, the right code raises the session and ends earlier tokens', async () => {
	const { wire, client, session, upsert } = await withTextsAsSecondFactor()
	expect((await upsert({ two_factor_enabled: true })).error).toBeNull()
	expect((await upsert({ two_factor_enabled: false })).error).toMatchObject({ code: '42501' })
	const two = { phoneNumber: PHONE, purpose: 'two_factor_auth' }
	expect((await call(client, 'send-verification-code', two)).body).toMatchObject({ success: true })
	const { body } = await call(client, 'verify-code', { ...two, code: await newestCode(wire.deps) })
	const { data } = await client.auth.setSession(body.session!)
	expect(data.session).not.toBeNull()
	expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal2' })
	expect((await upsert({ two_factor_enabled: false })).error).toBeNull()
	expect((await wire.connect().auth.refreshSession({ refresh_token: session.refresh_token })).error).not.toBeNull()
})

test('a stolen password can’t add SMS as second factor next to an existing one', async () => {
	const { wire, user, upsert } = await withTextsAsSecondFactor()
	await wire.deps.db.insertInto('auth.mfa_factors').values({ user_id: user.id, factor_type: 'totp', status: 'verified' }).execute()
	expect((await upsert({ two_factor_enabled: true })).error).toMatchObject({ code: '42501', hint: 'insufficient_aal' })
	expect((await upsert({ payment_notifications: false })).error).toMatchObject({ code: '42501', hint: 'insufficient_aal' })
})
