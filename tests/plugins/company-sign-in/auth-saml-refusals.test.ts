// asvs V1.5.1 V6.8.2 V6.8.3 V11.3.3 V11.4.3
// regression CVE-2026-25922
import { expect, test } from 'vitest'

import { errorOf, openBrowser } from '#tests/wire/browser.ts'

import { makeKey, type Options, type Posted, startSamlProvider, type Tags } from './saml-provider.ts'
import { post, startCompany } from './saml-world.ts'

type Company = Awaited<ReturnType<typeof startCompany>>

const SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const read = ({ SAMLResponse }: Posted) => Buffer.from(SAMLResponse, 'base64').toString('utf8')
const write = (posted: Posted, xml: string): Posted => ({ ...posted, SAMLResponse: Buffer.from(xml, 'utf8').toString('base64') })
const edit =
	(from: string | RegExp, to: string | ((found: string) => string)) =>
	(posted: Posted): Posted => {
		const xml = read(posted)
		const edited = typeof to === 'string' ? xml.replace(from, to) : xml.replace(from, to)
		if (edited === xml) throw new Error('nothing was edited')
		return write(posted, edited)
	}
const partOf = (xml: string, pattern: RegExp) => pattern.exec(xml)?.[0] ?? ''
const ASSERTION = /<saml:Assertion[\s\S]*<\/saml:Assertion>/
const ENCRYPTED = /<xenc:EncryptedData[\s\S]*<\/xenc:EncryptedData>/
const SIGNATURE = /<ds:Signature[\s\S]*<\/ds:Signature>/

/** Moves the signed assertion to a place where it is ignored, and puts a forged one in its place (XML signature wrapping). */
function wrap(place: (forged: string, original: string) => string) {
	return (posted: Posted): Posted => {
		const xml = read(posted)
		const original = partOf(xml, ASSERTION)
		const forged = original
			.replace(SIGNATURE, '')
			.replace(/ID="[^"]+"/, 'ID="_forged"')
			.replaceAll('jo@corp.example', 'boss@corp.example')
		return write(
			posted,
			xml.replace(ASSERTION, () => place(forged, original)),
		)
	}
}

const leaveAndAnswer = async ({ provider, leave }: Company) => provider.signIn(await leave())

async function expectRefusal({ wire }: Company, answer: Response, code = 'validation_failed') {
	expect([answer.status, errorOf(answer).query[1], errorOf(answer).fragment[1]]).toEqual([303, code, code])
	expect([await wire.countRows('auth.sessions'), await wire.countRows('auth.users'), await wire.countRows('auth.flow_states')]).toEqual([
		0, 0, 0,
	])
}

