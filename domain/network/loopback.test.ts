import { expect, test } from 'vitest'

import { isLoopbackHost } from './loopback.ts'

test.each(['localhost', 'LOCALHOST', 'shop.localhost', '127.0.0.1', '127.8.9.10', '127.100.200.255', '::1', '[::1]', '::ffff:127.0.0.1'])(
	'%s is loopback',
	(host) => {
		expect(isLoopbackHost(host)).toBe(true)
	},
)

test.each([
	'',
	'0.0.0.0',
	'::',
	'192.168.1.4',
	'127.0.0.1.example.com',
	'127.example.com',
	'localhost.example.com',
	'notlocalhost',
	'128.0.0.1',
	'1127.0.0.1',
	'127.0.0.1000',
	'12::ffff:7.0.0.1',
	'local[host',
	'local]host',
])('%j is not loopback', (host) => {
	expect(isLoopbackHost(host)).toBe(false)
})
