import { expect, test } from 'vitest'

import { applicationFields, checkFields, contactFields, mapFields } from './check-fields.ts'

const checkContact = (values: Record<keyof typeof contactFields, string>) => checkFields(contactFields, values)
const checkApplication = (values: Record<keyof typeof applicationFields, string>) => checkFields(applicationFields, values)

const GOOD = { name: 'Ana', email: 'ana@example.test', subject: 'Refund', message: 'How does it work?' }
const WRONG = 'Please enter a valid email address'
/** Returns an address of exactly this length. */
const addressOf = (length: number) => `a@${'b'.repeat(length - 5)}.cc`

test('a valid form has no errors', () => {
	expect([checkContact(GOOD), checkApplication(GOOD)]).toEqual([{}, {}])
})

test.each(['', ' ', '\t\n  ', '\u00a0\u2003'])('%j in every field: each is required', (blank) => {
	expect(checkContact({ name: blank, email: blank, subject: blank, message: blank })).toEqual({
		name: 'Name is required',
		email: 'Email is required',
		subject: 'Subject is required',
		message: 'Message is required',
	})
})

test.each([
	'ana',
	'ana@example',
	'@example.test',
	'ana@',
	'ana@@example.test',
	'ana@example..test',
	'ana@.test',
	'ana b@example.test',
	'ana@exam ple.test',
	'ana@example.test,eve@example.test',
	'ana,eve@example.test',
	'ana;eve@example.test',
	'Ana <ana@example.test>',
	'<ana@example.test>',
	'"ana"@example.test',
	'ana@example.test\r\nBcc:eve@example.test',
	'ana\r\n@example.test',
	'ana\u0000@example.test',
	'ana\u202e@example.test',
	addressOf(255),
])('%j is not a valid address', (email) => {
	expect(checkContact({ ...GOOD, email })).toEqual({ email: WRONG })
})

test.each(['a@b.co', 'ana+news@mail.example.test', "o'hara@example.test", 'łukasz@пример.рф', '  ana@example.test ', addressOf(254)])(
	'%j is a valid address',
	(email) => {
		expect(checkContact({ ...GOOD, email })).toEqual({})
	},
)

test.each([
	['1 character', 'A', undefined],
	['200 characters', 'x'.repeat(200), undefined],
	['201 characters', 'x'.repeat(201), 'Name must be at most 200 characters'],
	['10,000 characters', 'x'.repeat(10_000), 'Name must be at most 200 characters'],
	['200 emoji', '🧭'.repeat(200), undefined],
	['a family emoji', '👨‍👩‍👧', undefined],
	['right to left', 'שרה أحمد', undefined],
	['angle brackets', '<b>Ana</b>', undefined],
	['200 characters between spaces and line breaks', `\n ${'x'.repeat(200)} \n`, undefined],
	['a line break inside', 'Ana\r\nBcc: eve@example.test', 'Name must be plain text on one line'],
	['a NUL', 'A\u0000na', 'Name must be plain text on one line'],
])('a name of %s', (_, name, message) => {
	expect(checkContact({ ...GOOD, name })).toEqual(message ? { name: message } : {})
})

const LONG = 'Message must be less than 1000 characters'
test.each([
	['1000 characters', 'x'.repeat(1000), undefined],
	['1001 characters', 'x'.repeat(1001), LONG],
	['1000 emoji', '🧭'.repeat(1000), undefined],
	['1001 emoji', '🧭'.repeat(1001), LONG],
	['1000 with posted line ends', `${'x'.repeat(499)}\r\n${'x'.repeat(500)}`, undefined],
	['1000 with line ends of one sign', `${'x'.repeat(499)}\r${'x'.repeat(500)}`, undefined],
	['1001 with posted line ends', `${'x'.repeat(500)}\r\n${'x'.repeat(500)}`, LONG],
	['a space too many', `${'x'.repeat(1000)} `, LONG],
	['lines and tabs', 'one\n\ttwo', undefined],
	['a NUL', 'a\u0000b', 'Message must be plain text'],
])('a message of %s', (_, message, expected) => {
	expect(checkContact({ ...GOOD, message })).toEqual(expected ? { message: expected } : {})
})

test('an application uses the contact form’s field names and allows 4,000 characters', () => {
	expect(checkApplication({ ...GOOD, message: 'x'.repeat(4000) })).toEqual({})
	expect(checkApplication({ ...GOOD, name: '' })).toEqual({ name: 'Name is required' })
	expect(checkApplication({ ...GOOD, message: 'x'.repeat(4001) })).toEqual({ message: 'Message must be less than 4000 characters' })
})

test('stored values are trimmed, addresses in lower case, and line endings normalized', () => {
	const typed = { name: ' Ana ', email: ' Ana@Example.test ', subject: ' Hi ', message: ' one\r\ntwo\r' }
	const stored = { name: 'Ana', email: 'ana@example.test', subject: 'Hi', message: 'one\ntwo' }
	expect(mapFields(contactFields, (name, { tidy }) => tidy(typed[name]))).toEqual(stored)
})
