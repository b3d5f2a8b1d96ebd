// asvs V16.2.1 V16.2.5 V16.3.1
import { expect, test } from 'vitest'

import { GOOD_PASSWORD, signedIn, startWire } from './test-client.ts'

test('account events, including failures, are audited without secrets', async () => {
	const wire = await startWire()
	const { client, email, user, session } = await signedIn(wire)
	await wire.post('/token?grant_type=password', { email, password: 'not-the-password' })
	await wire.post('/verify', { type: 'email', email, token: '000000' })
	await wire.post('/token?grant_type=pkce', { auth_code: 'unknown', code_verifier: 'unknown' })
	await client.auth.refreshSession()
	await client.auth.updateUser({ password: GOOD_PASSWORD })
	await client.auth.updateUser({ password: 'brand-new-password' })
	await client.auth.updateUser({ data: { name: 'Ana Test' } })
	await client.auth.signOut()
	await wire.post('/token?grant_type=refresh_token', { refresh_token: session.refresh_token })

	const rows = await wire.deps.db.selectFrom('auth.audit_log_entries').selectAll().orderBy('id').execute()
	expect(rows.map(({ action, outcome, user_id: id }) => `${action} ${outcome} ${id === user.id ? 'known' : 'unknown'}`)).toEqual([
		'user_signedup success known',
		'code_verified success known',
		'login success known',
		'login failure known',
		'code_verified failure unknown',
		'code_verified failure unknown',
		'token_refreshed success known',
		'user_modified failure known',
		'user_updated_password success known',
		'user_modified success known',
		'logout success known',
		'token_refreshed failure unknown',
	])
	expect(rows.every((row) => row.ip_address === '127.0.0.1')).toBe(true)
	const text = JSON.stringify(rows)
	for (const secret of [email, GOOD_PASSWORD, 'brand-new-password', 'not-the-password', session.refresh_token, session.access_token])
		expect(text).not.toContain(secret)
})
