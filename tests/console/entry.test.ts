import { expect, test } from 'vitest'

import { grantConsoleRole, grantFirstOperator, revokeConsoleRole, hasOperator } from '#server/console/shell/session.ts'
import { systemContext } from '#server/services/context.ts'
import { changeAccount, createAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { GOOD_PASSWORD, signedIn, startWire } from '#tests/wire/test-client.ts'

import { consoleBrowser, openConsoleAs } from './open-console.ts'

const MINUTE_MS = 60_000
const EMAIL = 'operator@academy.test'

const listCodes = (text: string) => (/<textarea[^>]*id="codes"[^>]*>([^<]*)</.exec(text)?.[1] ?? '').trim().split('\n')

test('the console opens with password and second factor, and its cookie is limited to the console', async () => {
	const wire = await startWire()
	await createAccount(systemContext(wire.deps, 'test'), { email: EMAIL, password: GOOD_PASSWORD, email_confirm: true })
	await grantConsoleRole(systemContext(wire.deps, 'test'), { email: EMAIL, role: 'operator' })
	const browser = consoleBrowser(wire)
	expect(await browser.get('/admin/actions?before=x')).toMatchObject({
		status: 303,
		to: '/admin/sign-in?to=%2Fadmin%2Factions%3Fbefore%3Dx',
	})

	const wrong = await browser.post('/admin/sign-in', { email: EMAIL, password: 'not-the-password' })
	expect([wrong.status, wrong.text.includes('Email or password is wrong.'), wrong.text.includes(EMAIL)]).toEqual([400, true, true])
	const signedInTo = await browser.post('/admin/sign-in', { email: EMAIL, password: GOOD_PASSWORD, to: '/admin/actions' })
	expect(signedInTo).toMatchObject({ status: 303, to: '/admin/second-factor?to=%2Fadmin%2Factions' })
	const [own = '', mark = ''] = signedInTo.headers.getSetCookie()
	expect(own).toMatch(/^console=[\w-]{43}; Path=\/admin; HttpOnly; SameSite=Strict$/)
	expect(mark).toMatch(/^launchway_browser=[\w-]{22}\.[\w-]{22}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)

	expect((await browser.get('/admin/today')).to).toBe('/admin/second-factor?to=%2Fadmin%2Ftoday')
	const keyOf = (text: string) => /<code>([A-Z2-7]+)<\/code>/.exec(text)?.[1]
	const setUp = (await browser.get('/admin/second-factor?to=/admin/actions')).text
	expect([setUp.includes('Set up your second factor'), keyOf(setUp)]).toEqual([true, expect.any(String)])
	// Loading the page again keeps the key that was scanned.
	expect(keyOf((await browser.get('/admin/second-factor')).text)).toBe(keyOf(setUp))
	const bad = await browser.post('/admin/second-factor', { code: '000000', to: '/admin/actions' })
	expect([bad.status, bad.text.includes('That code is wrong. Enter the current code from your app.'), keyOf(bad.text)]).toEqual([
		422,
		true,
		keyOf(setUp),
	])
	const code = browser.code()
	const shown = await browser.post('/admin/second-factor', { code: ` ${code.slice(0, 3)} ${code.slice(3)} `, to: '/admin/actions' })
	expect([shown.status, shown.text.includes('href="/admin/actions"'), listCodes(shown.text).length]).toEqual([200, true, 10])
	// Recovery codes are shown once: a reload redirects to the console.
	expect(await browser.get('/admin/second-factor?to=/admin/actions')).toMatchObject({ status: 303, to: '/admin/actions' })
	const page = await browser.get('/admin/actions')
	expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
	expect(page.headers.get('content-security-policy')?.replace(/'nonce-[\w+/]{22}=='/, "'nonce'")).toBe(
		"default-src 'none'; style-src 'self'; script-src 'self' 'nonce'; connect-src 'self'; font-src 'self'; img-src 'self' data:; media-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
	)
})

test('a person whose only second factor is a security key can’t set up an authenticator app instead, at the console', async () => {
	const wire = await startWire()
	const ctx = systemContext(wire.deps, 'test')
	const { id: userId } = await createAccount(ctx, { email: EMAIL, password: GOOD_PASSWORD, email_confirm: true })
	await grantConsoleRole(ctx, { email: EMAIL, role: 'operator' })
	await wire.deps.db.insertInto('auth.mfa_factors').values({ user_id: userId, factor_type: 'webauthn', status: 'verified' }).execute()
	const browser = consoleBrowser(wire)
	await browser.post('/admin/sign-in', { email: EMAIL, password: GOOD_PASSWORD })
	const { text } = await browser.get('/admin/second-factor')
	expect([text.includes('no authenticator app'), text.includes('QR code')]).toEqual([true, false])
	expect((await browser.post('/admin/second-factor', { code: '123456' })).status).toBe(422)
	expect(await wire.countRows('auth.mfa_factors')).toBe(1)
})

test('a React page runs only our scripts, each with the nonce of its document, and is never cached', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	const [first, second] = [await operator.get('/admin/messages'), await operator.get('/admin/messages')]
	const policyOf = ({ headers }: typeof first) => headers.get('content-security-policy') ?? ''
	const nonce = /script-src 'self' 'nonce-([^']{22,})'/.exec(policyOf(first))?.[1] ?? ''
	expect(policyOf(first)).toMatch(/^default-src 'none'; style-src 'self'; /)
	expect(policyOf(first)).not.toContain('unsafe')
	expect(policyOf(second)).not.toContain(nonce)
	const scripts = [...first.text.matchAll(/<script([^>]*)>/g)].map(([, attributes = '']) => attributes)
	expect(scripts.length).toBeGreaterThan(3)
	expect(scripts.filter((attributes) => !attributes.includes(`nonce="${nonce}"`))).toEqual([])
	expect(first.text).not.toMatch(/ style="| on\w+="/)
	expect([first, await operator.get('/admin/messages.data')].map(({ headers }) => headers.get('cache-control'))).toEqual([
		'no-store',
		'no-store',
	])
})

