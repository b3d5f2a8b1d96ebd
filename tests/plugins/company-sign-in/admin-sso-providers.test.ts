// asvs V1.3.6
// regression ssrf
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { errorOf, openBrowser } from '#tests/wire/browser.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { makeKey, startSamlProvider } from './saml-provider.ts'
import { asOperator, post, SAML_ON, startCompany } from './saml-world.ts'

const DAY_MS = 86_400_000

async function startOperator(env: Record<string, string> = {}) {
	const wire = await startWire({ env: { ...SAML_ON, ...env } })
	return { wire, provider: await startSamlProvider(wire), operator: asOperator(wire) }
}

/** Serves a handler on a local port. @returns its URL */
async function serve(handler: http.RequestListener): Promise<string> {
	const server = http.createServer(handler).listen(0, '127.0.0.1')
	await new Promise((resolve) => server.once('listening', resolve))
	onTestFinished(() => void server.close())
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('an SSO connection is created, listed, read, changed and deleted in the API’s shapes', async () => {
	const { wire, provider, operator } = await startOperator()
	const mapping = { keys: { full_name: { name: 'displayName' } } }
	const made = await operator('POST', '', {
		type: 'saml',
		metadata_url: provider.metadataUrl,
		domains: ['Corp.example', 'corp.example', 'bücher.example'],
		attribute_mapping: mapping,
	})
	const id = made.body.id as string
	const shape = {
		id,
		disabled: false,
		allow_idp_initiated: false,
		saml: {
			entity_id: provider.entityId,
			metadata_xml: provider.metadata,
			metadata_url: provider.metadataUrl,
			attribute_mapping: mapping,
		},
		domains: [{ domain: 'corp.example' }, { domain: 'xn--bcher-kva.example' }],
		created_at: expect.any(String),
		updated_at: expect.any(String),
	}
	expect([made.status, made.body]).toEqual([201, shape])
	expect((await operator('GET', `/${id}`)).body).toEqual(shape)
	const { metadata_xml: _left, ...short } = shape.saml
	expect((await operator('GET', '')).body).toEqual({ items: [{ ...shape, saml: short }] })

	const format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
	const changed = await operator('PUT', `/${id}`, { domains: ['other.example'], name_id_format: format, allow_idp_initiated: true })
	const after = {
		domains: [{ domain: 'other.example' }],
		allow_idp_initiated: true,
		saml: { attribute_mapping: mapping, name_id_format: format },
	}
	expect([changed.status, changed.body]).toMatchObject([200, after])
	const emptied = await operator('PUT', `/${id}`, { domains: [], name_id_format: '', attribute_mapping: {} })
	expect(emptied.body).toMatchObject({ domains: [], saml: { attribute_mapping: {} } })
	expect(emptied.body.saml).not.toHaveProperty('name_id_format')

	expect((await operator('DELETE', `/${id}`)).status).toBe(200)
	expect([(await operator('GET', `/${id}`)).code, await wire.countRows('auth.sso_domains')]).toEqual(['sso_provider_not_found', 0])
	const rows = await wire.deps.db.selectFrom('auth.audit_log_entries').select('action').orderBy('created_at').orderBy('id').execute()
	expect(rows.map(({ action }) => action).toSorted()).toEqual([
		'sso_provider_changed',
		'sso_provider_changed',
		'sso_provider_created',
		'sso_provider_deleted',
	])
})

test.each<[string, Record<string, unknown>, string]>([
	['another type', { type: 'oidc' }, "Only 'saml' supported"],
	['no metadata', { metadata_xml: null }, 'Either metadata_xml or metadata_url'],
	['metadata twice', { metadata_url: 'https://idp.example/' }, 'Only one of'],
	['no XML', { metadata_xml: 'hello' }, 'not XML'],
	['a document type', { metadata_xml: '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>' }, 'document type'],
	['another root', { metadata_xml: '<EntityDescriptor/>' }, 'EntityDescriptor'],
	['a domain that is none', { domains: ['not a domain'] }, 'is not a domain'],
	['a whole top-level domain', { domains: ['com'] }, 'is not a domain'],
	['an unknown NameID', { name_id_format: 'urn:x' }, 'name_id_format'],
	['a mapping that cannot be kept', { attribute_mapping: { keys: { a: { default: '\0' } } } }, 'attribute_mapping'],
])('%s is refused', async (_label, change, message) => {
	const { wire, provider, operator } = await startOperator()
	const refused = await operator('POST', '', { type: 'saml', metadata_xml: provider.metadata, ...change })
	expect([refused.status, refused.code, refused.body.msg]).toEqual([400, 'validation_failed', expect.stringContaining(message)])
	expect(await wire.countRows('auth.sso_providers')).toBe(0)
})

test.each<[string, (xml: string) => string, string]>([
	['without a name', (xml) => xml.replace(/ entityID="[^"]+"/, ''), 'EntityID'],
	['without the role of a provider', (xml) => xml.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'), 'IDPSSODescriptor'],
	[
		'of SAML 1.1 alone',
		(xml) => xml.replace(/protocolSupportEnumeration="[^"]+"/, 'protocolSupportEnumeration="urn:oasis:names:tc:SAML:1.1:protocol"'),
		'SAML 2.0',
	],
	['without a certificate', (xml) => xml.replace(/<KeyDescriptor.*<\/KeyDescriptor>/, ''), 'no certificate'],
	['with a certificate that is none', (xml) => xml.replace(/(<ds:X509Certificate>)[^<]+/, '$1AAAA'), 'cannot be read'],
	[
		'without an address for redirects',
		(xml) => xml.replace('bindings:HTTP-Redirect" Location="http://127', 'bindings:SOAP" Location="http://127'),
		'HTTP-Redirect',
	],
	['with an address that runs code', (xml) => xml.replace(/Location="[^"]+sign-in"/, 'Location="javascript:alert(1)"'), 'HTTP-Redirect'],
	['expired', (xml) => xml.replace('entityID=', 'validUntil="2020-01-01T00:00:00Z" entityID='), 'it has expired'],
])('metadata %s is refused', async (_label, edit, message) => {
	const { provider, operator } = await startOperator()
	const edited = edit(provider.metadata)
	expect(edited).not.toBe(provider.metadata)
	const refused = await operator('POST', '', { type: 'saml', metadata_xml: edited })
	expect([refused.code, refused.body.msg]).toEqual(['validation_failed', expect.stringContaining(message)])
})

test('names and domains are unique, even when two connections are created in parallel', async () => {
	const { wire, provider, operator } = await startOperator()
	const connection = { type: 'saml', metadata_xml: provider.metadata, domains: ['corp.example'] }
	const both = await Promise.all([operator('POST', '', connection), operator('POST', '', connection)])
	expect(both.filter(({ status }) => status === 201)).toHaveLength(1)
	expect(both.filter(({ status }) => status === 500)).toEqual([])
	expect((await operator('POST', '', connection)).code).toBe('saml_idp_already_exists')
	const other = await startSamlProvider(wire)
	const taken = await operator('POST', '', { ...connection, metadata_xml: other.metadata })
	expect([taken.status, taken.code, await wire.countRows('auth.sso_providers')]).toEqual([400, 'sso_domain_already_exists', 1])
	const second = await operator('POST', '', { type: 'saml', metadata_xml: other.metadata })
	const stolen = await operator('PUT', `/${second.body.id as string}`, { domains: ['corp.example'] })
	expect(stolen.code).toBe('sso_domain_already_exists')
	const mixed = await operator('PUT', `/${second.body.id as string}`, { metadata_xml: provider.metadata })
	expect([mixed.status, mixed.code]).toEqual([400, 'saml_entity_id_mismatch'])
})

test('fetching metadata refuses redirects, endless answers and private addresses', async () => {
	const { operator, provider } = await startOperator()
	const moved = await serve((_request, response) => void response.writeHead(302, { location: provider.metadataUrl }).end())
	const long = await serve((_request, response) => void response.end('x'.repeat(1_100_000)))
	const addresses = [
		moved,
		long,
		`${provider.origin}/nothing`,
		'http://10.0.0.1/',
		'https://169.254.169.254/',
		'ftp://idp.example/',
		'http://idp.example/',
	]
	for (const metadata_url of addresses) {
		const refused = await operator('POST', '', { type: 'saml', metadata_url })
		expect([refused.status, refused.code, metadata_url]).toEqual([400, 'saml_metadata_fetch_failed', metadata_url])
	}
	expect((await operator('POST', '', { type: 'saml', metadata_url: 'no address' })).code).toBe('validation_failed')
})

test('in production this machine’s own addresses are refused', async () => {
	const { wire, provider } = await startOperator({ NODE_ENV: 'production', SANDBOX: '1', GOTRUE_SITE_URL: 'https://academy.example' })
	const refused = await asOperator(wire)('POST', '', { type: 'saml', metadata_url: provider.metadataUrl })
	expect([refused.status, refused.code]).toEqual([400, 'saml_metadata_fetch_failed'])
})

test('new provider keys are picked up after a day, and the old ones are used while it is unreachable', async () => {
	const key = makeKey()
	let xml = ''
	let isAway = false
	const address = await serve((_request, response) => void response.writeHead(isAway ? 503 : 200).end(isAway ? '' : xml))
	const { wire, provider, operator } = await startOperator()
	xml = provider.metadata
	await operator('POST', '', { type: 'saml', metadata_url: address, domains: ['corp.example'] })
	const browser = openBrowser(wire)
	const arrive = async (signer: typeof provider) => {
		const { data } = await browser.client.auth.signInWithSSO({ domain: 'corp.example' })
		return errorOf(await post(browser, await signer.signIn(data?.url ?? ''))).query[1]
	}
	const renewed = await startSamlProvider(wire, { key, entityId: provider.entityId, origin: provider.origin })
	expect([await arrive(provider), await arrive(renewed)]).toEqual([null, 'validation_failed'])

	isAway = true
	wire.clock.advance(DAY_MS + 1000)
	expect(await arrive(provider)).toBeNull()
	expect(wire.logLines.join()).toContain('metadata not refreshed')
	isAway = false
	xml = renewed.metadata
	expect(await arrive(renewed)).toBe('validation_failed')
	wire.clock.advance(DAY_MS)
	expect([await arrive(renewed), await arrive(provider)]).toEqual([null, 'validation_failed'])

	// Metadata that can't be stored doesn't count as new, either.
	xml = renewed.metadata.replace(/<\/(?:\w+:)?EntityDescriptor>\s*$/, (end) => `\0${end}`)
	wire.clock.advance(DAY_MS + 1000)
	expect(await arrive(renewed)).toBeNull()
})

test('only the operator can see and change connections', async () => {
	const { wire, id } = await startCompany()
	for (const [method, path] of [
		['GET', ''],
		['POST', ''],
		['GET', `/${id}`],
		['PUT', `/${id}`],
		['DELETE', `/${id}`],
	] as const) {
		const answer = await wire.request(`/auth/v1/admin/sso/providers${path}`, { method })
		expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([401, 'no_authorization'])
	}
	expect(await wire.countRows('auth.sso_providers')).toBe(1)
})

test.each(['nothing', '00000000-0000-4000-8000-000000000000', '%00'])('the connection %s is not found', async (id) => {
	const { operator } = await startOperator()
	for (const method of ['GET', 'PUT', 'DELETE'])
		expect((await operator(method, `/${id}`, method === 'PUT' ? {} : undefined)).status).toBe(404)
})
