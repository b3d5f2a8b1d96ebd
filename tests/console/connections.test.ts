import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { findServiceProblems } from '#server/process/check-services.ts'
import { readConfig } from '#server/process/environment.ts'
import { systemContext } from '#server/services/context.ts'
import { readSettingsVersion, storeSettings } from '#server/services/platform/service-settings/stored-settings.ts'
import { openStripe } from '#tests/setup/open-stripe.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { originOf, publish, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'

const KEY = 'sk_test_abcdefghijklmnop1234'
const PAYMENTS = '/admin/settings/payments'
const MAIL = '/admin/settings/mail'

const VARIABLE = /[A-Z]{3,}_[A-Z]|SANDBOX/
const wordsOf = (page: string) => /<main[^]*<\/main>/.exec(page)?.[0].replaceAll(/<[^>]*>/g, ' ') ?? ''

async function open(environment: Record<string, string> = {}, ask = findServiceProblems) {
	const given = { NODE_ENV: 'test', PORT: '3000', STRIPE_API_BASE: await openStripe(KEY), ...environment }
	let restarts = 0
	const restart = () => void (restarts += 1)
	const wire = await startWire({ env: given, start: { environment: given, readConfig, findServiceProblems: ask, restart } })
	const operator = await openConsoleAs(wire, 'operator')
	const entries = (action = 'connection_changed') =>
		wire.deps.db.selectFrom('operator_actions').select(['object_id', 'after']).where('action', '=', action).orderBy('id').execute()
	const versionIn = async (page: string) => /name="version" value="(\w+)"/.exec((await operator.get(page)).text)?.[1] ?? ''
	const send = async (page: string, fields: Record<string, string>, what = 'connect') => {
		const form = { form_page: page, form_id: `${page}/${what}`.replaceAll(/[^a-z0-9]+/gi, '-') }
		return operator.post(`${page}/${what}`, { ...form, version: await versionIn(page), ...fields })
	}
	return { wire, operator, entries, send, versionIn, restarts: () => restarts }
}

test('a valid Stripe key is saved, never logged or shown, and used after a restart', async () => {
	const { wire, operator, entries, send, restarts } = await open()
	expect((await operator.get(PAYMENTS)).text).toContain('value="http://localhost:3000/webhooks/stripe"')
	const saved = await send(PAYMENTS, { secret_stripe_secret_key: KEY, secret_stripe_webhook_secrets: 'whsec_abcdefghijklmnopqrst' })
	expect([saved.status, saved.to]).toEqual([303, `${PAYMENTS}?notice=connection-saved`])
	expect(await entries()).toEqual([{ object_id: 'payments', after: { set: ['Secret key', 'Webhook signing secret'], removed: [] } }])
	const { text } = await operator.get(PAYMENTS)
	expect(text).toContain('Set, ends in …1234')
	expect(text).toContain('Restarting…')
	expect(text).not.toContain(KEY)
	expect((await operator.get(`${PAYMENTS}/restart`)).text).toBe('{"isDue":true}')
	await expect.poll(restarts).toBe(1)
	const log = JSON.stringify(await wire.deps.db.selectFrom('operator_actions').selectAll().execute())
	expect(log).not.toContain('abcdefghijklmnop')
	expect((await send(PAYMENTS, {})).to).toBe(`${PAYMENTS}?notice=connection-unchanged`)
	expect((await send(PAYMENTS, {}, 'disconnect')).status).toBe(303)
	expect((await entries()).at(-1)?.after).toEqual({ set: [], removed: ['Secret key', 'Webhook signing secret'] })
})

test.each([
	[{ secret_stripe_secret_key: 'sk_test_unknown123456' }, 'the service doesn’t recognize this key'],
	[{ secret_stripe_secret_key: 'pk_test_12345678' }, 'must be a secret or restricted key'],
	[{ secret_stripe_webhook_secrets: 'whsec_12345678' }, 'is needed with Webhook signing secret'],
	[{ secret_stripe_secret_key: 'sk_live_12345678' }, 'live payments need a mail server'],
])('a key that the server or Stripe refuses is not saved or echoed, and the reason is shown: %o', async (fields, why) => {
	const { wire, entries, send } = await open()
	const { status, text } = await send(PAYMENTS, fields)
	expect(status).toBe(422)
	expect(text).toContain(why)
	for (const secret of Object.values(fields)) expect(text).not.toContain(secret)
	expect([await wire.countRows('service_settings'), await entries()]).toEqual([0, []])
})

test('an unreachable mail server is refused at its field, and all input except the password is kept', async () => {
	const { wire, send } = await open()
	const closed = await new Promise<number>((resolve) => {
		const probe = createServer().listen(0, '127.0.0.1', () => {
			const { port } = probe.address() as AddressInfo
			probe.close(() => resolve(port))
		})
	})
	const fields = { gotrue_smtp_host: '127.0.0.1', gotrue_smtp_port: String(closed), gotrue_smtp_admin_email: 'me@academy.test' }
	const { status, text } = await send(MAIL, { ...fields, gotrue_smtp_user: 'me', secret_gotrue_smtp_pass: 'never-shown-again' })
	expect(status).toBe(422)
	expect(text).toMatch(/Server: .*ECONNREFUSED/)
	expect(text).toContain('value="me@academy.test"')
	expect(text).not.toContain('never-shown-again')
	expect(await wire.countRows('service_settings')).toBe(0)
})