test('pages before sign-in load no bundle, set no cookie and aren’t cached', async () => {
	const browser = consoleBrowser(await startWire())
	const pages = [
		await browser.get('/admin/sign-in'),
		await browser.get('/admin/sign-in/link?token=x'),
		await browser.post('/admin/learners/x/ban', { reason: 'Asked by telephone this morning', form_page: '/admin/learners/some-account' }),
	]
	for (const { text, headers } of pages) {
		const nonce = /script-src 'self' 'nonce-([^']{22,})'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? ''
		const scripts = [...text.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes)
		expect(scripts).toEqual([` nonce="${nonce}"`])
		expect(text).not.toContain('/admin/assets/entry')
		expect([headers.get('cache-control'), headers.get('referrer-policy'), headers.get('set-cookie')]).toEqual([
			'no-store',
			'same-origin',
			null,
		])
	}
	expect(pages[2]?.text).toContain('What you entered (reason)')
	expect(pages[2]?.text).not.toContain('What you entered (form_page)')
	expect(await browser.get('/admin/entry')).toMatchObject({ status: 303, to: expect.stringContaining('/admin/sign-in') })
})

test('over https the cookie is Secure', async () => {
	const wire = await startWire({ env: { SITE_URL: 'https://academy.test' } })
	Object.assign(wire.deps.config, { siteUrl: 'https://academy.test' })
	const ctx = systemContext(wire.deps, 'test')
	await createAccount(ctx, { email: EMAIL, password: GOOD_PASSWORD, email_confirm: true })
	await grantConsoleRole(ctx, { email: EMAIL, role: 'operator' })
	const entered = await consoleBrowser(wire).post(
		'/admin/sign-in',
		{ email: EMAIL, password: GOOD_PASSWORD },
		{ origin: 'https://academy.test' },
	)
	expect(entered.headers.getSetCookie()[0]).toMatch(/^__Secure-console=[\w-]{43}; Path=\/admin; HttpOnly; Secure; SameSite=Strict$/)
})

test('a learner’s password doesn’t open the console or leave a session', async () => {
	const wire = await startWire()
	const { email } = await signedIn(wire)
	const before = await wire.countRows('auth.sessions')
	const refused = await consoleBrowser(wire).post('/admin/sign-in', { email, password: GOOD_PASSWORD })
	expect([refused.status, refused.text.includes('This account has no access to the console.')]).toEqual([403, true])
	expect([await wire.countRows('auth.sessions'), refused.headers.get('set-cookie')]).toEqual([before, null])
})

