import { expect, test } from 'vitest'

import { startAdminWire } from './admin-client.ts'
import { GOOD_PASSWORD, signedIn, SITE, someAddress, startWire } from './test-client.ts'

// Requirements of the client's own test suite that no other test here covers, as our own cases.

test('metadata from the operator is stored as sent', async () => {
	const { service } = await startAdminWire()
	const { admin } = service.auth
	const opened = await admin.createUser({ email: someAddress(), password: GOOD_PASSWORD, user_metadata: { city: 'Lima' } })
	expect(opened.data.user?.user_metadata).toEqual({ city: 'Lima' })
	const id = opened.data.user?.id ?? ''
	const moved = await admin.updateUserById(id, { email: someAddress(), user_metadata: { team: 'blue' } })
	expect(moved.data.user?.user_metadata).toEqual({ city: 'Lima', team: 'blue' })
	const proven = await admin.updateUserById(id, { email_confirm: true })
	expect(proven.data.user?.user_metadata).toEqual({ city: 'Lima', team: 'blue', email_verified: true })
	const linked = await admin.generateLink({ type: 'invite', email: someAddress(), options: { data: { city: 'Oslo' } } })
	expect(linked.data.user?.user_metadata).toEqual({ city: 'Oslo' })
})

test('the email in user metadata is updated when the operator changes the address', async () => {
	const wire = await startAdminWire()
	const { user } = await signedIn(wire)
	const email = someAddress()
	const { data } = await wire.service.auth.admin.updateUserById(user.id, { email })
	expect(data.user?.user_metadata).toMatchObject({ sub: user.id, email, email_verified: true })
})

test('a generated link has a readable redirect URL', async () => {
	const { service } = await startAdminWire()
	const redirectTo = `${SITE}/settings`
	const { data } = await service.auth.admin.generateLink({ type: 'invite', email: someAddress(), options: { redirectTo } })
	const link = data.properties?.action_link ?? ''
	expect(link).toContain(`redirect_to=${redirectTo}`)
	expect([new URL(link).searchParams.get('redirect_to'), data.properties?.redirect_to]).toEqual([redirectTo, redirectTo])
})

test('an invalid address is reported before a weak password', async () => {
	const wire = await startWire()
	const { error } = await wire.connect().auth.signUp({ email: 'nobody', password: 'password' })
	expect(error).toMatchObject({ code: 'validation_failed', message: 'Unable to validate email address: invalid format' })
})

test('resending a code to an unsupported number succeeds without a text', async () => {
	const wire = await startWire({ env: { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' } })
	for (const type of ['sms', 'phone_change'] as const) {
		const { error } = await wire.connect().auth.resend({ phone: '+447700900123', type })
		expect([type, error]).toEqual([type, null])
	}
	expect(await wire.countRows('outbox_messages')).toBe(0)
})

test('a code for members only is refused to strangers only if sign-up already reveals who is a member', async () => {
	const members = { create_user: false }
	const open = await startWire({ env: { GOTRUE_MAILER_AUTOCONFIRM: 'true' } })
	const member = someAddress()
	await open.connect().auth.signUp({ email: member, password: GOOD_PASSWORD })
	const told = await open.connect().auth.signInWithOtp({ email: someAddress(), options: { shouldCreateUser: false } })
	expect([told.error?.status, told.error?.code]).toEqual([422, 'otp_disabled'])
	expect((await open.post('/otp', { email: member, ...members })).status).toBe(200)

	const closed = { GOTRUE_MAILER_AUTOCONFIRM: 'true', GOTRUE_DISABLE_SIGNUP: 'true' }
	for (const env of [{}, closed]) {
		const silent = await startWire({ env })
		expect((await silent.post('/otp', { email: someAddress(), ...members })).status).toBe(200)
	}
})