test.each<[string, string, (posted: Posted) => Posted]>([
	['an altered attribute', 'Invalid signature', edit('jo@corp.example', 'boss@corp.example')],
	['an altered name of the person', 'Invalid signature', edit(/(<saml:NameID[^>]*>)[^<]+/, (found) => `${found}x`)],
	['no signature', 'Invalid signature', edit(SIGNATURE, '')],
	['an empty signature', 'Invalid signature', edit(/<ds:SignatureValue>[^<]+/, '<ds:SignatureValue>')],
	['a comment in the name of the person', 'comments, sections', edit(/(<saml:NameID[^>]*>[^<]{3})/, (found) => `${found}<!-- -->`)],
	['a section of characters', 'comments, sections', edit('Sample Learner', '<![CDATA[Sample Learner]]>')],
	['a document type', 'document types are not accepted', edit(/^/, '<!DOCTYPE x>')],
	['an injected entity', 'document types are not accepted', edit(/^/, '<!DOCTYPE x [<!ENTITY who SYSTEM "file:///etc/passwd">]>')],
	[
		'a bomb of entities',
		'document types are not accepted',
		edit(/^/, `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]>`),
	],
	['two assertions', 'multiple assertions', wrap((forged, original) => forged + original)],
	['the signed one second', 'multiple assertions', wrap((forged, original) => original + forged)],
	[
		'a forged one around the signed',
		'Invalid signature',
		wrap((forged, original) => forged.replace('</saml:Assertion>', `${original}</saml:Assertion>`)),
	],
	[
		'the signed one in an extension',
		'Invalid signature',
		wrap((forged, original) => `<samlp:Extensions>${original}</samlp:Extensions>${forged}`),
	],
	[
		'the signed one as object of the forged one’s signature',
		'too many transforms',
		wrap((forged, original) => {
			const signature = partOf(original, SIGNATURE).replace('</ds:Signature>', `<ds:Object>${original}</ds:Object></ds:Signature>`)
			return forged.replace('<saml:Subject>', `${signature}<saml:Subject>`)
		}),
	],
	[
		'a forged one with the id of the signed',
		'Invalid signature',
		wrap((forged, original) => {
			const id = partOf(original, /ID="[^"]+"/)
			return `<samlp:Extensions>${original}</samlp:Extensions>${forged.replace('ID="_forged"', id)}`
		}),
	],
	['no assertion', 'Missing SAML assertion', edit(ASSERTION, '')],
	['a refusal of the provider', 'status:Responder', edit('status:Success', 'status:Responder')],
	['another destination', 'sent to another address', edit(/Destination="[^"]+"/, 'Destination="https://elsewhere.example/acs"')],
	['another envelope', 'from another issuer', edit(/(<samlp:Response[^>]*>)<saml:Issuer>[^<]+/, (found) => `${found}x`)],
	['an answer to another request, by its envelope', 'answers another request', edit(/InResponseTo="[^"]+"/, 'InResponseTo="_another"')],
	['no XML', 'not XML', (posted) => write(posted, 'no XML')],
	['nothing but space', 'the XML is empty', (posted) => write(posted, ' ')],
	['no UTF-8', 'not valid for encoding', (posted) => ({ ...posted, SAMLResponse: Buffer.from([0xff, 0xfe, 0x3c]).toString('base64') })],
	['no base64', 'not base64', (posted) => ({ ...posted, SAMLResponse: '<samlp:Response/>' })],
	['a very long response', 'or too long', (posted) => ({ ...posted, SAMLResponse: 'A'.repeat(300_000) })],
	['very deep XML', 'nested too deeply', (posted) => write(posted, `${'<a>'.repeat(15_000)}${'</a>'.repeat(15_000)}`)],
])('%s is refused (%s), and its relay state is used up', async (_label, reason, change) => {
	const company = await startCompany()
	const posted = await leaveAndAnswer(company)
	await expectRefusal(company, await post(company.browser, change(posted)))
	expect(company.wire.logLines.join('\n')).toContain(reason)
	await expectRefusal(company, await post(company.browser, posted), 'saml_relay_state_not_found')
})

const minutes = (company: Company, n: number) => new Date(company.wire.clock.now().getTime() + n * 60_000).toISOString()

test.each<[string, (company: Company) => Tags, string]>([
	['for another audience', () => ({ Audience: 'https://elsewhere.example' }), 'audience'],
	['for another address', () => ({ SubjectRecipient: 'https://elsewhere.example/acs' }), 'no subject confirmation'],
	['from another issuer', () => ({ Issuer: 'https://elsewhere.example' }), 'from another issuer'],
	['unsolicited', () => ({ InResponseTo: undefined }), 'no subject confirmation'],
	['in answer to another request', () => ({ InResponseTo: '_another' }), 'another request'],
	['over', (c) => ({ ConditionsNotOnOrAfter: minutes(c, -2) }), 'it has expired'],
	['over for its bearer', (c) => ({ SubjectConfirmationDataNotOnOrAfter: minutes(c, -2) }), 'no subject confirmation'],
	['without an end for its bearer', () => ({ SubjectConfirmationDataNotOnOrAfter: undefined }), 'not a valid date'],
	['too old', (c) => ({ IssueInstant: minutes(c, -7) }), 'it has expired'],
	['of tomorrow', (c) => ({ ConditionsNotBefore: minutes(c, 1440) }), 'it is not valid yet'],
	['made tomorrow', (c) => ({ IssueInstant: minutes(c, 1440) }), 'it is not valid yet'],
	['for a session that is over', (c) => ({ SessionNotOnOrAfter: minutes(c, -1) }), 'session at the provider'],
	['with an unreadable time', () => ({ ConditionsNotOnOrAfter: 'tomorrow' }), 'not a valid date'],
	['with a time in no zone', () => ({ SessionNotOnOrAfter: '2999-01-01T00:00:00' }), 'cannot be read'],
])('a signed assertion %s is refused', async (_label, tags, reason) => {
	const company = await startCompany()
	Object.assign(company.provider.change.tags, tags(company))
	await expectRefusal(company, await post(company.browser, await leaveAndAnswer(company)))
	expect(company.wire.logLines.join('\n')).toContain(reason)
})

test.each<[string, Options, string]>([
	['another signer', { signer: makeKey() }, 'validation_failed'],
	['a signature of yesterday', { signatureAlgorithm: SHA1 }, 'validation_failed'],
	['a person whose name changes each time', { nameIdFormat: TRANSIENT }, 'saml_assertion_no_user_id'],
	['without a sign-in', { edit: (text) => text.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, '') }, 'validation_failed'],
	['no audience', { edit: (text) => text.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '') }, 'validation_failed'],
	['no conditions', { edit: (text) => text.replace(/<saml:Conditions.*<\/saml:Conditions>/, '') }, 'validation_failed'],
	['no bearer', { edit: (text) => text.replace('cm:bearer', 'cm:holder-of-key') }, 'validation_failed'],
	['no subject', { edit: (text) => text.replace(/<saml:Subject>.*<\/saml:Subject>/, '') }, 'validation_failed'],
	['no address', { edit: (text) => text.replace('{AttributeStatement}', '') }, 'saml_assertion_no_email'],
])('%s is refused', async (_label, options, code) => {
	const company = await startCompany(options)
	await expectRefusal(company, await post(company.browser, await leaveAndAnswer(company)), code)
})