test('a cross-site form and a form from an earlier sign-in are refused', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const foreign = await operator.post('/admin/sign-out', {}, { origin: 'https://elsewhere.test' })
	const earlier = await operator.post('/admin/sign-out', { form_token: 'x'.repeat(43) })
	expect([foreign.status, earlier.status, (await operator.get('/admin/today')).status]).toEqual([403, 403, 200])
	expect((await operator.post('/admin/sign-out')).to).toBe('/admin/sign-in')
	expect((await operator.get('/admin/today')).status).toBe(303)
})

test('input survives an ended session, a later sign-in and a missing code, and is resubmitted with one press', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const { user } = await signedIn(wire)
	const reason = 'Asked by telephone; “called back” & <verified>'
	const shown = 'value="Asked by telephone; “called back” &amp; &lt;verified&gt;"'
	const ban = `/admin/learners/${user.id}/ban`
	wire.clock.advance(30 * MINUTE_MS)
	const ended = await operator.post(ban, { reason, code: '123456' })
	expect([ended.status, ended.text.includes(shown), ended.text.includes('Sign in again in a new tab')]).toEqual([403, true, true])
	expect(ended.text).not.toContain('123456')

	await operator.post('/admin/sign-in', { email: operator.email, password: GOOD_PASSWORD })
	await operator.get('/admin/second-factor')
	await operator.post('/admin/second-factor', { code: operator.code() })
	wire.clock.advance(11 * MINUTE_MS)
	const earlier = await operator.post(ban, { reason, form_token: '' })
	expect([earlier.status, earlier.text.includes(shown), earlier.text.includes('Send again')]).toEqual([403, true, true])
	const uncoded = await operator.post(ban, { reason })
	expect([uncoded.status, uncoded.text.includes(shown), uncoded.text.includes('name="code"')]).toEqual([422, true, true])
	const done = await operator.post(ban, { reason, code: operator.code() })
	expect([done.status, done.to]).toEqual([303, `/admin/learners/${user.id}?notice=banned`])

	const foreign = await operator.post(ban, { reason }, { origin: 'https://elsewhere.test' })
	expect([foreign.status, foreign.text.includes('telephone')]).toEqual([403, false])
})

test('a link from a mail is confirmed on our own page, and can’t redirect elsewhere', async () => {
	const wire = await startWire()
	const linked = await consoleBrowser(wire).get('/admin/actions', { 'sec-fetch-site': 'cross-site' })
	expect([linked.status, linked.text.includes('content="0; url=/admin/actions"')]).toEqual([200, true])
	for (const to of ['https://elsewhere.test/admin', '//elsewhere.test', '/admin@elsewhere.test', '/login', '/admin/../login"><script>'])
		expect((await consoleBrowser(wire).get(`/admin/sign-in?to=${encodeURIComponent(to)}`)).text).toContain('name="to" value="/admin"')
})

test.each([
	{ what: 'half an hour of rest', end: async ({ wire }: World) => wire.clock.advance(30 * MINUTE_MS) },
	{ what: 'a ban', end: async ({ ctx, userId }: World) => changeAccount(ctx, userId, { ban_duration: '24h' }) },
	{ what: 'a new password', end: async ({ ctx, userId }: World) => changeAccount(ctx, userId, { password: 'another-good-lamp-9' }) },
	{ what: 'the end of the role', end: async ({ ctx }: World) => revokeConsoleRole(ctx, EMAIL) },
])('$what closes the console', async ({ end }) => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	expect((await operator.get('/admin/today')).status).toBe(200)
	await end({ wire, ctx: systemContext(wire.deps, 'test'), userId: operator.userId })
	expect((await operator.get('/admin/today')).to).toMatch(/^\/admin\/sign-in/)
})

