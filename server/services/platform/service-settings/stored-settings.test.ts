import { expect, test } from 'vitest'

import { findServiceProblems } from '#server/process/check-services.ts'
import { readConfig } from '#server/process/environment.ts'
import { systemContext } from '#server/services/context.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import {
	isRestartPending,
	confirmSettings,
	readRunningConfig,
	readStoredSettings,
	resolveStartConfig,
	storeSettings,
} from './stored-settings.ts'

/** The server that the tests start, and another one on the same database. */
const [SERVER, OTHER] = ['one:3000', 'two:3000']
const MAIL = { GOTRUE_SMTP_HOST: 'smtp.academy.test', GOTRUE_SMTP_ADMIN_EMAIL: 'hello@academy.test' }

async function open(environment: Record<string, string> = {}) {
	const { deps, clock, logLines } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	const given = { environment: { NODE_ENV: 'test', ...environment }, readConfig, findServiceProblems: findServiceProblems }
	const start = (server = SERVER) => resolveStartConfig(ctx, { ...given, log: deps.log, now: clock.now, server })
	const rows = () => deps.db.selectFrom('service_settings').selectAll().orderBy('name').execute()
	return { ctx, clock, start, rows, logLines, readProven: () => readRunningConfig(ctx, given) }
}

test('a stored setting is sealed, used from the next start, and by commands once that start succeeded', async () => {
	const { ctx, start, rows, readProven } = await open()
	await storeSettings(ctx, { ...MAIL, GOTRUE_SMTP_USER: 'me', GOTRUE_SMTP_PASS: 'a-long-secret' })
	const stored = await rows()
	expect(Buffer.concat(stored.map(({ sealed }) => sealed ?? Buffer.of())).toString('latin1')).not.toMatch(/secret|academy/)
	expect(await isRestartPending(ctx)).toBe(true)
	expect((await readProven()).email.mode).toBe('outbox')
	expect((await start()).email.smtp).toMatchObject({ host: MAIL.GOTRUE_SMTP_HOST, login: { user: 'me', pass: 'a-long-secret' } })
	await confirmSettings(ctx, SERVER)
	expect(await isRestartPending(ctx)).toBe(false)
	expect((await readProven()).email.smtp?.host).toBe(MAIL.GOTRUE_SMTP_HOST)
	const [password] = stored.filter(({ name }) => name === 'GOTRUE_SMTP_PASS')
	await ctx.db
		.updateTable('service_settings')
		.set({ sealed: password?.sealed ?? null })
		.where('name', '=', 'GOTRUE_SMTP_HOST')
		.execute()
	await expect(readStoredSettings(ctx)).rejects.toThrow('unable to authenticate data')
})

test('a service configured by environment variables ignores console settings', async () => {
	const { ctx, start } = await open({ GOTRUE_SMTP_HOST: 'smtp.server.test', GOTRUE_SMTP_ADMIN_EMAIL: 'server@academy.test' })
	await storeSettings(ctx, { ...MAIL, GOTRUE_SMTP_USER: 'me', GOTRUE_SMTP_PASS: 'secret', STRIPE_SECRET_KEY: 'sk_test_12345678' })
	const { email, payments } = await start()
	expect(email.smtp).toMatchObject({ host: 'smtp.server.test', from: { address: 'server@academy.test' }, login: null })
	expect(payments.kind).toBe('stripe')
})

test('settings refused at startup are replaced by the previous ones, with the reason', async () => {
	const { ctx, start, rows, logLines } = await open()
	await storeSettings(ctx, MAIL)
	await start()
	await confirmSettings(ctx, SERVER)
	await storeSettings(ctx, { GOTRUE_SMTP_HOST: null, STRIPE_SECRET_KEY: 'sk_test_12345678' })
	const config = await start()
	expect([config.email.smtp?.host, config.payments.kind]).toEqual([MAIL.GOTRUE_SMTP_HOST, 'sandbox'])
	expect((await rows()).filter(({ problem }) => problem !== null).map(({ name, is_pending }) => [name, is_pending])).toEqual([
		['GOTRUE_SMTP_HOST', false],
		['STRIPE_SECRET_KEY', false],
	])
	expect(logLines.join('')).toContain('GOTRUE_SMTP_HOST: is needed with the other variables of SMTP')
	await storeSettings(ctx, { GOTRUE_SMTP_HOST: 'smtp.other.test' })
	expect((await start()).email.smtp?.host).toBe('smtp.other.test')
	expect((await rows()).find(({ name }) => name === 'GOTRUE_SMTP_HOST')?.problem).toBeNull()
})

