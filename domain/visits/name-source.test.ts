import { expect, test } from 'vitest'

import { nameSource } from './name-source.ts'

const sources = [
	{ name: 'google', hosts: ['google.*'] },
	{ name: 'x', hosts: ['x.com', 't.co'] },
	{ name: 'newsletter', hosts: [] },
]
const where = { sources, ownHost: 'academy.test:3000' }

test.each([
	[{}, 'direct'],
	[{ host: '' }, 'direct'],
	[{ host: 'www.google.com' }, 'google'],
	[{ host: 'google.co.uk' }, 'google'],
	[{ host: 'google.evil.example' }, 'other'],
	[{ host: 'notgoogle.com' }, 'other'],
	[{ host: 't.co' }, 'x'],
	[{ host: 'mobile.x.com:443' }, 'x'],
	[{ host: 'netflix.com' }, 'other'],
	[{ host: 'academy.test:3000' }, 'unknown'],
	[{ host: 'academy.test' }, 'other'],
	[{ name: ' Newsletter ' }, 'newsletter'],
	[{ name: 'newsletter', host: 'academy.test:3000' }, 'newsletter'],
	[{ name: 'ana@example.com' }, 'other'],
	[{ name: '4f1c7c7e-3b1f-4d53-9f0e-1f6f4a4f6a1b', host: 'google.com' }, 'other'],
	[{ name: '__proto__' }, 'other'],
])('%j comes from %s', (origin, expected) => {
	expect(nameSource(origin, where)).toBe(expected)
})
