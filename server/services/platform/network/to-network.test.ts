// regression CVE-2026-45364
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toNetwork } from './to-network.ts'

test.each([
	['198.51.100.23', '198.51.100.23'],
	['::ffff:198.51.100.23', '198.51.100.23'],
	['::FFFF:c633:6417', '198.51.100.23'],
	['0:0:0:0:0:ffff:198.51.100.23', '198.51.100.23'],
	['::1', '0:0:0:0::/64'],
	['2001:db8:7:1::23', '2001:db8:7:1::/64'],
	['2001:DB8:0007:0001:ffff:ffff:ffff:ffff', '2001:db8:7:1::/64'],
	['2001:db8:7:2::23', '2001:db8:7:2::/64'],
	['2001:db8::23', '2001:db8:0:0::/64'],
	['fe80::1%eth0', 'fe80:0:0:0::/64'],
	['system', 'system'],
])('%s is in network %s', (address, network) => expect(toNetwork(address)).toBe(network))

test('the last 64 bits and the spelling of an IPv6 address don’t change its network', () => {
	const group = fc.integer({ min: 0, max: 0xffff })
	const spelling = fc.tuple(fc.boolean(), fc.boolean())
	fc.assert(
		fc.property(
			fc.tuple(group, group, group),
			fc.array(group, { minLength: 4, maxLength: 4 }),
			spelling,
			(shared, own, [isUpper, isLong]) => {
				const groups = [0x2001, ...shared, ...own].map((bits) => bits.toString(16).padStart(isLong ? 4 : 1, '0'))
				const address = groups.join(':')
				expect(toNetwork(isUpper ? address.toUpperCase() : address)).toBe(`2001:${shared.map((bits) => bits.toString(16)).join(':')}::/64`)
			},
		),
	)
})