test('a concurrent save of connections is refused with the first one’s values, and can then be saved again', async () => {
	const { operator, send, versionIn } = await open()
	const version = await versionIn(PAYMENTS)
	expect((await send(PAYMENTS, { secret_stripe_secret_key: KEY, version })).status).toBe(303)
	const refused = await send(PAYMENTS, { secret_stripe_secret_key: KEY, version })
	expect(refused.status).toBe(409)
	expect(refused.text).toContain('Someone changed these settings in the meantime')
	expect((await send(PAYMENTS, { version }, 'disconnect')).status).toBe(409)
	expect(await versionIn(PAYMENTS)).not.toBe(version)
	expect((await operator.get(PAYMENTS)).text).toContain('Set, ends in …1234')
	expect((await send(PAYMENTS, {}, 'disconnect')).status).toBe(303)
})

test('in production all mail server failures look the same, and private addresses are never contacted', async () => {
	let connections = 0
	const inner = createServer(() => void (connections += 1))
	await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => void inner.close())
	const { send } = await open({ NODE_ENV: 'production', SANDBOX: '1' })
	const ask = async (host: string, port: number) => {
		const answer = await send(MAIL, {
			gotrue_smtp_host: host,
			gotrue_smtp_port: String(port),
			gotrue_smtp_admin_email: 'me@harbor.academy',
		})
		return [answer.status, /Server: [^<]*/.exec(answer.text)?.[0]]
	}
	const answers = await Promise.all([
		ask('127.0.0.1', (inner.address() as AddressInfo).port),
		ask('10.0.0.1', 25),
		ask('localhost', 1),
		ask('mail.invalid', 587),
	])
	expect(new Set(answers.map(String))).toEqual(
		new Set(['422,Server: We couldn’t connect. Check server, port, user name and password. The server has to be on the public internet.']),
	)
	expect(connections).toBe(0)
})

test('an operator can go live after every step is done, and back to the sandbox; support can’t', async () => {
	const { wire, operator, send, entries } = await open(
		{ NODE_ENV: 'production', GOTRUE_SMTP_HOST: '127.0.0.1', GOTRUE_SMTP_ADMIN_EMAIL: 'a@harbor.academy' },
		() => Promise.resolve([]),
	)
	const LIVE = '/admin/settings/going-live'
	const ctx = systemContext(wire.deps, 'test')
	const goLive = async (fields: Record<string, string>) =>
		send(LIVE, { sandbox: '0', version: await readSettingsVersion(ctx, ['SANDBOX']), ...fields })
	const first = await operator.get(LIVE)
	expect(rowsOf(first.text, 'Before you go live').map(([title, state]) => [title, state])).toEqual([
		['Web address', 'to do'],
		['Mail server', 'done'],
		['Payments', 'to do'],
		['Support email', 'to do'],
	])
	expect(wordsOf(first.text)).not.toMatch(VARIABLE)
	const refused = await goLive({ terms: 'yes' })
	expect([refused.status, VARIABLE.test(wordsOf(refused.text))]).toEqual([422, false])
	const support = await openConsoleAs(wire, 'support')
	expect((await support.post(`${LIVE}/connect`, { sandbox: '0', terms: 'yes' })).status).toBe(403)
	await storeSettings(ctx, {
		GOTRUE_SITE_URL: 'https://harbor.academy',
		STRIPE_SECRET_KEY: KEY.replace('test', 'live'),
		STRIPE_WEBHOOK_SECRETS: 'whsec_abcdefghijklmnopqrst',
	})
	expect(rowsOf((await operator.get(LIVE)).text, 'Before you go live').map(([, state]) => state)).toEqual(['done', 'done', 'done', 'to do'])
	expect((await goLive({ terms: 'yes' })).text).toContain('Still to do: Support email.')
	await saveText(operator, 'site.json', originOf('site.json').replace('support@launchway.example', 'help@harbor.academy'))
	await publish(operator)
	expect((await goLive({})).text).toContain('Read the texts')
	expect(await entries('went_live')).toEqual([])
	expect((await goLive({ terms: 'yes' })).status).toBe(303)
	expect(await entries('went_live')).toHaveLength(1)
	expect((await operator.get(LIVE)).text).toContain('Restarting…')
	expect((await send(LIVE, {}, 'disconnect')).status).toBe(303)
	expect(await entries('went_back_to_sandbox')).toHaveLength(1)
})

