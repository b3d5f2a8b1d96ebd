import { expect, test } from 'vitest'

import { shortenAddress } from './shorten-address.ts'

test.each([
	['198.51.100.23', '198.51.100.…'],
	['::ffff:198.51.100.23', '198.51.100.…'],
	['2001:db8:7:1::23', '2001:db8:7:…'],
	['2001:db8::23', '2001:db8:0:…'],
	['::1', '0:0:0:…'],
	['2001:db8:7:1:2:3:4:5', '2001:db8:7:…'],
	['::2:3:4:5:6:7:8', '0:2:3:…'],
	['2001::3:4:5:6:7:8', '2001:0:3:…'],
	['2001:db8::', '2001:db8:0:…'],
	['x198.51.100.23', null],
	['198.51.100.23x', null],
	['x2001:db8::23', null],
	['2001:db8::23x', null],
	['cafe', null],
	['system', null],
	['', null],
])('%s is shortened to %s', (address, shown) => expect(shortenAddress(address)).toBe(shown))
