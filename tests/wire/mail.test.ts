/** Tests the guarantees M1 to M5 for email from the outside, with the site's forms, a mail server and a third-party DKIM verifier. */
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { generateKeyPairSync } from 'node:crypto'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'

import { createSmtpEmail } from '#server/adapters/email/smtp.ts'
import { createApp } from '#server/process/app.ts'
import { systemContext } from '#server/services/context.ts'
import { announceArticles, sendArticles } from '#server/services/people/newsletter/announce-articles.ts'
import { openMailSink } from '#tests/setup/mail-sink.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

const EMAIL = 'ana@example.test'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

async function open() {
	const sink = await openMailSink()
	const made = await makeTestDeps({
		env: {
			GOTRUE_SMTP_HOST: '127.0.0.1',
			GOTRUE_SMTP_PORT: String(sink.port),
			GOTRUE_SMTP_ADMIN_EMAIL: 'academy@launchway.test',
			SMTP_SECURITY: 'none',
			SMTP_DKIM_SELECTOR: 'autumn',
			SMTP_DKIM_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		},
	})
	const { smtp } = made.deps.config.email
	if (!smtp) throw new Error('no mail server is configured')
	const email = createSmtpEmail(smtp)
	onTestFinished(async () => {
		email.close()
		await sink.close()
	})
	const deps = { ...made.deps, email }
	const app = createApp(deps)
	const post = (path: string, body: string, type = 'application/x-www-form-urlencoded') =>
		app.request(path, { method: 'POST', headers: { 'content-type': type }, body })
	return {
		...made,
		deps,
		app,
		sink,
		post,
		subscribe: (fields: Record<string, string>) => post('/api/leads/newsletter', JSON.stringify(fields), 'application/json'),
		deliver: () => runDueJobs(deps),
		status: async () => (await deps.db.selectFrom('newsletter_subscriptions').select('status').executeTakeFirst())?.status,
	}
}

type World = Awaited<ReturnType<typeof open>>

async function newest({ sink }: World) {
	const source = sink.mails.at(-1)?.source ?? Buffer.alloc(0)
	return { source, mail: await PostalMime.parse(source) }
}

const linkIn = (text: string, start: string) => /https?:\/\/\S+/g[Symbol.match](text)?.find((url) => url.includes(start)) ?? ''
const pathOf = (url: string) => url.slice(new URL(url).origin.length)

async function confirmed(world: World) {
	await world.subscribe({ email: EMAIL })
	await world.deliver()
	const { mail } = await newest(world)
	await world.post(pathOf(linkIn(mail.text ?? '', '/newsletter/confirm')), '')
	await world.deliver()
	return newest(world)
}

const article = {
	id: 'a-new-article',
	title: 'A new article',
	excerpt: 'What it says.',
	author: 'The academy',
	readTime: '3 min read',
	date: '2020-01-01',
	href: '/blog/a-new-article',
}

async function announce({ deps }: World) {
	const ctx = systemContext(deps, 'test')
	await deps.db.insertInto('article_announcements').values({ article_slug: 'the-first', recipients: 0, created_at: deps.now() }).execute()
	const articles = [article as unknown as Parameters<typeof announceArticles>[1][number]]
	await announceArticles(ctx, articles)
	await sendArticles(ctx, 1000, articles)
}

async function verify(source: Buffer) {
	const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`
	const { results } = await dkimVerify(source, { resolver: async () => [[record]] })
	return results.map(({ status }) => status.result)
}

test.each([
	['Bcc: evil@x.test', 'ana@example.test'],
	['"evil@x.test" <evil@x.test>,', 'ana@example.test'],
	['ana', 'ana+evil=x.test@example.test'],
	['=?utf-8?q?Bcc:_evil@x.test?=', "o'ana@example.test"],
])('M1: a name %s with address %s is mailed to exactly that address', async (firstName, email) => {
	const world = await open()
	await world.subscribe({ email, firstName })
	await world.deliver()
	expect(world.sink.mails.map(({ to }) => to)).toEqual([[email]])
})

test.each([
	'ok@x.test\r\nBcc: evil@x.test',
	'g: evil@x.test;',
	'ok@x.test,evil@x.test',
	'"ok@x.test" <evil@x.test>',
	'ok(evil@x.test)@x.test',
	'"ok evil@x.test"@x.test',
])('M1: %o is not an address, and no mail is sent', async (email) => {
	const world = await open()
	expect((await world.subscribe({ email })).status).toBe(400)
	await world.deliver()
	expect(world.sink.mails).toEqual([])
})

test('M2: a newsletter passes an independent DKIM verifier, and fails it after the unsubscribe URL is changed', async () => {
	const world = await open()
	await confirmed(world)
	await announce(world)
	await world.deliver()
	const { source, mail } = await newest(world)
	expect(mail.subject).toBe(article.title)
	const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]))
	expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
	expect(headers['list-unsubscribe']).toMatch(/^<http\S+\/unsubscribe\?token=\S+>$/)
	expect(await verify(source)).toEqual(['pass'])
	for (const [from, to] of [
		['One-Click', 'Two-Click'],
		['/unsubscribe?token=', '/unsubscribe?tokem='],
	] as const)
		expect(await verify(Buffer.from(source.toString('latin1').replace(from, to), 'latin1'))).toEqual(['fail'])
})

test('M3: opening the unsubscribe URL changes nothing; a POST without sign-in or cookie unsubscribes', async () => {
	const world = await open()
	const { mail } = await confirmed(world)
	const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
	const path = pathOf(header.slice(1, -1))
	for (const method of ['GET', 'HEAD']) await world.app.request(path, { method })
	expect(await world.status()).toBe('confirmed')
	expect((await world.post(path, 'List-Unsubscribe=One-Click')).status).toBe(200)
	expect(await world.status()).toBe('unsubscribed')
})

test('M4: an address that bounced gets neither the next article nor a code', async () => {
	const world = await open()
	await confirmed(world)
	world.sink.mood.recipient = '550 5.1.1 no such user'
	await announce(world)
	await world.deliver()
	expect(await world.status()).toBe('suppressed')

	delete world.sink.mood.recipient
	const before = world.sink.mails.length
	await world.post('/auth/v1/recover', JSON.stringify({ email: EMAIL }), 'application/json')
	await world.subscribe({ email: EMAIL })
	await world.deliver()
	expect(world.sink.mails).toHaveLength(before)
})

test('M5: no article is sent before confirmation, and a queued one isn’t sent after unsubscribing', async () => {
	const world = await open()
	await world.subscribe({ email: 'wish@example.test' })
	await world.deliver()
	const { mail } = await confirmed(world)
	await announce(world)
	await world.post(pathOf(linkIn(mail.text ?? '', '/unsubscribe')), '')
	const before = world.sink.mails.length
	await world.deliver()
	expect(world.sink.mails).toHaveLength(before)
	const held = await world.deps.db
		.selectFrom('outbox_messages')
		.select(['to_address', 'status', 'last_error'])
		.where('template', '=', 'newsletter.article')
		.execute()
	expect(held).toEqual([{ to_address: EMAIL, status: 'suppressed', last_error: 'not-subscribed' }])
})

test('every mail has a text and an HTML part', async () => {
	const world = await open()
	await confirmed(world)
	for (const { source } of world.sink.mails) {
		const mail = await PostalMime.parse(source)
		expect([mail.text?.includes('Launchway'), mail.html?.includes('<h1')]).toEqual([true, true])
	}
})
