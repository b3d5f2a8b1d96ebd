// asvs V10.4.4
import { expect, test } from 'vitest'

import { connectService, startAdminWire } from '#tests/wire/admin-client.ts'
import { signedIn } from '#tests/wire/test-client.ts'

const ON = { GOTRUE_OAUTH_SERVER_ENABLED: 'true' }
const APP = { client_name: 'Sample App', redirect_uris: ['https://app.example/back'] }

test('an operator creates, reads, changes and deletes an application, and sees its secret only twice', async () => {
	const wire = await startAdminWire(ON)
	const { oauth } = wire.service.auth.admin
	const made = await oauth.createClient({ ...APP, client_uri: 'https://app.example/', scope: 'email openid' })
	expect(made.error).toBeNull()
	expect(made.data).toMatchObject({
		client_name: 'Sample App',
		client_type: 'confidential',
		token_endpoint_auth_method: 'client_secret_basic',
		registration_type: 'manual',
		redirect_uris: APP.redirect_uris,
		grant_types: ['authorization_code', 'refresh_token'],
		response_types: ['code'],
		scope: 'openid email',
	})
	expect(made.data?.client_secret).toMatch(/^[\w-]{43}$/)
	const id = made.data?.client_id ?? ''

	const { client_secret: _told, ...shown } = made.data ?? {}
	expect((await oauth.getClient(id)).data).toEqual(shown)
	expect((await oauth.listClients()).data).toMatchObject({ clients: [shown], aud: 'authenticated' })
	const changed = await oauth.updateClient(id, { client_name: 'Other Name', token_endpoint_auth_method: 'client_secret_post' })
	expect(changed.data).toMatchObject({
		client_name: 'Other Name',
		token_endpoint_auth_method: 'client_secret_post',
		client_uri: 'https://app.example/',
	})
	const renewed = await oauth.regenerateClientSecret(id)
	expect([renewed.data?.client_secret?.length, renewed.data?.client_secret === made.data?.client_secret]).toEqual([43, false])

	expect((await oauth.deleteClient(id)).error).toBeNull()
	expect([(await oauth.getClient(id)).error?.code, (await oauth.getClient(id)).error?.status]).toEqual(['oauth_client_not_found', 404])
	const rows = await wire.deps.db.selectFrom('auth.audit_log_entries').select('action').orderBy('id').execute()
	expect(rows.map(({ action }) => action)).toEqual([
		'oauth_client_created',
		'oauth_client_updated',
		'oauth_client_secret_replaced',
		'oauth_client_deleted',
	])
})

test('a public application has no secret and can’t get one', async () => {
	const { oauth } = (await startAdminWire(ON)).service.auth.admin
	const { data } = await oauth.createClient({ ...APP, token_endpoint_auth_method: 'none' })
	expect(data).toMatchObject({ client_type: 'public', token_endpoint_auth_method: 'none' })
	expect(data).not.toHaveProperty('client_secret')
	expect((await oauth.regenerateClientSecret(data?.client_id ?? '')).error).toMatchObject({ code: 'validation_failed', status: 400 })
	expect((await oauth.updateClient(data?.client_id ?? '', { token_endpoint_auth_method: 'client_secret_basic' })).error?.code).toBe(
		'validation_failed',
	)
})

test('the list of applications is paginated with a total and a next link', async () => {
	const { oauth } = (await startAdminWire(ON)).service.auth.admin
	for (const name of ['One', 'Two', 'Three']) await oauth.createClient({ ...APP, client_name: name })
	const first = await oauth.listClients({ page: 1, perPage: 2 })
	expect(first.data).toMatchObject({ nextPage: 2, lastPage: 2, total: 3 })
	expect([first.data.clients.length, (await oauth.listClients({ page: 2, perPage: 2 })).data.clients.length]).toEqual([2, 1])
})

test.each<[string, Record<string, unknown>]>([
	['no redirect', { redirect_uris: [] }],
	['eleven redirects', { redirect_uris: Array.from({ length: 11 }, (_each, at) => `https://app.example/${at}`) }],
	['a script as redirect', { redirect_uris: ['javascript:alert(1)'] }],
	['http elsewhere', { redirect_uris: ['http://app.example/'] }],
	['no name', { client_name: ' ' }],
	['a name that turns around', { client_name: 'App\u202Eppa' }],
	['another grant', { grant_types: ['password'] }],
	['another response', { response_types: ['token'] }],
	['another scope', { scope: 'email admin' }],
	['a kind that contradicts its way', { client_type: 'public', token_endpoint_auth_method: 'client_secret_basic' }],
	['an own scheme with a secret', { redirect_uris: ['com.example.app:/back'] }],
	['a logo that is a script', { logo_uri: 'javascript:alert(1)' }],
])('%s is refused', async (_name, wrong) => {
	const wire = await startAdminWire(ON)
	const { error } = await wire.service.auth.admin.oauth.createClient({ ...APP, ...wrong })
	expect([error?.status, error?.code, await wire.countRows('auth.oauth_clients')]).toEqual([400, 'validation_failed', 0])
})

test('an empty change is refused, and unknown IDs are not found', async () => {
	const { oauth } = (await startAdminWire(ON)).service.auth.admin
	const { data } = await oauth.createClient(APP)
	expect((await oauth.updateClient(data?.client_id ?? '', {})).error?.code).toBe('validation_failed')
	const nobody = '00000000-0000-4000-8000-000000000000'
	const refusals = [
		await oauth.getClient(nobody),
		await oauth.updateClient(nobody, { client_name: 'x' }),
		await oauth.deleteClient(nobody),
		await oauth.regenerateClientSecret(nobody),
	]
	expect(refusals.map(({ error }) => [error?.status, error?.code])).toEqual(refusals.map(() => [404, 'oauth_client_not_found']))
})

test('a caller who isn’t the operator is refused first; without the feature it is disabled for all', async () => {
	const wire = await startAdminWire()
	const { client } = await signedIn(wire)
	const wrong = connectService(wire, `sb_secret_${'x'.repeat(40)}`)
	for (const { auth } of [client, wrong]) expect((await auth.admin.oauth.listClients()).error?.status).toBe(403)
	expect((await wire.service.auth.admin.oauth.createClient(APP)).error).toMatchObject({ status: 404, code: 'feature_disabled' })
})
