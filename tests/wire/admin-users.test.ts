// asvs V7.4.5
// regression CVE-2025-48370
import { expect, test } from 'vitest'

import { connectService, SECRET_KEY, startAdminWire } from './admin-client.ts'
import { GOOD_PASSWORD, signedIn, someAddress } from './test-client.ts'

const told = ({ error }: { error: { status?: number | undefined; code?: string | undefined } | null }) =>
	error ? [error.status, error.code] : null

test('an account created by the operator can sign in only once it is confirmed', async () => {
	const wire = await startAdminWire()
	const [open, shut] = [someAddress(), someAddress()]
	const { data } = await wire.service.auth.admin.createUser({
		email: open.toUpperCase(),
		phone: '+1 5005550011',
		password: GOOD_PASSWORD,
		email_confirm: true,
		phone_confirm: true,
		user_metadata: { city: 'Lima' },
		app_metadata: { plan: 'gold', provider: 'forged' },
	})
	expect(data.user).toMatchObject({
		email: open,
		phone: '15005550011',
		role: 'authenticated',
		user_metadata: { city: 'Lima', email_verified: true, phone_verified: true },
		app_metadata: { plan: 'gold', provider: 'email', providers: ['email', 'phone'] },
	})
	expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'phone'])
	await wire.service.auth.admin.createUser({ email: shut, password: GOOD_PASSWORD })
	expect(told(await wire.connect().auth.signInWithPassword({ email: open, password: GOOD_PASSWORD }))).toBeNull()
	expect(told(await wire.connect().auth.signInWithPassword({ email: shut, password: GOOD_PASSWORD }))).toEqual([400, 'email_not_confirmed'])
	expect(await wire.mails(shut)).toEqual([])
})

test('the list of accounts is paginated, with the headers that the client reads', async () => {
	const wire = await startAdminWire()
	for (let n = 0; n < 5; n += 1) {
		wire.clock.advance(1000)
		await wire.service.auth.admin.createUser({ email: `paged${n}@example.com` })
	}
	const first = await wire.service.auth.admin.listUsers({ page: 1, perPage: 2 })
	expect(first.data).toMatchObject({ total: 5, nextPage: 2, lastPage: 3, aud: 'authenticated' })
	expect(first.data.users.map(({ email }) => email)).toEqual(['paged4@example.com', 'paged3@example.com'])
	const last = await wire.service.auth.admin.listUsers({ page: 3, perPage: 2 })
	expect(last.data).toMatchObject({ nextPage: null, lastPage: 3 })
	expect(last.data.users.map(({ email }) => email)).toEqual(['paged0@example.com'])
	for (const query of ['page=0', 'page=x', 'per_page=-1', 'page=1e9', 'page=99999999999']) {
		const answer = await wire.request(`/auth/v1/admin/users?${query}`, { headers: { authorization: `Bearer ${SECRET_KEY}` } })
		expect([query, answer.status]).toEqual([query, 400])
	}
})

const listBy = async (wire: Awaited<ReturnType<typeof startAdminWire>>, query: string) => {
	const answer = await wire.request(`/auth/v1/admin/${query}`, { headers: { authorization: `Bearer ${SECRET_KEY}` } })
	return { status: answer.status, link: answer.headers.get('link') ?? '', body: (await answer.json()) as Record<string, unknown> }
}

