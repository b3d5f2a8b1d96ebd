import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { routes } from '#server/console/index.ts'
import { systemContext } from '#server/services/context.ts'
import { listMailSamples } from '#server/services/operations/mail-samples/list-mail-samples.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { signedIn, startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs, type ConsoleBrowser } from './open-console.ts'

const PHONE = '+12025550123'
const OWN_PHONE = '+14155552671'

/** Finds separate six-digit numbers (those within IDs and times are coincidence) and tokens in links. */
const secretsIn = (text: string): string[] => text.match(/(?<![\w#.-])\d{6}(?![\w-])|\btoken(?:_hash)?=[\w.-]+/g) ?? []

/** Sends every mail of the product to one person, and the real account mails: sign-in, sign-up, new password, texts. */
async function writeEverything(wire: Wire) {
	const { deps, clock } = wire
	const learner = await signedIn(wire)
	const anyone = wire.connect()
	await anyone.auth.signInWithOtp({ email: learner.email })
	clock.advance(61_000)
	await anyone.auth.resetPasswordForEmail(learner.email)
	await anyone.auth.signInWithOtp({ phone: PHONE })
	clock.advance(61_000)
	await learner.client.auth.reauthenticate()
	await learner.client.functions.invoke('send-verification-code', { body: { phoneNumber: OWN_PHONE, purpose: 'phone_verification' } })
	await runDueJobs(deps)
	await anyone.auth.signInWithOtp({ phone: PHONE })
	for (const { template, subject, text, html, headers = {} } of listMailSamples(systemContext(deps, 'test')))
		await deps.db
			.insertInto('outbox_messages')
			.values({
				channel: 'email',
				to_address: learner.email,
				template,
				subject,
				body: text,
				body_html: html,
				headers: JSON.stringify(headers),
				status: 'failed',
				created_at: deps.now(),
				last_error: 'refused',
			})
			.execute()
	await sql`update pgboss.job set state = 'failed', output = '{"message": "refused"}'`.execute(deps.db)
	return learner
}

/** Opens every page on which a console user can see something about this learner and these emails. */
async function readEverything(browser: ConsoleBrowser, { role, account, email, mails }: ConsoleReader): Promise<Map<string, string>> {
	const seen = new Map<string, string>()
	const look = async (path: string) => seen.set(path, (await browser.get(path)).text)
	for (const { method, path, role: least } of routes) {
		if (method !== 'GET' || (least === 'operator' && role !== 'operator')) continue
		if (path.includes(':message')) for (const id of mails) await look(path.replace(':message', id))
		else await look(path.replace(':account', account).replaceAll(/:\w+/g, '018f0000-0000-7000-8000-000000000000'))
	}
	for (const query of [email, PHONE, OWN_PHONE, ...mails]) await look(`/admin/search?q=${encodeURIComponent(query)}`)
	for (const query of [`address=${email}`, 'failed=1']) await look(`/admin/messages?${query}`)
	if (role === 'operator')
		seen.set('copy', (await browser.post(`/admin/learners/${account}/copy`, { reason: 'asked', code: browser.code() })).text)
	return seen
}
type ConsoleReader = { role: 'support' | 'operator'; account: string; email: string; mails: readonly string[] }

test('no mail subject contains a code', async () => {
	const wire = await startWire()
	const samples = listMailSamples(systemContext(wire.deps, 'test'))
	const told = samples.filter(({ subject, text }) => secretsIn(text).some((secret) => subject.includes(secret)))
	expect(told.map(({ template }) => template)).toEqual([])
	// Mail programs must still show the code in a notification.
	const withCode = samples.filter(({ text }) => /^Code: \d{6}$/m.test(text))
	expect(withCode.length).toBeGreaterThan(5)
	for (const { html } of withCode) expect(html.indexOf('042137')).toBeLessThan(html.indexOf('<h1'))
})

test.each(['support', 'operator'] as const)('no console page shows %s a code or link from a message', async (role) => {
	const wire = await startWire({ env: { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' } })
	const learner = await writeEverything(wire)
	const rows = await wire.deps.db.selectFrom('outbox_messages').select(['id', 'template', 'body']).execute()
	const secrets = new Set(rows.flatMap(({ body }) => secretsIn(body)))
	expect(secrets.size).toBeGreaterThan(12)
	const withSecret = new Set(rows.flatMap(({ template, body }) => (secretsIn(body).length > 0 ? [template] : [])))
	for (const template of ['sms.codes', 'auth.magic-link', 'auth.recovery', 'auth.console-link', 'order.access', 'newsletter.confirmation'])
		expect(withSecret).toContain(template)
	const browser = await openConsoleAs(wire, role)
	const mails = rows.map(({ id }) => id)
	const seen = await readEverything(browser, { role, account: learner.user.id, email: learner.email, mails })
	expect(seen.get(`/admin/messages?address=${learner.email}`)).toContain('auth.magic-link')
	// The learner's timeline names emails by their subject.
	expect(seen.get(`/admin/learners/${learner.user.id}`)).toContain('sign-in code')
	if (role === 'operator') expect(seen.get('copy')).toContain('auth.magic-link')
	// Sample emails show made-up codes.
	seen.delete('/admin/content/emails')
	const shown = [...seen].flatMap(([path, text]) => secretsIn(text).flatMap((found) => (secrets.has(found) ? [`${path}: ${found}`] : [])))
	expect(shown).toEqual([])
})

test('stored mail subjects with a code are cleaned', async () => {
	const { db } = (await startWire()).deps
	const add = (template: string, subject: string) =>
		db.insertInto('outbox_messages').values({ channel: 'email', to_address: 'a@example.test', template, subject, body: '' }).execute()
	await add('auth.magic-link', '511161 is your Launchway sign-in code')
	await add('auth.confirmation', '511161 is your Launchway code')
	await add('auth.reauthentication', '511161 confirms your Launchway change')
	await add('support.note', '511161 is your number')
	await sql.raw(readFileSync('server/db/migrations/0285_subjects_without_codes.sql', 'utf8')).execute(db)
	const rows = await db.selectFrom('outbox_messages').select('subject').orderBy('id').execute()
	expect(rows.map(({ subject }) => subject).toSorted()).toEqual([
		'511161 is your number',
		'Confirm your Launchway change',
		'Your Launchway code',
		'Your Launchway sign-in code',
	])
})
