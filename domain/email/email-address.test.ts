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
	['ada@example.com ', false],
	['ada@example.com\n', false],
	['a@b.c', true],
	['ädä@exämple.com', true],
])('%j is a valid address: %s', (text, expected) => {
	expect(isEmailAddress(text)).toBe(expected)
})

test.each([...'<>()[]\\,;:"\0\u007f\u200b\u202e \t\r\n@'])('%j is not allowed in any part of an address', (character) => {
	for (const text of [
		`${character}ada@example.com`,
		`a${character}da@example.com`,
		`ada@exam${character}ple.com`,
		`ada@example.c${character}om`,
	])
		expect(isEmailAddress(text)).toBe(false)
})
