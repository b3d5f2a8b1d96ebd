import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'

import { hasOutbox, readConfig } from './config.ts'

const SMTP = { GOTRUE_SMTP_HOST: 'mail.example.test', GOTRUE_SMTP_ADMIN_EMAIL: 'academy@example.test' }
const pemOf = (type: 'rsa' | 'ed25519') => {
	const { privateKey } = type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ed25519')
	return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

test('without a mail server, mail stays in the outbox', () => {
	const config = readConfig({ NODE_ENV: 'test' })
	expect([config.email, hasOutbox(config)]).toEqual([{ bulkPerHour: 3000, perDay: null, mode: 'outbox', smtp: null }, true])
})

test('host and sender are enough, and TLS is required', () => {
	expect(readConfig({ NODE_ENV: 'test', ...SMTP }).email).toEqual({
		bulkPerHour: 3000,
		perDay: null,
		mode: 'smtp',
		smtp: {
			host: 'mail.example.test',
			port: 587,
			security: 'starttls',
			login: null,
			connections: 5,
			from: { name: null, address: 'academy@example.test' },
			bounceAddress: null,
			mayBePrivate: true,
			dkim: null,
		},
	})
	expect(readConfig({ ...SMTP, GOTRUE_SMTP_PORT: '465' }).email.smtp?.security).toBe('tls')
})

test.each([
	[{}, 3000],
	[{ SMTP_MAILS_PER_SECOND: '14' }, 50_400],
	[{ SMTP_MAILS_PER_SECOND: '14', NEWSLETTER_PER_HOUR: '600' }, 600],
	[{ SMTP_MAILS_PER_SECOND: '0.5', NEWSLETTER_PER_HOUR: '36000' }, 1800],
	[{ NEWSLETTER_PER_HOUR: '36000' }, 36_000],
])('newsletters are sent at the provider’s rate or slower: %j', (env, perHour) => {
	expect(readConfig({ NODE_ENV: 'test', ...SMTP, ...env }).email.bulkPerHour).toBe(perHour)
})

test('a one-line key signs for the sender’s domain', () => {
	const key = pemOf('rsa').replaceAll('\n', String.raw`\n`)
	const { smtp } = readConfig({ ...SMTP, SMTP_DKIM_SELECTOR: 'autumn', SMTP_DKIM_PRIVATE_KEY: key }).email
	expect(smtp?.dkim).toMatchObject({ domain: 'example.test', selector: 'autumn' })
	expect(smtp?.dkim?.privateKey).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
})

test('production starts with a mail server, and /dev/outbox stays while SMS has no provider', () => {
	const production = { NODE_ENV: 'production', SANDBOX: '1', ...SMTP }
	expect(hasOutbox(readConfig(production))).toBe(true)
	const sid = (prefix: string) => prefix + '0'.repeat(32)
	const twilio = {
		TWILIO_ACCOUNT_SID: sid('AC'),
		TWILIO_AUTH_TOKEN: 'token-of-it',
		TWILIO_CODE_SERVICE_SID: sid('MG'),
		TWILIO_NOTIFICATION_SERVICE_SID: sid('MG'),
	}
	expect(hasOutbox(readConfig({ ...production, ...twilio }))).toBe(false)
})

test.each([
	['production without mail settings', { NODE_ENV: 'production' }, 'GOTRUE_SMTP_HOST'],
	['a user without a host', { GOTRUE_SMTP_USER: 'a' }, 'GOTRUE_SMTP_HOST'],
	['a host without a sender', { GOTRUE_SMTP_HOST: 'mail.example.test' }, 'GOTRUE_SMTP_ADMIN_EMAIL'],
	['a user without a password', { ...SMTP, GOTRUE_SMTP_USER: 'a' }, 'GOTRUE_SMTP_PASS'],
	['a selector without a key', { ...SMTP, SMTP_DKIM_SELECTOR: 'a' }, 'SMTP_DKIM_PRIVATE_KEY'],
	['a key of another kind', { ...SMTP, SMTP_DKIM_SELECTOR: 'a', SMTP_DKIM_PRIVATE_KEY: pemOf('ed25519') }, 'SMTP_DKIM_PRIVATE_KEY'],
	['an invalid key', { ...SMTP, SMTP_DKIM_SELECTOR: 'a', SMTP_DKIM_PRIVATE_KEY: 'key' }, 'SMTP_DKIM_PRIVATE_KEY'],
	['two senders', { ...SMTP, GOTRUE_SMTP_ADMIN_EMAIL: 'a@x.test, b@x.test' }, 'GOTRUE_SMTP_ADMIN_EMAIL'],
	['a sender with a line break', { ...SMTP, GOTRUE_SMTP_SENDER_NAME: 'a\r\nBcc: b@x.test' }, 'GOTRUE_SMTP_SENDER_NAME'],
	['an invalid port', { ...SMTP, GOTRUE_SMTP_PORT: '0' }, 'GOTRUE_SMTP_PORT'],
	['an unencrypted password', { ...SMTP, GOTRUE_SMTP_USER: 'a', GOTRUE_SMTP_PASS: 'b', SMTP_SECURITY: 'none' }, 'SMTP_SECURITY'],
])('%s is refused with the variable to change', (_what, env, variable) => {
	expect(() => readConfig(env)).toThrow(new RegExp(`^${variable}: `, 'm'))
})
