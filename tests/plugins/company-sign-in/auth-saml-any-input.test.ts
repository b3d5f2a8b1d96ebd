import fc from 'fast-check'
import { expect, test } from 'vitest'

import { asOperator, post, startCompany } from './saml-world.ts'

const XML_PIECES = [
	'<',
	'>',
	'"',
	'&',
	'&#0;',
	'&amp;',
	'<?x?>',
	' ID="_x"',
	'<saml:Assertion/>',
	' xmlns:saml="urn:x"',
	'\u0000',
	'\r',
	'\ud800',
	'</saml:Subject>',
]
/** One edit: position, number of removed characters, and inserted text. */
const edit = fc.tuple(fc.nat(10_000), fc.nat(40), fc.oneof(fc.constantFrom(...XML_PIECES), fc.string({ unit: 'binary', maxLength: 8 })))
const apply = (text: string, edits: [number, number, string][]) =>
	edits.reduce((xml, [at, length, piece]) => `${xml.slice(0, at % xml.length)}${piece}${xml.slice((at % xml.length) + length)}`, text)

test('no modified SAML response signs anyone in or causes a server error', async () => {
	const { wire, provider, browser } = await startCompany({ connection: { allow_idp_initiated: true } })
	const genuine = await provider.answer(undefined, '')
	const xml = Buffer.from(genuine.SAMLResponse, 'base64').toString('utf8')
	const arrive = async (posted: Record<string, string>) => {
		const response = await post(browser, posted)
		expect(response.status).toBeLessThan(500)
		const location = response.headers.get('location')
		if (location !== null) expect(new URL(location).origin).toBe('http://localhost:3000')
		return location?.includes('access_token') ?? false
	}
	let opened = 0
	await fc.assert(
		fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), fc.string({ unit: 'binary', maxLength: 50 }), async (edits, text) => {
			const edited = apply(xml, edits).toWellFormed()
			if (await arrive({ RelayState: '', SAMLResponse: Buffer.from(edited, 'utf8').toString('base64') })) {
				// Changes outside the signed part, such as in the copied key, are harmless: the person is still the one who
				// signed in.
				opened += 1
				await wire.deps.db.deleteFrom('auth.saml_assertions').execute()
			}
			expect(await arrive({ RelayState: text.toWellFormed(), SAMLResponse: text.toWellFormed() })).toBe(false)
		}),
		{ numRuns: 100 },
	)
	const identities = await wire.deps.db.selectFrom('auth.identities').select(['provider_id', 'identity_data']).execute()
	expect(identities).toHaveLength(opened > 0 ? 1 : 0)
	for (const identity of identities) {
		expect(identity.provider_id).toBe(provider.person.nameId)
		expect(identity.identity_data).toMatchObject({ sub: provider.person.nameId, email: provider.person.email })
	}
	expect(await wire.countRows('auth.sessions')).toBe(opened)
	expect(await arrive(genuine)).toBe(true)
})

test('no operator input causes a server error', async () => {
	const { wire, provider, id } = await startCompany()
	const operator = asOperator(wire)
	const names = fc.constantFrom(
		'type',
		'metadata_url',
		'metadata_xml',
		'domains',
		'attribute_mapping',
		'name_id_format',
		'disabled',
		'allow_idp_initiated',
	)
	const value = fc.oneof(
		fc.jsonValue(),
		fc.string({ unit: 'binary', maxLength: 40 }),
		fc.constant('saml'),
		fc.constant('http://127.0.0.1:1/'),
		fc.array(fc.domain()),
	)
	await fc.assert(
		fc.asyncProperty(fc.dictionary(names, value), fc.array(edit, { maxLength: 2 }), async (body, edits) => {
			expect((await operator('POST', '', { type: 'saml', metadata_xml: apply(provider.metadata, edits), ...body })).status).toBeLessThan(
				500,
			)
			expect((await operator('PUT', `/${id}`, body)).status).toBeLessThan(500)
		}),
		{ numRuns: 60 },
	)
})
