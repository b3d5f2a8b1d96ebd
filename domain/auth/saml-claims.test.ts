import { expect, test } from 'vitest'

import type { SamlAssertion, SamlAttribute } from './saml-answer.ts'
import { chooseEmail, chooseSubject, describeSsoIdentity, isInDomains, mapAttributes, NAME_ID_FORMATS } from './saml-claims.ts'

const attribute = (name: string, values: string[], friendlyName: string | null = null): SamlAttribute => ({ name, friendlyName, values })
const assertion = (attributes: SamlAttribute[], nameId: string | null = 'jo', nameIdFormat: string | null = null) =>
	({ attributes, nameId, nameIdFormat }) as unknown as SamlAssertion
const SUBJECT_ID = attribute('urn:oasis:names:tc:SAML:attribute:subject-id', ['jo@id'])

test.each([
	['a NameID', assertion([]), 'jo'],
	['the subject-id before it', assertion([SUBJECT_ID]), 'jo@id'],
	['the subject-id beside a passing name', assertion([SUBJECT_ID], 'x', NAME_ID_FORMATS.transient), 'jo@id'],
	['nobody by a passing name', assertion([], 'x', NAME_ID_FORMATS.transient), null],
	['nobody without a name', assertion([], null), null],
	['an address in lower case', assertion([], 'Jo@Corp.Example', NAME_ID_FORMATS.emailAddress), 'jo@corp.example'],
	['another name as it is', assertion([], 'Jo', NAME_ID_FORMATS.persistent), 'Jo'],
])('%s tells who it is', (_label, given, subject) => {
	expect(chooseSubject(given)).toBe(subject)
})

test('a mapping takes the first attribute that is there, by either of its names, one value or all, else the default', () => {
	const given = assertion([
		attribute('urn:oid:2.5.4.42', ['Jo', 'Josephine'], 'givenName'),
		attribute('groups', ['a', 'b']),
		attribute('empty', ['']),
	])
	const keys = {
		given_name: { name: 'givenName' },
		groups: { names: ['teams', 'groups'], array: true },
		group: { names: ['teams', 'groups'] },
		title: { name: 'empty', default: 'none' },
		level: { default: 3 },
		missing: { name: 'missing' },
		__proto__: { default: 'x' },
	}
	expect(mapAttributes(given, { keys })).toEqual({ given_name: 'Jo', groups: ['a', 'b'], group: 'a', title: 'none', level: 3 })
	expect(mapAttributes(given, {})).toEqual({})
})

test.each([
	['the mapped address', assertion([attribute('mail', ['a@x'])]), { email: 'b@x' }, 'b@x'],
	['a usual attribute', assertion([attribute('mail', ['a@x'])]), {}, 'a@x'],
	[
		'LDAP’s number before a plain name',
		assertion([attribute('email', ['b@x']), attribute('urn:oid:0.9.2342.19200300.100.1.3', ['a@x'])]),
		{},
		'a@x',
	],
	['a NameID that is an address', assertion([], 'a@x', NAME_ID_FORMATS.emailAddress), {}, 'a@x'],
	['no NameID that only looks like one', assertion([], 'a@x', NAME_ID_FORMATS.persistent), {}, null],
	['no list', assertion([]), { email: ['a@x'] }, null],
])('%s is the person’s', (_label, given, mapped, email) => {
	expect(chooseEmail(given, mapped)).toBe(email)
})

test('no mapping says for itself who somebody is or that an address is proven', () => {
	const mapped = {
		sub: 'boss',
		iss: 'x',
		email_verified: true,
		email: 'x',
		provider_id: 'x',
		custom_claims: 'x',
		full_name: 'Jo',
		team: 'a',
	}
	const identity = { issuer: 'idp', subject: 'jo', email: 'jo@corp.example', isEmailVerified: false }
	expect(describeSsoIdentity(mapped, identity)).toEqual({
		name: 'Jo',
		full_name: 'Jo',
		custom_claims: { team: 'a' },
		iss: 'idp',
		sub: 'jo',
		provider_id: 'jo',
		email: 'jo@corp.example',
		email_verified: false,
		phone_verified: false,
	})
})

test.each([
	['jo@corp.example', true],
	['jo@sub.corp.example', false],
	['jo@corp.example.evil.example', false],
	['corp.example', false],
	['"a@corp.example"@evil.example', false],
])('%s is in the domain: %s', (email, expected) => {
	expect(isInDomains(email, ['corp.example'])).toBe(expected)
})
