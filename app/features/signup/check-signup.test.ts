import { expect, test } from 'vitest'

import { checkSignup, firstName } from './check-signup.ts'

test.each([
	['', '', 'missing'],
	['Ada', '', 'missing'],
	['', 'ada@example.com', 'missing'],
	['   ', 'ada@example.com', 'missing'],
	['Ada', '  \t', 'missing'],
	['Ada', 'ada', 'invalid-email'],
	['Ada', 'ada@example', 'invalid-email'],
	['a'.repeat(101), 'ada@example.com', 'name-too-long'],
])('name %j with email %j is refused as %s', (name, email, reason) => {
	expect(checkSignup({ name, email })).toEqual({ ok: false, reason })
})

test('a filled form is trimmed and accepted', () => {
	expect(checkSignup({ name: '  Ada Quill ', email: ' ada@example.com ' })).toEqual({
		ok: true,
		form: { name: 'Ada Quill', email: 'ada@example.com' },
	})
})

test.each([
	['Ada Quill', 'Ada'],
	['  Ada ', 'Ada'],
	['', ''],
])('%j is greeted as %j', (name, expected) => {
	expect(firstName(name)).toBe(expected)
})