test('the list of accounts can be filtered and sorted, and unknown query parameters are refused', async () => {
	const wire = await startAdminWire()
	for (const [email, name] of [
		['ann_1@example.com', 'Ann Lee'],
		['annx1@example.com', 'Bo'],
		['cy@example.com', 'Joanna Roe'],
	] as const) {
		wire.clock.advance(1000)
		await wire.service.auth.admin.createUser({ email, user_metadata: { full_name: name } })
	}
	const emailsOf = async (query: string) => {
		const { status, body } = await listBy(wire, `users?${query}`)
		return [status, ...((body.users ?? []) as { email: string }[]).map(({ email }) => email)]
	}
	expect(await emailsOf('filter=ann')).toEqual([200, 'cy@example.com', 'annx1@example.com', 'ann_1@example.com'])
	expect(await emailsOf('filter=ANN_1')).toEqual([200, 'ann_1@example.com'])
	expect(await emailsOf('filter=%25')).toEqual([200])
	expect(await emailsOf('filter=joanna')).toEqual([200, 'cy@example.com'])
	expect(await emailsOf('sort=created_at%20asc&filter=ann')).toEqual([200, 'ann_1@example.com', 'annx1@example.com', 'cy@example.com'])
	expect(await emailsOf('sort=created_at')).toEqual([200, 'cy@example.com', 'annx1@example.com', 'ann_1@example.com'])
	const paged = await listBy(wire, 'users?filter=ann&per_page=1')
	expect([paged.body, paged.link]).toMatchObject([
		{ users: [{ email: 'cy@example.com' }] },
		expect.stringContaining('per_page=1&filter=ann'),
	])
	for (const query of ['sort=email', 'sort=created_at%20up', 'email=cy@example.com', 'Filter=cy', 'limit=1'])
		expect([query, (await listBy(wire, `users?${query}`)).body.error_code]).toEqual([query, 'validation_failed'])
})

test('the audit log can be filtered by action and author; other queries are refused', async () => {
	const wire = await startAdminWire()
	const [own, other] = [await signedIn(wire), await signedIn(wire)]
	const entriesOf = async (query: string) => {
		const { status, body } = await listBy(wire, `audit?per_page=100&query=${encodeURIComponent(query)}`)
		return [status, new Set((body as unknown as { payload: { action: string; actor_id?: string } }[]).map(({ payload }) => payload))]
	}
	const [, byAction] = await entriesOf('action:LOGIN')
	expect([...(byAction as Set<{ action: string }>)].map(({ action }) => action)).toEqual(['login', 'login'])
	const [, byAuthor] = await entriesOf(`author:${own.email.toUpperCase()}`)
	expect(new Set([...(byAuthor as Set<{ actor_id: string }>)].map((payload) => payload.actor_id))).toEqual(new Set([own.user.id]))
	expect(other.user.id).not.toBe(own.user.id)
	for (const query of ['query=type:user', 'query=login', 'query=constructor:x', 'action=login'])
		expect([query, (await listBy(wire, `audit?${query}`)).status]).toEqual([query, 400])
})