test.each([
	{ what: 'taken away and given back', between: async ({ ctx }: World) => revokeConsoleRole(ctx, EMAIL) },
	{
		what: 'lowered to support and raised again',
		between: async ({ ctx }: World) => grantConsoleRole(ctx, { email: EMAIL, role: 'support' }),
	},
	{
		what: 'kept through a ban that was lifted',
		between: async ({ ctx, userId }: World) => {
			await changeAccount(ctx, userId, { ban_duration: '24h' })
			await changeAccount(ctx, userId, { ban_duration: 'none' })
		},
	},
])('a session isn’t valid again after its role was $what', async ({ between }) => {
	const wire = await startWire()
	const ctx = systemContext(wire.deps, 'test')
	const operator = await openConsoleAs(wire, 'operator', EMAIL)
	const learner = await signedIn(wire)
	await operator.post('/admin/sign-in/link', { email: EMAIL })
	const links = () => wire.deps.db.selectFrom('auth.console_links').select('user_id').execute()
	expect(await links()).toHaveLength(1)
	await between({ wire, ctx, userId: operator.userId })
	expect(await links()).toEqual([])
	await grantConsoleRole(ctx, { email: EMAIL, role: 'operator' })
	expect((await operator.get('/admin/today')).to).toMatch(/^\/admin\/sign-in/)
	const sessions = await wire.deps.db.selectFrom('auth.sessions').select('user_id').execute()
	expect(sessions.map(({ user_id: userId }) => userId)).toEqual([learner.user.id])
})
type World = { wire: Awaited<ReturnType<typeof startWire>>; ctx: ReturnType<typeof systemContext>; userId: string }

test('the console session stays open while used, but at most twelve hours', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
		wire.clock.advance(20 * MINUTE_MS)
		expect((await operator.get('/admin/today')).status).toBe(200)
	}
	wire.clock.advance(21 * MINUTE_MS)
	expect((await operator.get('/admin/today')).status).toBe(303)
})

test('an operator role given to an address registered by a stranger drops the stranger’s password', async () => {
	const wire = await startWire()
	const ctx = systemContext(wire.deps, 'test')
	await wire.connect().auth.signUp({ email: EMAIL, password: GOOD_PASSWORD })
	expect(await hasOperator(ctx)).toBe(false)
	expect(await grantConsoleRole(ctx, { email: EMAIL, role: 'operator' })).toMatchObject({ hasPassword: false })
	expect(await hasOperator(ctx)).toBe(true)
	const refused = await consoleBrowser(wire).post('/admin/sign-in', { email: EMAIL, password: GOOD_PASSWORD })
	expect(refused.status).toBe(400)
})

test('OPERATOR_EMAIL appoints the first operator once and mails a link to set a password', async () => {
	const wire = await startWire({ env: { OPERATOR_EMAIL: EMAIL } })
	const ctx = systemContext(wire.deps, 'test')
	// Simulates a first start that was interrupted before it mailed the link.
	await grantConsoleRole(ctx, { email: EMAIL, role: 'operator' })
	await grantFirstOperator(ctx)
	await grantFirstOperator(ctx)
	expect((await wire.mails(EMAIL)).map(({ template }) => template)).toEqual(['auth.recovery'])
	await revokeConsoleRole(ctx, EMAIL)
	await openConsoleAs(wire, 'operator', 'another@academy.test')
	await grantFirstOperator(ctx)
	expect((await wire.mails(EMAIL)).map(({ template }) => template)).toEqual(['auth.recovery'])
})

test('a recovery code signs in once, and new codes replace the old ones', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	const page = async () => (await support.get('/admin/account')).text
	expect(await page()).toContain('10 left')
	wire.clock.advance(11 * MINUTE_MS)
	const refused = await support.post('/admin/account/recovery-codes')
	expect([refused.status, refused.text.includes('name="code"')]).toEqual([422, true])
	const made = async () => listCodes((await support.post('/admin/account/recovery-codes', { code: support.code() })).text)
	const [old = ''] = await made()
	const [first = '', ...rest] = await made()
	expect(rest).toHaveLength(9)
	const enter = async (code: string) => {
		const browser = consoleBrowser(wire)
		await browser.post('/admin/sign-in', { email: support.email, password: GOOD_PASSWORD })
		await browser.get('/admin/second-factor')
		return (await browser.post('/admin/second-factor', { code, to: '/admin/today' })).status
	}
	expect([await enter(old), await enter(first), await enter(first)]).toEqual([422, 303, 422])
	expect(await page()).toContain('9 left')
	const log = await wire.deps.db
		.selectFrom('operator_actions')
		.select('object_id')
		.where('action', '=', 'recovery_codes_made')
		.orderBy('id')
		.execute()
	expect(log.map(({ object_id: id }) => id)).toEqual([support.userId, support.userId])
})
