import { expect, test } from 'vitest'

import type { SamlAssertion, SamlAttribute } from './saml-answer.ts'
import { chooseEmail, chooseSamlSubject, describeSsoIdentity, isInDomains, mapAttributes, NAME_ID_FORMATS } from './saml-claims.ts'

const attribute = (name: string, values: string[], friendlyName: string | null = null): SamlAttribute => ({ name, friendlyName, values })
const assertion = (attributes: SamlAttribute[], nameId: string | null = 'jo', nameIdFormat: string | null = null) =>
	({ attributes, nameId, nameIdFormat }) as unknown as SamlAssertion
const identity = { issuer: 'idp', subject: 'jo', email: 'jo@corp.example', isEmailVerified: false }
const SUBJECT_ID = attribute('urn:oasis:names:tc:SAML:attribute:subject-id', ['jo@id'])

test.each([
	['a NameID', assertion([]), 'jo'],
	['the subject-id before it', assertion([SUBJECT_ID]), 'jo@id'],
	['the subject-id next to a passing name', assertion([SUBJECT_ID], 'x', NAME_ID_FORMATS.transient), 'jo@id'],
	['no one for a transient name', assertion([], 'x', NAME_ID_FORMATS.transient), null],
	['no one without a name', assertion([], null), null],
	['no one for an empty name in email format', assertion([], null, NAME_ID_FORMATS.emailAddress), null],
	['an address in lower case', assertion([], 'Jo@Corp.Example', NAME_ID_FORMATS.emailAddress), 'jo@corp.example'],
	['another name unchanged', assertion([], 'Jo', NAME_ID_FORMATS.persistent), 'Jo'],
])('%s identifies the person', (_label, given, subject) => {
	expect(chooseSamlSubject(given)).toBe(subject)
})

test('a mapping takes the first matching attribute by either name, one value or all, or the default', () => {
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
		// Computed key: a plain `__proto__` key would set the prototype.
		['__proto__']: { default: 'x' },
	}
	const mapped = mapAttributes(given, { keys })
	expect(mapped).toStrictEqual({ given_name: 'Jo', groups: ['a', 'b'], group: 'a', title: 'none', level: 3 })
	expect(Object.keys(mapped)).not.toContain('__proto__')
	expect(mapAttributes(given, {})).toEqual({})
})

test.each([
	['the mapped address', assertion([attribute('mail', ['a@x'])]), { email: 'b@x' }, 'b@x'],
	['a usual attribute, where the mapped one is empty', assertion([attribute('mail', ['a@x'])]), { email: '' }, 'a@x'],
	['a usual attribute', assertion([attribute('mail', ['a@x'])]), {}, 'a@x'],
	[
		'LDAP’s number before a plain name',
		assertion([attribute('email', ['b@x']), attribute('urn:oid:0.9.2342.19200300.100.1.3', ['a@x'])]),
		{},
		'a@x',
	],
	['a NameID in email format', assertion([], 'a@x', NAME_ID_FORMATS.emailAddress), {}, 'a@x'],
	['no NameID that only looks like an email', assertion([], 'a@x', NAME_ID_FORMATS.persistent), {}, null],
	['no list of addresses', assertion([]), { email: ['a@x'] }, null],
])('the email is taken from %s', (_label, given, mapped, email) => {
	expect(chooseEmail(given, mapped)).toBe(email)
})

test.each([
	'urn:oid:0.9.2342.19200300.100.1.3',
	'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
	'http://schemas.xmlsoap.org/claims/EmailAddress',
	'mail',
	'Mail',
	'email',
	'Email',
])('an email is found under the name %s', (name) => {
	expect(chooseEmail(assertion([attribute(name, ['a@x'])]), {})).toBe('a@x')
	expect(chooseEmail(assertion([attribute('urn:other', ['a@x'], name)]), {})).toBe('a@x')
})

test('no mapping can change the identity or mark an address as verified', () => {
	const mapped = {
		sub: 'boss',
		iss: 'x',
		email_verified: true,
		email: 'x',
		provider_id: 'x',
		custom_claims: 'x',
		phone: '+49',
		phone_verified: true,
		full_name: 'Jo',
		team: 'a',
	}
	expect(describeSsoIdentity(mapped, identity)).toStrictEqual({
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

test('claims mapped to user metadata are copied without additions', () => {
	const known = {
		name: 'Jo',
		full_name: 'Jo Doe',
		given_name: 'a',
		family_name: 'b',
		middle_name: 'c',
		nickname: 'd',
		preferred_username: 'e',
		user_name: 'f',
		profile: 'g',
		picture: 'h',
		avatar_url: 'i',
		website: 'j',
		gender: 'k',
		birthdate: 'l',
		zoneinfo: 'm',
		locale: 'n',
	}
	const ours = { iss: 'idp', sub: 'jo', provider_id: 'jo', email: 'jo@corp.example', email_verified: false, phone_verified: false }
	expect(describeSsoIdentity(known, identity)).toStrictEqual({ ...known, ...ours })
	expect(describeSsoIdentity({}, identity)).toStrictEqual(ours)
	expect(describeSsoIdentity({ name: 'Jo' }, identity)).toStrictEqual({ name: 'Jo', full_name: 'Jo', ...ours })
	expect(describeSsoIdentity({ full_name: ['Jo'] }, identity)).toStrictEqual({ full_name: ['Jo'], ...ours })
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

test('one matching domain is enough, and without domains nothing matches', () => {
	expect(isInDomains('jo@corp.example', ['other.example', 'corp.example'])).toBe(true)
	expect(isInDomains('jo@corp.example', [])).toBe(false)
})