test('a development server previews the steps to going live, but accepts none', async () => {
	const { operator, send } = await open({})
	const { text } = await operator.get('/admin/settings/going-live')
	const states = Object.fromEntries(
		rowsOf(text, 'Before you go live').map((cells) => [cells[0], cells.some((cell) => cell.includes('to do'))]),
	)
	expect(states).toMatchObject({ 'Web address': true, 'Mail server': true, Payments: true, 'Support email': true })
	expect(wordsOf(text.replaceAll(/<details[\s\S]*?<\/details>/g, ''))).not.toMatch(VARIABLE)
	expect(text).toContain('For the person who runs the server')
	// The status of the service, which says “live” only once it is.
	expect([/>sandbox</.test(text), />live</.test(text)]).toEqual([true, false])
	expect((await send('/admin/settings/going-live', { sandbox: '0', terms: 'yes' })).status).toBe(409)
})

test('if the environment sets sandbox or live, the console shows it and can’t change it', async () => {
	const { operator, send } = await open({ NODE_ENV: 'production', SANDBOX: '1' })
	const { text } = await operator.get('/admin/settings/going-live')
	expect(text).toContain('This is set on your server: it is a sandbox')
	expect((await send('/admin/settings/going-live', { sandbox: '0', terms: 'yes' })).status).toBe(409)
})

test('a service configured by environment variables has no form and accepts none', async () => {
	const { operator, send } = await open({ STRIPE_SECRET_KEY: KEY })
	const { text } = await operator.get(PAYMENTS)
	expect(text).toContain('Set by an environment variable on the server')
	expect(text).not.toContain('name="secret_stripe_secret_key"')
	expect((await send(PAYMENTS, { secret_stripe_secret_key: KEY })).status).toBe(409)
	expect((await operator.get(MAIL)).text).toContain('name="secret_gotrue_smtp_pass"')
})

test('support can’t see or change connections', async () => {
	const { wire } = await open()
	const support = await openConsoleAs(wire, 'support')
	expect((await support.get(PAYMENTS)).status).toBe(403)
	expect((await support.post(`${PAYMENTS}/connect`, { secret_stripe_secret_key: KEY })).status).toBe(403)
	expect(await wire.countRows('service_settings')).toBe(0)
})

test('no part of a short secret is shown', async () => {
	const { operator, send } = await open()
	await send(PAYMENTS, { secret_stripe_secret_key: KEY, secret_stripe_webhook_secrets: 'whsec_12345678' })
	const { text } = await operator.get(PAYMENTS)
	expect(text).toContain('Set, ends in …1234')
	expect(text).not.toContain('5678')
})

test.each([{ gotrue_smtp_host: 'mail.other.test' }, { gotrue_smtp_port: '2525' }, { gotrue_smtp_user: 'other' }])(
	'the stored mail password is never sent to another server: %o requires entering it again',
	async (fields) => {
		const { wire, send } = await open()
		const stored = { GOTRUE_SMTP_HOST: 'mail.one.test', GOTRUE_SMTP_PORT: '587', GOTRUE_SMTP_USER: 'me', GOTRUE_SMTP_PASS: 'secret-of-one' }
		await storeSettings(systemContext(wire.deps, 'test'), { ...stored, GOTRUE_SMTP_ADMIN_EMAIL: 'me@academy.test' })
		const shown = { gotrue_smtp_host: 'mail.one.test', gotrue_smtp_port: '587', gotrue_smtp_user: 'me' }
		const { status, text } = await send(MAIL, { ...shown, gotrue_smtp_admin_email: 'me@academy.test', ...fields })
		expect([status, text.includes('Enter it again to use another server or user.')]).toEqual([422, true])
	},
)

test.each(['https://academy.test/courses', 'academy.test', 'https://academy.test/'])(
	'the invalid web address %s is refused',
	async (address) => {
		const { wire, send } = await open()
		const { status, text } = await send('/admin/settings/general', { gotrue_site_url: address })
		expect([status, text.includes('Enter it without a path')]).toEqual([422, true])
		expect(await wire.countRows('service_settings')).toBe(0)
	},
)

test('a connection required for the next start can’t be removed', async () => {
	const { wire, entries, send } = await open()
	const live = { STRIPE_SECRET_KEY: 'sk_live_12345678', STRIPE_WEBHOOK_SECRETS: 'whsec_12345678', GOTRUE_SMTP_HOST: 'mail.one.test' }
	await storeSettings(systemContext(wire.deps, 'test'), { ...live, GOTRUE_SMTP_ADMIN_EMAIL: 'me@academy.test' })
	const { status, text } = await send(MAIL, {}, 'disconnect')
	expect([status, text.includes('live payments need a mail server'), await entries()]).toEqual([422, true, []])
})

test('the latest answer of a service is shown, and each person can send a test email', async () => {
	const { wire, operator } = await open()
	const page = '/admin/settings/text-messages'
	const check = async () => {
		await operator.post(`${page}/check`)
		return /<time[^>]*datetime="([^"]+)"/i.exec((await operator.get(page)).text)?.[1] ?? ''
	}
	const first = await check()
	wire.clock.advance(9 * 60_000)
	expect(new Date(await check()).getTime() - new Date(first).getTime()).toBe(9 * 60_000)
	const colleague = await openConsoleAs(wire, 'operator', 'colleague@academy.test')
	for (const each of [operator, colleague]) expect((await each.post(`${MAIL}/test`)).to).toContain('test-mail-sent')
})
