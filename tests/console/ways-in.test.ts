import { expect, test } from 'vitest'

import { grantConsoleRole, revokeConsoleRole } from '#server/console/shell/session.ts'
import { systemContext } from '#server/services/context.ts'
import { changeAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { GOOD_PASSWORD, signedIn, startWire, type Wire } from '#tests/wire/test-client.ts'

import { consoleBrowser, openConsoleAs } from './open-console.ts'

const OPERATOR = 'operator@academy.test'
const MINUTE_MS = 60_000
const from = (address: string) => ({ 'x-forwarded-for': address })
const startPublic = () => startWire({ env: { TRUSTED_PROXY_HOPS: '1' } })

async function guessTwelveTimes(wire: Wire): Promise<void> {
	for (let index = 0; index < 12; index += 1)
		await consoleBrowser(wire).post('/admin/sign-in', { email: OPERATOR, password: `wrong-${index}` }, from(`198.51.100.${index}`))
}

const signInFrom = (browser: ReturnType<typeof consoleBrowser>, address: string) =>
	browser.post('/admin/sign-in', { email: OPERATOR, password: GOOD_PASSWORD }, from(address))

const linksTo = async (wire: Wire, email = OPERATOR) =>
	(await wire.mails(email)).filter(({ template }) => template === 'auth.console-link').map(({ body }) => /\/admin\S+/.exec(body)?.[0] ?? '')

/** Requests a link and follows it to the page with the button. */
async function openLink(wire: Wire, address = '203.0.113.77') {
	const browser = consoleBrowser(wire)
	expect((await browser.post('/admin/sign-in/link', { email: OPERATOR, to: '/admin/orders' }, from(address))).to).toBe(
		'/admin/sign-in/sent',
	)
	const link = (await linksTo(wire)).at(-1) ?? ''
	const { text } = await browser.get(link)
	const read = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
	const form = { token: read('token'), to: read('to') }
	return { browser, form, press: () => browser.post('/admin/sign-in/open', form, from(address)) }
}

test('twelve wrong passwords by strangers don’t lock a trusted browser out of the console', async () => {
	const wire = await startPublic()
	const operator = await openConsoleAs(wire, 'operator')
	await operator.post('/admin/sign-out')
	await guessTwelveTimes(wire)
	const elsewhere = await signInFrom(consoleBrowser(wire), '203.0.113.9')
	expect([elsewhere.status, elsewhere.text.includes('A sign-in link works right away.')]).toEqual([429, true])
	expect(await signInFrom(operator, '203.0.113.9')).toMatchObject({ status: 303, to: '/admin/second-factor?to=%2Fadmin' })
})

test('a mailed link opens the console in a new browser during a lock, once, with the second factor', async () => {
	const wire = await startPublic()
	const operator = await openConsoleAs(wire, 'operator')
	await guessTwelveTimes(wire)
	const { browser, press } = await openLink(wire)
	expect(await press()).toMatchObject({ status: 303, to: '/admin/second-factor?to=%2Fadmin%2Forders' })
	expect((await browser.get('/admin/orders')).to).toMatch(/^\/admin\/second-factor/)
	await browser.get('/admin/second-factor')
	expect((await browser.post('/admin/second-factor', { code: '000000' })).status).toBe(422)
	wire.clock.advance(MINUTE_MS)
	expect((await browser.post('/admin/second-factor', { code: operator.code(), to: '/admin/orders' })).to).toBe('/admin/orders')
	expect((await browser.get('/admin/orders')).status).toBe(200)
	const again = await press()
	expect([again.status, again.text.includes('already been used or has expired')]).toEqual([403, true])
	// Signing in by the link also made this browser trusted.
	await browser.post('/admin/sign-out')
	expect((await signInFrom(browser, '203.0.113.99')).status).toBe(303)
})

test('asking for a link doesn’t reveal who has console access, and others get no mail', async () => {
	const wire = await startPublic()
	await openConsoleAs(wire, 'operator')
	const { email } = await signedIn(wire)
	const before = await wire.countRows('outbox_messages')
	const ask = async (address: string) => {
		const { status, to, text } = await consoleBrowser(wire).post('/admin/sign-in/link', { email: address }, from('203.0.113.5'))
		return { status, to, text }
	}
	const answer = await ask(OPERATOR)
	expect(answer).toEqual({ status: 303, to: '/admin/sign-in/sent', text: '' })
	for (const other of [email, 'nobody@example.test', 'no address']) expect(await ask(other)).toEqual(answer)
	const empty = await ask('')
	expect([empty.status, empty.text.includes('Enter your email.')]).toEqual([422, true])
	expect([await wire.countRows('outbox_messages'), await wire.countRows('auth.console_links')]).toEqual([before + 1, 1])
})

test('strangers who request links can’t flood the mailbox or invalidate the first link', async () => {
	const wire = await startPublic()
	await openConsoleAs(wire, 'operator')
	const { press } = await openLink(wire)
	for (let index = 0; index < 20; index += 1)
		await consoleBrowser(wire).post('/admin/sign-in/link', { email: OPERATOR }, from(`198.51.100.${index}`))
	expect(await linksTo(wire)).toHaveLength(1)
	wire.clock.advance(5 * MINUTE_MS)
	await openLink(wire)
	expect(await linksTo(wire)).toHaveLength(2)
	expect((await press()).status).toBe(303)
	// Using one link invalidates the others.
	expect(await wire.countRows('auth.console_links')).toBe(0)
})

test.each([
	['a quarter of an hour', async (wire: Wire) => wire.clock.advance(15 * MINUTE_MS)],
	['the end of the role', async (wire: Wire) => revokeConsoleRole(systemContext(wire.deps, 'test'), OPERATOR)],
	['a ban', async (wire: Wire, userId: string) => changeAccount(systemContext(wire.deps, 'test'), userId, { ban_duration: '24h' })],
])('%s invalidates the link', async (_, end) => {
	const wire = await startPublic()
	const { userId } = await grantConsoleRole(systemContext(wire.deps, 'test'), { email: OPERATOR, role: 'operator' })
	const { press, form, browser } = await openLink(wire)
	await end(wire, userId)
	expect((await press()).status).toBe(403)
	expect((await browser.post('/admin/sign-in/open', { ...form, token: '' })).status).toBe(403)
	expect(await wire.countRows('auth.sessions')).toBe(0)
})

test('a cross-site form can’t request or open a link', async () => {
	const wire = await startPublic()
	await grantConsoleRole(systemContext(wire.deps, 'test'), { email: OPERATOR, role: 'operator' })
	const { browser, form } = await openLink(wire)
	const foreign = { origin: 'https://elsewhere.test' }
	expect((await browser.post('/admin/sign-in/link', { email: OPERATOR }, foreign)).status).toBe(403)
	expect((await browser.post('/admin/sign-in/open', form, foreign)).status).toBe(403)
	expect((await browser.post('/admin/sign-in/open', form)).status).toBe(303)
})
