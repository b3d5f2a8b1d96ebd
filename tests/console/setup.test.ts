import { expect, test } from 'vitest'

import { currentZoneName } from '#domain/clock/time-zones.ts'
import { issueSetupLink } from '#server/console/setup/set-up.ts'
import { grantConsoleRole } from '#server/console/shell/session.ts'
import { systemContext } from '#server/services/context.ts'
import { createAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { GOOD_PASSWORD, startWire, type Wire } from '#tests/wire/test-client.ts'

import { consoleBrowser } from './open-console.ts'

const FORM = {
	email: 'mara@harbor.test',
	password: GOOD_PASSWORD,
	name: 'Harbor: Academy',
	timeZone: 'Europe/Berlin',
}
const HOUR_MS = 3_600_000

async function printLink(wire: Wire): Promise<{ link: string; token: string }> {
	const link = (await issueSetupLink(systemContext(wire.deps, 'start'))) ?? ''
	return { link, token: new URL(link).searchParams.get('token') ?? '' }
}

test('the printed setup link creates the first operator, names the academy, and leads to Today after the second factor', async () => {
	const wire = await startWire()
	const release = { edits: '{}', note: '', author_id: null, created_at: wire.clock.now() }
	await wire.deps.db.insertInto('content_releases').values(release).execute()
	const { link, token } = await printLink(wire)
	const browser = consoleBrowser(wire)
	expect(await browser.get('/admin')).toMatchObject({ status: 303, to: '/admin/setup' })
	expect((await browser.get('/admin/setup')).text).toContain('npm start')
	const page = (await browser.get(link)).text
	expect([page.includes('Academy name'), page.includes('resolvedOptions().timeZone')]).toEqual([true, true])
	expect(page).toMatch(/<label for="time-zone"[^>]*>Time zone<[\s\S]*<option value="America\/New_York"/)

	const done = await browser.post('/admin/setup', { ...FORM, token })
	expect(done).toMatchObject({ status: 303, to: '/admin/second-factor?to=%2Fadmin%2Ftoday' })
	await browser.get('/admin/second-factor')
	const codes = (await browser.post('/admin/second-factor', { code: browser.code(), to: '/admin/today' })).text
	expect([codes.includes('Save your recovery codes'), codes.includes('href="/admin/today"')]).toEqual([true, true])
	const today = await browser.get('/admin/today')
	expect([today.status, today.text.includes('Harbor: Academy console')]).toEqual([200, true])
	// The first start and the setup published by themselves.
	expect(today.text).toMatch(/>Publish your changes<\/a> <p/)
	expect(systemContext(wire.deps, 'test').content.site).toMatchObject({
		name: FORM.name,
		timeZone: FORM.timeZone,
	})

	const seller = await wire.deps.db.selectFrom('content_versions').select('body').where('path', '=', 'company/seller.json').execute()
	expect(seller.map(({ body }) => (JSON.parse(body ?? '') as { timeZone: string }).timeZone)).toEqual([FORM.timeZone])

	const { description } = systemContext(wire.deps, 'test').content.site
	expect(description).toMatch(/^Harbor: Academy teaches/)
	const logged = await wire.deps.db.selectFrom('operator_actions').selectAll().where('action', '=', 'academy_set_up').execute()
	expect(logged.map(({ role, after }) => [role, after])).toEqual([['operator', { name: FORM.name, timeZone: FORM.timeZone }]])
	const again = await consoleBrowser(wire).post('/admin/setup', { ...FORM, email: 'other@harbor.test', token })
	expect([again.status, again.text.includes('has expired or was already used')]).toEqual([403, true])
	expect(await consoleBrowser(wire).get(link)).toMatchObject({ status: 303, to: '/admin/today' })
	expect(await issueSetupLink(systemContext(wire.deps, 'start'))).toBeNull()
})

test.each([
	['Asia/Calcutta', 'Asia/Kolkata'],
	['Mars/Base', currentZoneName(new Intl.DateTimeFormat().resolvedOptions().timeZone)],
])('a browser in %s sets the academy’s time zone to %s', async (timeZone, zone) => {
	const wire = await startWire()
	const { token } = await printLink(wire)
	const refused = await consoleBrowser(wire).post('/admin/setup', { ...FORM, timeZone, token, password: 'short' })
	expect(refused.text).toContain(`<option value="${zone}" selected="">`)
	expect((await consoleBrowser(wire).post('/admin/setup', { ...FORM, timeZone, token })).status).toBe(303)
	expect(systemContext(wire.deps, 'test').content.site.timeZone).toBe(zone)
})

test('if two people submit the setup form at once, one becomes operator', async () => {
	const wire = await startWire()
	const { token } = await printLink(wire)
	const emails = ['one@harbor.test', 'two@harbor.test']
	const answers = await Promise.all(emails.map((email) => consoleBrowser(wire).post('/admin/setup', { ...FORM, email, token })))
	expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([303, 403])
	const accounts = await wire.deps.db.selectFrom('auth.users').select('email').where('email', 'in', emails).execute()
	expect(accounts).toHaveLength(1)
})

test('a setup link expires after a day or a restart; a refused form keeps the input and the link', async () => {
	const wire = await startWire()
	const first = await printLink(wire)
	const { token } = await printLink(wire)
	const post = (form: Record<string, string>) => consoleBrowser(wire).post('/admin/setup', { ...FORM, ...form })
	expect((await post({ token: first.token })).status).toBe(403)
	expect((await post({ token: '' })).status).toBe(403)
	expect((await consoleBrowser(wire).get(first.link)).status).toBe(403)
	for (const [form, words] of [
		[{ password: 'short' }, 'Use at least 8 characters.'],
		[{ password: 'password12' }, 'This password is easy to guess. Choose another one.'],
		[{ password: '', name: '' }, 'Enter a password.'],
		[{ password: '', name: '' }, 'Enter the name of your academy.'],
		[{ email: 'nobody' }, 'Enter your email address.'],
		[{ name: ' ' }, 'Enter the name of your academy.'],
	] as const) {
		const { status, text } = await post({ token, ...form })
		expect([words, status, text.includes(words), text.includes(GOOD_PASSWORD)]).toEqual([words, 422, true, false])
	}
	expect(await wire.countRows('auth.users')).toBe(0)
	wire.clock.advance(24 * HOUR_MS)
	expect((await post({ token })).status).toBe(403)
})

test('setup sets the password of an existing account, and is closed once there is an operator', async () => {
	const wire = await startWire()
	const ctx = systemContext(wire.deps, 'test')
	await createAccount(ctx, { email: FORM.email, password: 'a stranger chose this' })
	const { token } = await printLink(wire)
	await grantConsoleRole(ctx, { email: 'boss@harbor.test', role: 'support' })
	expect((await consoleBrowser(wire).post('/admin/setup', { ...FORM, token })).status).toBe(303)
	const signIn = (password: string) => consoleBrowser(wire).post('/admin/sign-in', { email: FORM.email, password })
	expect([(await signIn(GOOD_PASSWORD)).status, (await signIn('a stranger chose this')).status]).toEqual([303, 400])

	const other = await startWire()
	const link = await printLink(other)
	await grantConsoleRole(systemContext(other.deps, 'test'), { email: 'boss@harbor.test', role: 'operator' })
	expect((await consoleBrowser(other).post('/admin/setup', { ...FORM, token: link.token })).status).toBe(403)
})

test('a cross-site form can’t run setup, and with OPERATOR_EMAIL there is no link', async () => {
	const wire = await startWire()
	const { token } = await printLink(wire)
	const foreign = await consoleBrowser(wire).post('/admin/setup', { ...FORM, token }, { origin: 'https://evil.example' })
	expect([foreign.status, await wire.countRows('auth.users')]).toEqual([403, 0])
	const named = await startWire({ env: { OPERATOR_EMAIL: 'boss@harbor.test' } })
	expect(await issueSetupLink(systemContext(named.deps, 'start'))).toBeNull()
})
