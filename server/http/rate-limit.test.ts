// asvs V15.3.4
import { expect, test } from 'vitest'

import { toNetwork } from '#server/services/platform/network/to-network.ts'

test.each([
	['203.0.113.7', '203.0.113.7'],
	['::ffff:203.0.113.7', '203.0.113.7'],
	['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
	['2001:db8:1:2::9', '2001:db8:1:2::/64'],
	['2001:db8::9', '2001:db8:0:0::/64'],
	['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, network) => {
	expect(toNetwork(address)).toBe(network)
})