test('the operator renames a second factor and changes the number of a phone factor', async () => {
	const wire = await startAdminWire()
	const { user } = await signedIn(wire)
	const [app, phone] = await wire.deps.db
		.insertInto('auth.mfa_factors')
		.values([
			{ user_id: user.id, friendly_name: 'Desk', factor_type: 'totp', status: 'verified' },
			{ user_id: user.id, friendly_name: 'Pocket', factor_type: 'phone', status: 'verified', phone: '15005550010' },
		])
		.returning('id')
		.execute()
	const put = async (factor: string | undefined, body: object) => {
		const answer = await wire.request(`/auth/v1/admin/users/${user.id}/factors/${factor ?? ''}`, {
			method: 'PUT',
			headers: { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		})
		const { error_code: code, friendly_name: name, phone: number } = (await answer.json()) as Record<string, unknown>
		return answer.status === 200 ? [200, name, number] : [answer.status, code]
	}
	expect(await put(app?.id, { friendly_name: ' Office ', phone: '+15005550012' })).toEqual([200, 'Office', null])
	expect(await put(phone?.id, { phone: '+1 5005550013' })).toEqual([200, 'Pocket', '15005550013'])
	expect(await put(phone?.id, {})).toEqual([200, 'Pocket', '15005550013'])
	expect(await put(phone?.id, { friendly_name: 'Office' })).toEqual([422, 'mfa_factor_name_conflict'])
	expect(await put(phone?.id, { phone: 'home' })).toEqual([400, 'validation_failed'])
	expect(await put(crypto.randomUUID(), { friendly_name: 'x' })).toEqual([404, 'mfa_factor_not_found'])
	const audit = await wire.deps.db.selectFrom('auth.audit_log_entries').select('id').where('action', '=', 'factor_changed').execute()
	expect(audit).toHaveLength(3)
})

test('when the operator changes a password, sessions and pending codes end', async () => {
	const wire = await startAdminWire()
	const { client, user, email } = await signedIn(wire)
	await client.auth.resetPasswordForEmail(email)
	const { code } = await wire.lastMail(email)
	const { admin } = wire.service.auth
	const { data } = await admin.updateUserById(user.id, {
		email: 'renamed@example.com',
		password: 'another-lamp-river',
		user_metadata: { city: 'Oslo' },
		app_metadata: { plan: 'silver' },
	})
	expect(data.user).toMatchObject({ email: 'renamed@example.com', user_metadata: { city: 'Oslo' }, app_metadata: { plan: 'silver' } })
	expect(data.user?.identities?.map((identity) => identity.identity_data?.email)).toEqual(['renamed@example.com'])
	expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
	expect(told(await wire.connect().auth.verifyOtp({ email, token: code, type: 'recovery' }))).toEqual([403, 'otp_expired'])
	expect(told(await wire.connect().auth.signInWithPassword({ email: 'renamed@example.com', password: 'another-lamp-river' }))).toBeNull()
	await wire.deps.db.updateTable('auth.users').set({ new_phone: '15005550015' }).where('id', '=', user.id).execute()
	const { data: changed } = await admin.updateUserById(user.id, { phone: '15005550016' })
	expect([changed.user?.phone, changed.user?.new_phone]).toEqual(['15005550016', undefined])
	const other = await signedIn(wire)
	expect(told(await admin.updateUserById(user.id, { email: other.email }))).toEqual([422, 'email_exists'])
	expect(told(await admin.updateUserById(crypto.randomUUID(), { email: someAddress() }))).toEqual([404, 'user_not_found'])
	expect(told(await admin.updateUserById(user.id, { password: '' }))).toEqual([422, 'weak_password'])
	expect(told(await other.client.auth.updateUser({ password: '' }))).toEqual([422, 'weak_password'])
})

test('a ban blocks sign-in, refresh and current tokens until it is lifted or expires', async () => {
	const wire = await startAdminWire()
	const { client, user, email, session } = await signedIn(wire)
	const { admin } = wire.service.auth
	expect((await admin.updateUserById(user.id, { ban_duration: '24h' })).data.user).toHaveProperty('banned_until')
	expect(told(await client.auth.getUser())).toEqual([403, 'user_banned'])
	expect(told(await wire.connect().auth.refreshSession({ refresh_token: session.refresh_token }))).toEqual([400, 'user_banned'])
	expect(told(await wire.connect().auth.signInWithPassword({ email, password: GOOD_PASSWORD }))).toEqual([400, 'user_banned'])
	const before = await wire.mails(email)
	expect(told(await wire.connect().auth.signInWithOtp({ email }))).toBeNull()
	expect(await wire.mails(email)).toEqual(before)
	expect((await admin.updateUserById(user.id, { ban_duration: 'none' })).data.user).not.toHaveProperty('banned_until')
	wire.clock.advance(60_000)
	expect(told(await wire.connect().auth.signInWithOtp({ email }))).toBeNull()
	expect(await wire.mails(email)).toHaveLength(before.length + 1)
	expect(told(await client.auth.getUser())).toBeNull()
})

test('deleting removes the account; a soft delete anonymizes the row and frees the address', async () => {
	const wire = await startAdminWire()
	const { admin } = wire.service.auth
	const [gone, emptied] = [await signedIn(wire), await signedIn(wire)]
	expect(told(await admin.deleteUser(gone.user.id))).toBeNull()
	expect(told(await admin.deleteUser(gone.user.id))).toEqual([404, 'user_not_found'])
	expect(told(await gone.client.auth.getUser())).toEqual([403, 'user_not_found'])
	expect(told(await admin.deleteUser(emptied.user.id, true))).toBeNull()
	const { data } = await admin.getUserById(emptied.user.id)
	expect(data.user).toMatchObject({ email: '', user_metadata: {}, app_metadata: {}, identities: [] })
	expect(data.user).toHaveProperty('deleted_at')
	expect(told(await admin.updateUserById(emptied.user.id, { email: 'back@example.com' }))).toEqual([404, 'user_not_found'])
	expect(told(await emptied.client.auth.getUser())).toEqual([403, 'user_not_found'])
	await signedIn(wire, emptied.email)
	expect(await wire.countRows('auth.sessions')).toBe(1)
	expect(told(await admin.deleteUser(emptied.user.id, true))).toBeNull()
	expect(told(await admin.deleteUser(emptied.user.id))).toBeNull()
	expect(told(await admin.getUserById(emptied.user.id))).toEqual([404, 'user_not_found'])
	expect(await wire.countRows('auth.users')).toBe(1)
})

test('deleting an account also removes mails to its address', async () => {
	const wire = await startAdminWire()
	const { user, email } = await signedIn(wire)
	const mails = wire.deps.db.selectFrom('outbox_messages').select('id').where('to_address', '=', email)
	expect(await mails.execute()).not.toEqual([])
	expect(told(await wire.service.auth.admin.deleteUser(user.id))).toBeNull()
	expect(await mails.execute()).toEqual([])
})

test('invalid IDs never reach an account or the list', async () => {
	const wire = await startAdminWire()
	await signedIn(wire)
	const ask = (path: string, method = 'GET') =>
		wire.request(`/auth/v1/admin/users/${path}`, { method, headers: { authorization: `Bearer ${SECRET_KEY}` } })
	for (const path of ['', 'x', '%2e%2e', '..%2faudit', '..;', "'--", '%00', '1', 'x/factors', 'x/passkeys'])
		for (const method of ['GET', 'DELETE', 'PUT'])
			expect([path, method, [404, 405].includes((await ask(path, method)).status)]).toEqual([path, method, true])
	expect(await wire.countRows('auth.users')).toBe(1)
})

test('admin endpoints refuse every request without the operator’s key, and nothing changes', async () => {
	const wire = await startAdminWire()
	const { session, user } = await signedIn(wire)
	const calls: [string, string][] = [
		['POST', '/invite'],
		['POST', '/admin/generate_link'],
		['GET', '/admin/audit'],
		['GET', '/admin/users'],
		['POST', '/admin/users'],
		['GET', `/admin/users/${user.id}`],
		['PUT', `/admin/users/${user.id}`],
		['DELETE', `/admin/users/${user.id}`],
		['GET', `/admin/users/${user.id}/factors`],
		['DELETE', `/admin/users/${user.id}/factors/${user.id}`],
		['GET', `/admin/users/${user.id}/passkeys`],
		['DELETE', `/admin/users/${user.id}/passkeys/${user.id}`],
	]
	const before = await Promise.all(['auth.users', 'outbox_messages', 'auth.one_time_tokens'].map(wire.countRows))
	for (const [method, path] of calls) {
		const ask = async (headers: Record<string, string>) => {
			const body = method === 'GET' ? null : JSON.stringify({ email: 'new@example.com', type: 'magiclink', password: 'taken-over-now' })
			const answer = await wire.request(`/auth/v1${path}`, { method, body, headers: { 'content-type': 'application/json', ...headers } })
			return [answer.status, answer.headers.get('x-sb-error-code')]
		}
		expect([path, await ask({})]).toEqual([path, [401, 'no_authorization']])
		expect([path, await ask({ apikey: SECRET_KEY })]).toEqual([path, [401, 'no_authorization']])
		expect([path, await ask({ authorization: 'Bearer sb_publishable_launchway' })]).toEqual([path, [403, 'not_admin']])
		expect([path, await ask({ authorization: `Bearer ${session.access_token}` })]).toEqual([path, [403, 'not_admin']])
		expect([path, await ask({ authorization: `Bearer ${SECRET_KEY}x` })]).toEqual([path, [403, 'bad_jwt']])
	}
	expect(await Promise.all(['auth.users', 'outbox_messages', 'auth.one_time_tokens'].map(wire.countRows))).toEqual(before)
})

test('the secret key reads and writes past row-level security, a wrong one does not', async () => {
	const wire = await startAdminWire()
	const { user } = await signedIn(wire)
	const row = { user_id: user.id, phone_number: '+15005550012' }
	expect((await wire.service.from('user_sms_settings').insert(row)).error).toBeNull()
	expect((await wire.service.from('user_sms_settings').select('user_id')).data).toEqual([{ user_id: user.id }])
	const wrong = await connectService(wire, `${SECRET_KEY}x`).from('user_sms_settings').select('user_id')
	expect([wrong.status, wrong.error?.code]).toEqual([401, 'PGRST301'])
})
