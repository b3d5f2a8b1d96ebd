import { expect, test } from 'vitest'

import { isEmailAddress } from './email-address.ts'

test.each([
	['ada@example.com', true],
	['ada+quiz@mail.example.co.uk', true],
	[`${'a'.repeat(242)}@example.com`, true],
	[`${'a'.repeat(243)}@example.com`, false],
	['', false],
	['ada', false],
	['ada@example', false],
	['@example.com', false],
	['ada@', false],
	['ada@.com', false],
	['ada@example.', false],
	['ada@example..com', false],
	['a da@example.com', false],
	['ada@exam ple.com', false],
	['ada@one@example.com', false],
	[' ada@example.com', false],
])('%j is an address: %s', (text, expected) => {
	expect(isEmailAddress(text)).toBe(expected)
})
