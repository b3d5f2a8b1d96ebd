// regression GHSA-xv97-c62v-4587 GHSA-pgjx-7f9g-9463
import { expect, test } from 'vitest'

import { parseEmailAddress } from './email-address.ts'

const longLocal = 'a'.repeat(64)
const longDomain = `${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(59)}.de`

test.each([
	['ada@example.com', 'ada@example.com'],
	['Ada.Muster+course@Sub.Example.COM', 'ada.muster+course@sub.example.com'],
	["o'neil@example.co.uk", "o'neil@example.co.uk"],
	['1@2.example', '1@2.example'],
	[`${longLocal}@example.com`, `${longLocal}@example.com`],
	[`${longLocal}@${longDomain}`, `${longLocal}@${longDomain}`],
])('%s is parsed as one address', (raw, address) => {
	expect(parseEmailAddress(raw)).toBe(address)
})

test.each([
	'',
	'ada',
	'@example.com',
	'ada@',
	'ada@localhost',
	'ada@example.',
	'ada@.example.com',
	'ada@exa_mple.com',
	'ada@-example.com',
	'ada@example-.com',
	'.ada@example.com',
	'ada.@example.com',
	'a..da@example.com',
	'ada@@example.com',
	'ada@example.com,eve@example.com',
	'ada@example.com;eve@example.com',
	'ada@example.com eve@example.com',
	' ada@example.com',
	'ada@example.com ',
	'ada@example.com\n',
	'ada@example.com\r\nBcc: eve@example.com',
	'Ada <ada@example.com>',
	'<ada@example.com>',
	'"ada"@example.com',
	'ada@[127.0.0.1]',
	'ada(comment)@example.com',
	'ada@exämple.com',
	'ädä@example.com',
	'ada@example.com\0',
	'ada%0a@exa%20mple.com',
	'\u212Aate@example.com', // the Kelvin sign, whose lowercase form is a plain k
	`${longLocal}a@example.com`,
	`${longLocal}@${longDomain}m`,
])('%j is refused', (raw) => {
	expect(parseEmailAddress(raw)).toBeNull()
})

test('a hostile text is refused without backtracking', () => {
	// A pattern with catastrophic backtracking would exceed the test's time limit.
	for (const raw of [`${'a.'.repeat(25_000)}@`, `a@${'a-'.repeat(25_000)}`, `a@${'a.'.repeat(120)}`])
		expect(parseEmailAddress(raw)).toBeNull()
})