test('an assertion of another connected company’s provider is refused', async () => {
	const company = await startCompany()
	const other = await startSamlProvider(company.wire, { key: makeKey() })
	await company.operator('POST', '', { type: 'saml', metadata_xml: other.metadata, domains: ['other.example'] })
	const posted = await leaveAndAnswer(company)
	const theirs = await other.answer(/InResponseTo="([^"]+)"/.exec(read(posted))?.[1], posted.RelayState)
	await expectRefusal(company, await post(company.browser, theirs))
	// The forged response even names the first provider as its issuer.
	other.change.tags.Issuer = company.provider.entityId
	const posing = await leaveAndAnswer(company)
	const forged = await other.answer(/InResponseTo="([^"]+)"/.exec(read(posing))?.[1], posing.RelayState)
	await expectRefusal(company, await post(company.browser, forged))
})

test('a response to a request isn’t accepted as unsolicited', async () => {
	const company = await startCompany({ connection: { allow_idp_initiated: true } })
	const posted = await leaveAndAnswer(company)
	await expectRefusal(company, await post(openBrowser(company.wire), { ...posted, RelayState: '' }))
})

test('unknown and expired relay states are refused with different codes', async () => {
	const company = await startCompany()
	const { wire, browser, provider } = company
	const posted = await leaveAndAnswer(company)
	await expectRefusal(company, await post(browser, { ...posted, RelayState: 'x'.repeat(43) }), 'saml_relay_state_not_found')
	wire.clock.advance(300_000)
	const late = await provider.answer(/InResponseTo="([^"]+)"/.exec(read(posted))?.[1], posted.RelayState)
	await expectRefusal(company, await post(browser, late), 'saml_relay_state_expired')
})

