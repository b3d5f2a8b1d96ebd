import { expect, test } from 'vitest'

import { readConfig } from './config.ts'

test.each([
	['GOTRUE_SITE_URL', 'https://academy.example'],
	['GOTRUE_SITE_URL', 'http://192.168.1.7:3000'],
	['GOTRUE_SITE_URL', 'https://127.0.0.1.academy.example'],
	['HOST', '0.0.0.0'],
	['HOST', '::'],
	['HOST', '192.168.1.7'],
])('%s=%s requires NODE_ENV=production', (name, value) => {
	for (const NODE_ENV of [undefined, '', 'development', 'test'])
		expect(() => readConfig({ NODE_ENV, [name]: value })).toThrow(new RegExp(`^${name}: .*set NODE_ENV=production`))
	expect(() => readConfig({ NODE_ENV: 'production', SANDBOX: '1', [name]: value })).not.toThrow()
})

test.each(['http://localhost:4000', 'https://localhost', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://shop.localhost'])(
	'%s is allowed in development',
	(GOTRUE_SITE_URL) => {
		expect(readConfig({ GOTRUE_SITE_URL, HOST: '::1' }).siteUrl).toBe(GOTRUE_SITE_URL)
	},
)

test('the sandbox token is random at each start, or the configured one', () => {
	expect(readConfig({}).sandboxToken).not.toBe(readConfig({}).sandboxToken)
	expect(readConfig({}).sandboxToken).toMatch(/^[\w-]{32}$/)
	expect(readConfig({ SANDBOX_TOKEN: 'a'.repeat(20) }).sandboxToken).toBe('a'.repeat(20))
	expect(() => readConfig({ SANDBOX_TOKEN: 'short' })).toThrow(/^SANDBOX_TOKEN: /)
})
