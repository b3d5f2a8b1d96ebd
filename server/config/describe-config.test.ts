import { expect, test } from 'vitest'

import { describeConfig, environmentVariables } from '#server/process/environment.ts'
import { samples } from '#tests/plugins/samples.ts'

const describe = (environment: Record<string, string>, file: Record<string, string> = {}) =>
	Object.fromEntries(describeConfig(environment, file).map(({ name, value, origin }) => [name, [value, origin]]))

test('every variable is listed once', () => {
	expect(Object.keys(describe({}))).toEqual(environmentVariables)
})

test.each([
	['the environment', { PORT: '4000' }, {}, ['4000', 'environment']],
	['the file', {}, { PORT: '5000' }, ['5000', '.env']],
	['the environment before the file', { PORT: '4000' }, { PORT: '5000' }, ['4000', 'environment']],
	['the default', {}, {}, ['3000', 'default']],
	['an empty variable counts as not set', { PORT: '' }, { PORT: '5000' }, ['3000', 'default']],
])('a value comes from %s', (_name, environment, file, described) => {
	expect(describe(environment, file)['PORT']).toEqual(described)
})

test('a default is shown as it would be written', () => {
	expect(describe({})['GOTRUE_SESSIONS_TIMEBOX']).toEqual(['720h', 'default'])
})

test('a variable without value or default is not set', () => {
	expect(describe({})['GOTRUE_SMTP_HOST']).toEqual(['', 'not set'])
})

test('exactly these values are masked as secrets', () => {
	const everything = Object.fromEntries(environmentVariables.map((name) => [name, `the-value-of-${name}`]))
	const masked = Object.entries(describe(everything))
		.filter(([name, [value]]) => !value?.includes(`the-value-of-${name}`))
		.map(([name]) => name)
	expect(masked.toSorted()).toEqual(
		[
			'BACKUP_S3_SECRET_ACCESS_KEY',
			'DATABASE_DIRECT_URL',
			'DATABASE_URL',
			'SANDBOX_TOKEN',
			'GOTRUE_JWT_SECRET',
			'GOTRUE_JWT_KEYS',
			'GOTRUE_SMS_TEST_OTP',
			'SUPABASE_SECRET_KEY',
			'GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY',
			'GOTRUE_SECURITY_CAPTCHA_SECRET',
			'GOTRUE_SMTP_PASS',
			'SMTP_DKIM_PRIVATE_KEY',
			'GOTRUE_EXTERNAL_GOOGLE_SECRET',
			'GOTRUE_EXTERNAL_APPLE_SECRET',
			'GOTRUE_EXTERNAL_AZURE_SECRET',
			'GOTRUE_EXTERNAL_GITHUB_SECRET',
			'GOTRUE_EXTERNAL_KEYCLOAK_SECRET',
			'GOTRUE_EXTERNAL_CUSTOM_SECRET',
			...samples.flatMap(({ secrets = [] }) => secrets),
			'TWILIO_AUTH_TOKEN',
			'STRIPE_SECRET_KEY',
			'STRIPE_WEBHOOK_SECRETS',
			'UPLOADS_S3_SECRET_ACCESS_KEY',
			'HEARTBEAT_URL',
			'METRICS_TOKEN',
		].toSorted(),
	)
})

test.each([
	['postgresql://shop:hunter2@db.example:5432/shop', 'postgresql://shop:••••••@db.example:5432/shop'],
	['postgresql://db.example/shop', 'postgresql://db.example/shop'],
	['hunter2', '••••••'],
])('the password of %s is masked', (address, shown) => {
	expect(describe({ DATABASE_URL: address })['DATABASE_URL']).toEqual([shown, 'environment'])
})