test('a form without a response or with two is refused, and one over a megabyte is too large', async () => {
	const { browser } = await startCompany()
	for (const body of ['SAMLResponse=eA==&SAMLResponse=eQ==', 'RelayState=x', '']) {
		const bad = await browser.go('/auth/v1/sso/saml/acs', { method: 'POST', body: new URLSearchParams(body) })
		expect([bad.status, bad.headers.get('x-sb-error-code')]).toEqual([400, 'validation_failed'])
	}
	const huge = await browser.go('/auth/v1/sso/saml/acs', {
		method: 'POST',
		body: new URLSearchParams({ SAMLResponse: 'A'.repeat(1_100_000) }),
	})
	expect([huge.status, huge.headers.get('x-sb-error-code')]).toEqual([413, 'request_entity_too_large'])
})

test('64 parallel posts of one response create one session', async () => {
	const asked = await startCompany()
	const posted = await leaveAndAnswer(asked)
	const answers = await Promise.all(Array.from({ length: 64 }, () => post(asked.browser, posted)))
	const codes = answers
		.map((answer) => new URL(answer.headers.get('location') ?? '').searchParams)
		.map((query) => query.get('code') ?? query.get('error_code'))
	expect(codes.filter((code) => code === 'saml_relay_state_not_found')).toHaveLength(63)
	expect(await asked.wire.countRows('auth.flow_states')).toBe(1)

	const unasked = await startCompany({ connection: { allow_idp_initiated: true } })
	const one = await unasked.provider.answer(undefined, '')
	await Promise.all(Array.from({ length: 64 }, () => post(unasked.browser, one)))
	expect([await unasked.wire.countRows('auth.sessions'), await unasked.wire.countRows('auth.users')]).toEqual([1, 1])
	unasked.wire.clock.advance(200_000)
	expect(errorOf(await post(unasked.browser, one)).query[1]).toBe('validation_failed')
	expect(await unasked.wire.countRows('auth.sessions')).toBe(1)
})

test('SAML responses are rate limited per network', async () => {
	const { browser } = await startCompany({ env: { GOTRUE_SAML_RATE_LIMIT_ASSERTION: '2' } })
	const headers = { 'x-forwarded-for': '203.0.113.9' }
	const ask = async () => browser.go('/auth/v1/sso/saml/acs', { method: 'POST', body: new URLSearchParams({ SAMLResponse: 'x' }), headers })
	await ask()
	await ask()
	const third = await ask()
	expect([third.status, third.headers.get('x-sb-error-code'), third.headers.has('retry-after')]).toEqual([
		429,
		'over_request_rate_limit',
		true,
	])
})

test.each([
	['spaces that end in a wrong letter', `a${' '.repeat(250_000)}!`],
	['lines that end in a wrong letter', `a${'\n'.repeat(250_000)}!`],
	['an answer of nothing but beginnings', Buffer.from(`<a>${'<EncryptedData />'.repeat(9000)}</a>`).toString('base64')],
])('%s are refused without backtracking', async (_what, SAMLResponse) => {
	const { browser } = await startCompany({ connection: { allow_idp_initiated: true } })
	const refused = await post(browser, { SAMLResponse, RelayState: '' })
	expect(errorOf(refused).query[0]).toBe('invalid_request')
})

test('the checked part of an encrypted response is the part that is used', async () => {
	const env = { GOTRUE_SAML_ALLOW_ENCRYPTED_ASSERTIONS: 'true' }
	const honest = await startCompany({ encrypts: true, env })
	const decoy = partOf(read(await honest.provider.signIn(await honest.leave())), ENCRYPTED)
	const { browser, provider, leave, wire } = await startCompany({ encrypts: true, env, signatureAlgorithm: SHA1 })
	const answer = async (change: (posted: Posted) => Posted) => post(browser, change(await provider.signIn(await leave())))
	const before = edit('<samlp:Status>', (found) => `<samlp:Extensions>${decoy}</samlp:Extensions>${found}`)
	const hidden = edit('<samlp:Status>', (found) => `<?x ${decoy}?>${found}`)
	for (const change of [(posted: Posted) => posted, before, hidden])
		expect(errorOf(await answer(change)).query).toEqual(['invalid_request', 'validation_failed'])
	expect(wire.logLines.join()).toContain('rsa-sha1')
})
