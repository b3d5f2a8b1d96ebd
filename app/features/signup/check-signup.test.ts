import { expect, test } from 'vitest'

import { checkSignup, firstName } from './use-signup.ts'

const NO_NAME = { name: 'Name is required' }
const NO_EMAIL = { email: 'Email is required' }
const NO_ADDRESS = { email: 'Please enter a valid email address' }

test.each([
	['', '', { ...NO_NAME, ...NO_EMAIL }],
	['Ada', '', NO_EMAIL],
	['', 'ada@example.com', NO_NAME],
	['', 'ada', NO_NAME],
	['Ada', 'ada', NO_ADDRESS],
	['Ada', 'ada@example', NO_ADDRESS],
	['a'.repeat(100), 'ada@example.com', {}],
	['a'.repeat(101), 'ada@example.com', { name: 'Please use at most 100 characters' }],
])('name %j with email %j: %j', (name, email, problems) => {
	expect(checkSignup({ name, email })).toEqual(problems)
})

test.each([
	['Ada Quill', 'Ada'],
	['  Ada ', 'Ada'],
	['', ''],
])('%j is greeted as %j', (name, expected) => {
	expect(firstName(name)).toBe(expected)
})
