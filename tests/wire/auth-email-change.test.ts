// asvs V7.5.1
// regression cf74a14f
import { expect, test } from 'vitest'

import { GOOD_PASSWORD, signedIn, someAddress, startWire } from './test-client.ts'

test('an email address changes only after both mailboxes confirm', async () => {
	const wire = await startWire()
	const { client, email, user } = await signedIn(wire)
	const wanted = someAddress()
	const asked = await client.auth.updateUser({ email: wanted })
	expect([asked.error, asked.data.user?.email, asked.data.user?.new_email]).toEqual([null, email, wanted])

	const [toNew, toOld] = [await wire.lastMail(wanted), await wire.lastMail(email)]
	expect([toNew.template, toOld.template]).toEqual(['auth.email-change-new', 'auth.email-change-current'])
	const half = await wire.post('/verify', { type: 'email_change', email: wanted, token: toNew.code })
	expect(await half.json()).toEqual({ msg: expect.stringContaining('other email'), code: '200' })
	expect((await client.auth.getUser()).data.user?.email).toBe(email)
	expect((await wire.post('/verify', { type: 'email_change', email: wanted, token: toNew.code })).status).toBe(403)

	const done = await wire.connect().auth.verifyOtp({ token_hash: toOld.linkToken, type: 'email_change' })
	expect(done.data.user).toMatchObject({ id: user.id, email: wanted, user_metadata: { email: wanted }, identities: [{ email: wanted }] })
	expect(done.data.user).not.toHaveProperty('new_email')
	expect((await wire.connect().auth.signInWithPassword({ email, password: GOOD_PASSWORD })).error?.code).toBe('invalid_credentials')
	expect((await wire.connect().auth.signInWithPassword({ email: wanted, password: GOOD_PASSWORD })).error).toBeNull()
})

test('after the first link, the browser is told that the other mailbox still has to confirm', async () => {
	const wire = await startWire()
	const { client } = await signedIn(wire)
	const wanted = someAddress()
	await client.auth.updateUser({ email: wanted })
	const answer = await wire.request(`/auth/v1/verify?type=email_change&token=${(await wire.lastMail(wanted)).linkToken}`)
	const fragment = new URLSearchParams(new URL(answer.headers.get('location') ?? '').hash.slice(1))
	expect([answer.status, [...fragment.keys()]]).toEqual([303, ['message', 'sb']])
})

test('a second email change request invalidates the codes of the first', async () => {
	const wire = await startWire()
	const { client, email } = await signedIn(wire)
	const [first, second] = [someAddress(), someAddress()]
	await client.auth.updateUser({ email: first })
	const stale = await wire.lastMail(first)
	const staleOld = await wire.lastMail(email)
	wire.clock.advance(61_000)
	await client.auth.updateUser({ email: second })
	for (const linkToken of [stale.linkToken, staleOld.linkToken])
		expect((await wire.post('/verify', { type: 'email_change', token_hash: linkToken })).status).toBe(403)
})

test('an address taken in the meantime is refused, even with access to its mailbox', async () => {
	const wire = await startWire()
	const { client, email } = await signedIn(wire)
	const wanted = someAddress()
	await client.auth.updateUser({ email: wanted })
	const [toNew, toOld] = [await wire.lastMail(wanted), await wire.lastMail(email)]
	wire.clock.advance(61_000)
	await signedIn(wire, wanted)
	await wire.post('/verify', { type: 'email_change', token_hash: toNew.linkToken })
	const late = await wire.post('/verify', { type: 'email_change', token_hash: toOld.linkToken })
	expect([late.status, late.headers.get('x-sb-error-code')]).toEqual([422, 'email_exists'])
	expect((await client.auth.getUser()).data.user?.email).toBe(email)
})

test('a completed email change invalidates the recovery mail sent to the old address', async () => {
	const wire = await startWire()
	const { client, email } = await signedIn(wire)
	const wanted = someAddress()
	await client.auth.updateUser({ email: wanted })
	const [toNew, toOld] = [await wire.lastMail(wanted), await wire.lastMail(email)]
	wire.clock.advance(61_000)
	await wire.post('/recover', { email })
	const recovery = await wire.lastMail(email)
	for (const { linkToken } of [toNew, toOld]) await wire.post('/verify', { type: 'email_change', token_hash: linkToken })
	expect((await wire.post('/verify', { type: 'recovery', token_hash: recovery.linkToken })).status).toBe(403)
})

test('a new password cancels a pending change of email or phone', async () => {
	const wire = await startWire()
	const { client, email } = await signedIn(wire)
	const wanted = someAddress()
	expect((await client.auth.updateUser({ email: wanted })).data.user?.new_email).toBe(wanted)
	await wire.deps.db.updateTable('auth.users').set({ new_phone: '12025550123' }).where('email', '=', email).execute()
	expect((await client.auth.getUser()).data.user).toHaveProperty('new_phone')
	const [toNew, toOld] = [await wire.lastMail(wanted), await wire.lastMail(email)]
	const { data, error } = await client.auth.updateUser({ password: 'brand-new-password' })
	expect(error).toBeNull()
	for (const pending of ['new_email', 'new_phone']) expect(data.user).not.toHaveProperty(pending)
	for (const { linkToken } of [toNew, toOld])
		expect((await wire.post('/verify', { type: 'email_change', token_hash: linkToken })).status).toBe(403)
	expect((await client.auth.getUser()).data.user?.email).toBe(email)
})
