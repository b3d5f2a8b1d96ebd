// regression CVE-2026-1461
import { expect, test } from 'vitest'

import { readConfig } from './config.ts'

const LIVE = 'sk_live_0123456789abcdef'
const TEST = 'sk_test_0123456789abcdef'
const HOOK = 'whsec_0123456789abcdef'
const MAIL = { GOTRUE_SMTP_HOST: 'mail.example.com', GOTRUE_SMTP_ADMIN_EMAIL: 'academy@example.com' }

test.each<{ what: string; env: Record<string, string>; says: string }>([
	{
		what: 'a live key without a webhook secret',
		env: { STRIPE_SECRET_KEY: LIVE },
		says: 'STRIPE_WEBHOOK_SECRETS: is needed with a live key',
	},
	{
		what: 'a live key together with SANDBOX',
		env: { STRIPE_SECRET_KEY: LIVE, STRIPE_WEBHOOK_SECRETS: HOOK, SANDBOX: '1' },
		says: 'SANDBOX: says that nothing leaves this machine',
	},
	{ what: 'a publishable key', env: { STRIPE_SECRET_KEY: 'pk_live_0123456789' }, says: 'STRIPE_SECRET_KEY: must be a secret' },
	{
		what: 'a webhook secret of another kind',
		env: { STRIPE_SECRET_KEY: TEST, STRIPE_WEBHOOK_SECRETS: 'oops' },
		says: 'STRIPE_WEBHOOK_SECRETS: must be',
	},
	{
		what: 'bank transfers along with Stripe',
		env: { BANK_TRANSFER: '1', STRIPE_SECRET_KEY: TEST },
		says: 'BANK_TRANSFER: and STRIPE_SECRET_KEY',
	},
	{
		what: 'a test key in production',
		env: { ...MAIL, NODE_ENV: 'production', GOTRUE_SITE_URL: 'https://academy.io', STRIPE_SECRET_KEY: TEST },
		says: 'STRIPE_SECRET_KEY: is a test key',
	},
	{ what: 'webhook secrets without a key', env: { STRIPE_WEBHOOK_SECRETS: HOOK }, says: 'STRIPE_SECRET_KEY: is needed' },
	{
		what: 'a tax setting that moved to the content',
		env: { STRIPE_SECRET_KEY: TEST, STRIPE_AUTOMATIC_TAX: '1' },
		says: 'content/company/seller.json',
	},
	{ what: 'production without key and without SANDBOX', env: { NODE_ENV: 'production' }, says: 'SANDBOX: production without' },
])('$what is refused', ({ env, says }) => {
	expect(() => readConfig(env)).toThrow(says)
})

test('a key turns the payment sandbox off, webhook secrets can be a list, and without a key the sandbox is on', () => {
	const live = readConfig({ ...MAIL, STRIPE_SECRET_KEY: LIVE, STRIPE_WEBHOOK_SECRETS: `${HOOK}, ${HOOK}b`, STRIPE_AUTOMATIC_TAX: '0' })
	expect(live.payments).toEqual({
		kind: 'stripe',
		secretKey: LIVE,
		livemode: true,
		webhookSecrets: [HOOK, `${HOOK}b`],
		apiBase: 'https://api.stripe.com',
	})
	expect(readConfig({ STRIPE_SECRET_KEY: TEST }).payments).toMatchObject({ livemode: false, webhookSecrets: [] })
	expect(readConfig({}).payments).toEqual({ kind: 'sandbox' })
	expect(readConfig({ BANK_TRANSFER: '1' }).payments).toEqual({ kind: 'bank-transfer' })
	expect(readConfig({ BANK_TRANSFER: '0' }).payments).toEqual({ kind: 'sandbox' })
})
