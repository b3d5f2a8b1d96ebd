// asvs V8.2.3 V15.3.3
import { expect, test } from 'vitest'

import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'

import { signedIn, startWire, type Wire } from './test-client.ts'

const PHONE = '+14155552671'

const logLine = (wire: Wire, userId: string, minute: number) =>
	wire.deps.db
		.insertInto('sms_logs')
		.values({
			user_id: userId,
			type: 'course_progress',
			message: `section ${minute}`,
			status: 'sent',
			created_at: new Date(Date.UTC(2026, 0, 1, 0, minute)),
		})
		.execute()

test('a learner without settings gets PGRST116, which the settings page ignores', async () => {
	const wire = await startWire()
	const { client, user } = await signedIn(wire)
	const { data, error, status } = await client.from('user_sms_settings').select('*').eq('user_id', user.id).single()
	expect([status, data]).toEqual([406, null])
	expect(error).toMatchObject({
		code: 'PGRST116',
		details: 'The result contains 0 rows',
		hint: null,
		message: 'Cannot coerce the result to a single JSON object',
	})
	expect(await client.from('user_sms_settings').select('*').maybeSingle()).toMatchObject({ data: null, error: null, status: 200 })
})

test('settings are saved, read and changed with the settings page’s upsert', async () => {
	const wire = await startWire()
	const { client, user } = await signedIn(wire)
	const settings = client.from('user_sms_settings')
	const row = {
		user_id: user.id,
		phone_number: '+1 (415) 555-2671',
		course_progress_notifications: false,
		payment_notifications: true,
		two_factor_enabled: true,
		verified: true,
	}
	const added = await settings.upsert(row, { onConflict: 'user_id' })
	expect([added.error, added.status, added.data]).toEqual([null, 201, null])

	const read = await settings.select('*').eq('user_id', user.id).single()
	expect(read.error).toBeNull()
	// The number is stored in normalized form, and neither it nor the second factor counts until a code is confirmed.
	expect(read.data).toEqual({
		...row,
		phone_number: PHONE,
		two_factor_enabled: false,
		verified: false,
		created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/),
		updated_at: expect.any(String),
	})

	const changed = await settings.upsert({ user_id: user.id, payment_notifications: false }, { onConflict: 'user_id' }).select().single()
	expect([changed.status, changed.error]).toEqual([200, null])
	expect(changed.data).toMatchObject({ phone_number: PHONE, course_progress_notifications: false, payment_notifications: false })
})

test('only the server can mark a number as verified, and a new number isn’t', async () => {
	const wire = await startWire()
	const { client, user } = await signedIn(wire)
	await wire.deps.db.insertInto('user_sms_settings').values({ user_id: user.id, phone_number: PHONE, verified: true }).execute()
	const save = async (change: Record<string, unknown>) => {
		const { data, error } = await client
			.from('user_sms_settings')
			.upsert({ user_id: user.id, ...change }, { onConflict: 'user_id' })
			.select('phone_number, two_factor_enabled, verified')
			.single()
		return error?.code ?? data
	}
	expect(await save({ phone_number: '+1 415 555 2671', two_factor_enabled: true, verified: false })).toEqual({
		phone_number: PHONE,
		two_factor_enabled: true,
		verified: true,
	})
	// With only the password, the second factor can't be removed, neither directly nor by changing the number.
	expect(await save({ two_factor_enabled: false })).toBe('42501')
	expect(await save({ phone_number: '+14155550100' })).toBe('42501')
	expect(await save({ phone_number: null })).toBe('42501')
	await wire.deps.db.updateTable('user_sms_settings').set({ two_factor_enabled: false }).where('user_id', '=', user.id).execute()
	expect(await save({ phone_number: '+14155550100', verified: true, two_factor_enabled: true })).toEqual({
		phone_number: '+14155550100',
		two_factor_enabled: false,
		verified: false,
	})
	expect(await save({ phone_number: 'call me' })).toBe('23514')
})

test('the last ten messages are listed newest first, and only the reader’s own', async () => {
	const wire = await startWire()
	const { client, user } = await signedIn(wire)
	const other = await signedIn(wire)
	for (let minute = 0; minute < 12; minute++) await logLine(wire, user.id, minute)
	await logLine(wire, other.user.id, 30)

	const { data, error } = await client.from('sms_logs').select('*').order('created_at', { ascending: false }).limit(10)
	expect(error).toBeNull()
	expect(data?.map(({ message }: { message: string }) => message)).toEqual(
		Array.from({ length: 10 }, (_, index) => `section ${11 - index}`),
	)
	const head = await client.from('sms_logs').select('*', { count: 'exact', head: true })
	expect([head.error, head.count, head.data]).toEqual([null, 12, null])
	const page = await client.from('sms_logs').select('message', { count: 'exact' }).order('created_at').range(10, 19)
	expect([page.status, page.count, page.data]).toEqual([206, 12, [{ message: 'section 10' }, { message: 'section 11' }]])
	const past = await client.from('sms_logs').select('message', { count: 'exact' }).range(13, 19)
	expect([past.status, past.error?.code]).toEqual([416, 'PGRST103'])
})

test('without a valid access token no table is visible', async () => {
	const wire = await startWire()
	const anon = await wire.connect().from('sms_logs').select('*')
	expect([anon.status, anon.data, anon.error?.code]).toEqual([401, null, '42501'])
	const { session } = await signedIn(wire)
	const [head = '', body = '', signature = ''] = session.access_token.split('.')
	const ask = async (token: string) => {
		const response = await wire.request('/rest/v1/sms_logs', { headers: { apikey: PUBLISHABLE_KEY, authorization: `Bearer ${token}` } })
		const { code } = (await response.json()) as { code?: string }
		return [response.status, code, response.headers.get('www-authenticate')]
	}
	const invalid = 'Bearer error="invalid_token"'
	expect(await ask(`${head}.${body}.${signature.slice(4)}AAAA`)).toEqual([401, 'PGRST301', invalid])
	expect(await ask('sb_secret_guess')).toEqual([401, 'PGRST301', invalid])
	wire.clock.advance(3_601_000)
	expect(await ask(session.access_token)).toEqual([401, 'PGRST303', invalid])
})

test('a token is refused once its session has ended or its account is banned or deleted', async () => {
	const wire = await startWire()
	const { client, session, user } = await signedIn(wire)
	const code = async () => {
		const headers = { apikey: PUBLISHABLE_KEY, authorization: `Bearer ${session.access_token}` }
		const response = await wire.request('/rest/v1/sms_logs', { headers })
		return [response.status, ((await response.json()) as { code?: string }).code]
	}
	const users = wire.deps.db.updateTable('auth.users').where('id', '=', user.id)
	expect(await code()).toEqual([200, undefined])
	await users.set({ banned_until: new Date(wire.clock.now().getTime() + 60_000) }).execute()
	expect(await code()).toEqual([401, 'PGRST303'])
	await users.set({ banned_until: null, deleted_at: wire.clock.now() }).execute()
	expect(await code()).toEqual([401, 'PGRST303'])
	await users.set({ deleted_at: null }).execute()
	expect(await code()).toEqual([200, undefined])
	await client.auth.signOut()
	expect(await code()).toEqual([401, 'PGRST303'])
})
