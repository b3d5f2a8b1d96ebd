// asvs V13.4.2
import { expect, test } from 'vitest'

import { readConfig } from './config.ts'

const GOOD = {
	NODE_ENV: 'production',
	GOTRUE_SITE_URL: 'https://academy.io',
	STRIPE_SECRET_KEY: 'sk_live_0123456789abcdef',
	STRIPE_WEBHOOK_SECRETS: 'whsec_0123456789abcdef',
	GOTRUE_SMTP_HOST: 'mail.academy.io',
	GOTRUE_SMTP_ADMIN_EMAIL: 'hello@academy.io',
}

test('production starts live with real addresses, and as a rehearsal with SANDBOX=1 without them', () => {
	expect(readConfig(GOOD)).toMatchObject({ isLive: true, hstsIncludesSubdomains: false })
	expect(readConfig({ ...GOOD, HSTS_INCLUDE_SUBDOMAINS: '1' }).hstsIncludesSubdomains).toBe(true)
	expect(readConfig({ NODE_ENV: 'production', SANDBOX: '1' }).isLive).toBe(false)
	expect(readConfig({}).isLive).toBe(false)
})

test.each([
	['GOTRUE_SITE_URL', '', 'is needed'],
	['GOTRUE_SITE_URL', 'http://academy.io', 'https'],
	['GOTRUE_SITE_URL', 'https://academy.example', 'placeholder'],
	['GOTRUE_SITE_URL', 'https://localhost', 'placeholder'],
	['GOTRUE_SITE_URL', 'https://127.0.0.1', 'placeholder'],
	['GOTRUE_SMTP_ADMIN_EMAIL', 'academy@example.com', 'placeholder'],
	['OPERATOR_EMAIL', 'me@launchway.example', 'placeholder'],
])('%s=%s is refused for a live server', (variable, value, says) => {
	expect(() => readConfig({ ...GOOD, [variable]: value })).toThrow(new RegExp(`^${variable}: .*${says}`))
})
