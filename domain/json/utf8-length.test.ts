import { expect, test } from 'vitest'

import { utf8Length } from './utf8-length.ts'

test.each([
	['', 0],
	['\0', 1],
	['\u007f', 1],
	['\u0080', 2],
	['\u07ff', 2],
	['\u0800', 3],
	['\uffff', 3],
	['\u{10000}', 4],
	['\u{10ffff}', 4],
	['aé€🦊', 10],
	['\ud83d', 3],
	['\udc00a', 4],
])('%j has %i bytes in UTF-8', (text, bytes) => {
	expect(utf8Length(text)).toBe(bytes)
	expect(new TextEncoder().encode(text)).toHaveLength(bytes)
})