test('after a start that ended early the next one uses the previous settings', async () => {
	const { ctx, start } = await open()
	await storeSettings(ctx, MAIL)
	expect((await start()).email.mode).toBe('smtp')
	// The first start ended before it confirmed the values.
	expect((await start()).email.mode).toBe('outbox')
	expect(await readStoredSettings(ctx)).toEqual({})
	expect((await start()).email.mode).toBe('outbox')
})

test('a removed setting is gone after the next start', async () => {
	const { ctx, start, rows } = await open()
	await storeSettings(ctx, MAIL)
	await start()
	await confirmSettings(ctx, SERVER)
	await storeSettings(ctx, { GOTRUE_SMTP_HOST: null, GOTRUE_SMTP_ADMIN_EMAIL: null })
	expect((await start()).email.mode).toBe('outbox')
	await confirmSettings(ctx, SERVER)
	expect(await rows()).toEqual([])
})

test('only one server tries new settings, and another takes over if it has ended', async () => {
	const { ctx, clock, start } = await open()
	await storeSettings(ctx, MAIL)
	expect((await start()).email.mode).toBe('smtp')
	expect((await start(OTHER)).email.mode).toBe('outbox')
	await confirmSettings(ctx, OTHER)
	expect(await isRestartPending(ctx)).toBe(true)
	await confirmSettings(ctx, SERVER)
	expect((await start(OTHER)).email.mode).toBe('smtp')
	await storeSettings(ctx, { GOTRUE_SMTP_HOST: 'smtp.other.test' })
	await start()
	clock.advance(600_000)
	expect((await start(OTHER)).email.smtp?.host).toBe(MAIL.GOTRUE_SMTP_HOST)
	expect(await isRestartPending(ctx)).toBe(false)
})

test('a production server without configuration stays a sandbox until the console goes live', async () => {
	const { ctx, start } = await open({ NODE_ENV: 'production', HOST: '127.0.0.1' })
	expect(await start()).toMatchObject({ isLive: false, payments: { kind: 'sandbox' } })
	await storeSettings(ctx, {
		...MAIL,
		GOTRUE_SITE_URL: 'https://harbor.academy',
		GOTRUE_SMTP_ADMIN_EMAIL: 'hello@harbor.academy',
		STRIPE_SECRET_KEY: 'sk_live_12345678',
		STRIPE_WEBHOOK_SECRETS: 'whsec_12345678',
	})
	expect(await start()).toMatchObject({ isLive: false, payments: { kind: 'sandbox' }, email: { smtp: { mayBePrivate: false } } })
	await confirmSettings(ctx, SERVER)
	await storeSettings(ctx, { SANDBOX: '0' })
	expect(await start()).toMatchObject({ isLive: true, payments: { kind: 'stripe', livemode: true } })
})

test.each([
	['the sandbox', { SANDBOX: '1' }, false],
	['the payment provider', { STRIPE_SECRET_KEY: 'sk_live_12345678' }, null],
])('in production environment variables decide %s', async (_, more, isLive) => {
	const { ctx, start } = await open({ NODE_ENV: 'production', ...more })
	await storeSettings(ctx, { SANDBOX: '0', GOTRUE_SITE_URL: 'https://harbor.academy' })
	if (isLive === null) await expect(start()).rejects.toThrow('STRIPE_WEBHOOK_SECRETS: is needed')
	else expect((await start()).isLive).toBe(isLive)
})
