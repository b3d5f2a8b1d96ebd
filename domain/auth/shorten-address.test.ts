import { expect, test } from 'vitest'

import { shortenAddress } from './shorten-address.ts'

test.each([
	['198.51.100.23', '198.51.100.…'],
	['::ffff:198.51.100.23', '198.51.100.…'],
	['2001:db8:7:1::23', '2001:db8:7:…'],
	['2001:db8::23', '2001:db8:0:…'],
	['::1', '0:0:0:…'],
	['system', null],
	['', null],
])('%s is shown as %s', (address, shown) => expect(shortenAddress(address)).toBe(shown))
