import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import { createApp } from '#server/process/app.ts'
import { systemContext } from '#server/services/context.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { learnerContext } from '#tests/factories/refund.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { announceArticles, sendArticles } from './announce-articles.ts'
import { changePreferences, endSubscriptionByOperator, deleteUnconfirmedSubscriptions } from './subscriptions.ts'

const { articles } = loadedContent

const EMAIL = 'ana@example.test'
const A_MINUTE = 60_000
const A_DAY = 86_400_000

async function openNewsletter() {
	const sent: EmailMessage[] = []
	const email = { send: async (message: EmailMessage) => ({ kind: 'accepted', providerId: `test-${sent.push(message)}` }) as const }
	const made = await makeTestDeps({ email })
	const app = createApp(made.deps)
	const post = async (path: string, body: string, type = 'application/x-www-form-urlencoded') =>
		app.request(path, { method: 'POST', headers: { 'content-type': type }, body })
	return {
		...made,
		sent,
		post,
		ctx: systemContext(made.deps, 'test'),
		subscribe: (address = EMAIL) => post('/api/leads/newsletter', JSON.stringify({ email: address }), 'application/json'),
		/** Delivers due messages and returns the newest mail. */
		async newest() {
			await runDueJobs(made.deps)
			const message = sent.at(-1)
			if (!message) throw new Error('no mail was sent')
			return message
		},
		statuses: () => made.deps.db.selectFrom('newsletter_subscriptions').select(['email', 'status']).orderBy('email').execute(),
	}
}

type Newsletter = Awaited<ReturnType<typeof openNewsletter>>

const pathIn = (message: EmailMessage, start: string) => {
	const address = message.text.split(/\s+/).find((word) => word.includes(start)) ?? ''
	return address.slice(address.indexOf(start))
}

async function confirmed(newsletter: Newsletter) {
	await newsletter.subscribe()
	const answer = await newsletter.post(pathIn(await newsletter.newest(), '/newsletter/confirm'), '')
	expect(answer.headers.get('location')).toBe('/newsletter/confirmed')
	return newsletter.newest()
}

test('an address is pending until its owner posts the link from the mail', async () => {
	const newsletter = await openNewsletter()
	expect((await newsletter.subscribe(' Ana@Example.test ')).status).toBe(202)
	expect(await newsletter.statuses()).toEqual([{ email: EMAIL, status: 'pending' }])

	const mail = await newsletter.newest()
	expect(mail).toMatchObject({ to: EMAIL, headers: {} })
	const link = pathIn(mail, '/newsletter/confirm')
	const followed = await createApp(newsletter.deps).request(link)
	expect(followed.status).toBe(404) // the page is part of the built site, which this app doesn't have
	expect(await newsletter.statuses()).toEqual([{ email: EMAIL, status: 'pending' }])

	expect((await newsletter.post(link, '')).headers.get('location')).toBe('/newsletter/confirmed')
	expect(await newsletter.statuses()).toEqual([{ email: EMAIL, status: 'confirmed' }])
})

test('confirming twice sends one welcome, which has the one-click unsubscribe headers', async () => {
	const newsletter = await openNewsletter()
	await newsletter.subscribe()
	const link = pathIn(await newsletter.newest(), '/newsletter/confirm')
	for (let press = 0; press < 2; press += 1) expect((await newsletter.post(link, '')).headers.get('location')).toBe('/newsletter/confirmed')

	const welcome = await newsletter.newest()
	expect(newsletter.sent).toHaveLength(2)
	expect(welcome.headers).toEqual({
		'List-Unsubscribe': expect.stringMatching(/^<http:\/\/localhost:3000\/unsubscribe\?token=[\w.%-]+>$/),
		'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
	})
})

test('an invented, replaced or week-old link is refused', async () => {
	const newsletter = await openNewsletter()
	await newsletter.subscribe()
	const first = pathIn(await newsletter.newest(), '/newsletter/confirm')
	newsletter.clock.advance(A_MINUTE)
	await newsletter.subscribe()
	const second = pathIn(await newsletter.newest(), '/newsletter/confirm')
	expect(second).not.toBe(first)

	for (const link of [first, '/newsletter/confirm?token=made-up', '/newsletter/confirm'])
		expect((await newsletter.post(link, '')).headers.get('location')).toBe('/newsletter/expired')
	newsletter.clock.advance(7 * A_DAY)
	expect((await newsletter.post(second, '')).headers.get('location')).toBe('/newsletter/expired')
	expect(await newsletter.statuses()).toEqual([{ email: EMAIL, status: 'pending' }])
})

test('one click unsubscribes, for a mail program and for a person, and repeating it changes nothing', async () => {
	const newsletter = await openNewsletter()
	const link = pathIn(await confirmed(newsletter), '/unsubscribe')

	const byProgram = await newsletter.post(link, 'List-Unsubscribe=One-Click')
	expect([byProgram.status, byProgram.headers.get('location')]).toEqual([200, null])
	expect(await newsletter.statuses()).toEqual([{ email: EMAIL, status: 'unsubscribed' }])
	expect((await newsletter.post(link, '')).headers.get('location')).toBe('/unsubscribe/done')
})

test('a malformed body isn’t a one-click unsubscribe, and not an error', async () => {
	const newsletter = await openNewsletter()
	const link = pathIn(await confirmed(newsletter), '/unsubscribe')
	const headers = { 'content-type': 'multipart/form-data; boundary=x' }
	const answer = await createApp(newsletter.deps).request(link, { method: 'POST', headers, body: 'not a part' })
	expect([answer.status, answer.headers.get('location')]).toEqual([303, '/unsubscribe/done'])
})

test('a changed token or one of another subscription doesn’t unsubscribe', async () => {
	const newsletter = await openNewsletter()
	const link = pathIn(await confirmed(newsletter), '/unsubscribe')
	const forged = link.replace(/=[^.]+\./, '=018f0000-0000-7000-8000-000000000000.')
	for (const wrong of [forged, `${link}x`, '/unsubscribe?token=%00', '/unsubscribe']) {
		expect((await newsletter.post(wrong, 'List-Unsubscribe=One-Click')).status).toBe(404)
		expect((await newsletter.post(wrong, '')).headers.get('location')).toBe('/newsletter/expired')
	}
	expect(await newsletter.statuses()).toEqual([{ email: EMAIL, status: 'confirmed' }])
})

test('an unsubscribed address can subscribe again with a new confirmation', async () => {
	const newsletter = await openNewsletter()
	const welcome = await confirmed(newsletter)
	await newsletter.post(pathIn(welcome, '/unsubscribe'), '')
	newsletter.clock.advance(A_MINUTE)

	await newsletter.subscribe()
	expect(await newsletter.statuses()).toEqual([{ email: EMAIL, status: 'pending' }])
	await newsletter.post(pathIn(await newsletter.newest(), '/newsletter/confirm'), '')
	expect(await newsletter.statuses()).toEqual([{ email: EMAIL, status: 'confirmed' }])
	const { db, now } = newsletter.ctx
	const times = await db.selectFrom('newsletter_subscriptions').select(['confirmed_at', 'unsubscribed_at']).execute()
	expect(times).toEqual([{ confirmed_at: now(), unsubscribed_at: null }])
})

test('a suppressed address gets the usual answer and no mail', async () => {
	const newsletter = await openNewsletter()
	await newsletter.subscribe()
	const link = pathIn(await newsletter.newest(), '/newsletter/confirm')
	await newsletter.deps.db.updateTable('newsletter_subscriptions').set({ status: 'suppressed' }).execute()
	newsletter.clock.advance(A_MINUTE)

	expect((await newsletter.subscribe()).status).toBe(202)
	expect((await newsletter.post(link, '')).headers.get('location')).toBe('/newsletter/expired')
	await runDueJobs(newsletter.deps)
	expect(newsletter.sent).toHaveLength(1)
	expect(await newsletter.statuses()).toEqual([{ email: EMAIL, status: 'suppressed' }])
})

test('a suppressed address stays suppressed when the subscription is ended by anyone', async () => {
	const newsletter = await openNewsletter()
	const { deps, ctx } = newsletter
	const unsubscribe = pathIn(await confirmed(newsletter), '/unsubscribe')
	const learner = await makeLearner(deps, EMAIL)
	await deps.db.updateTable('newsletter_subscriptions').set({ status: 'suppressed' }).execute()
	const { id } = await deps.db.selectFrom('newsletter_subscriptions').select('id').executeTakeFirstOrThrow()
	const stays = async () => expect(await newsletter.statuses()).toEqual([{ email: EMAIL, status: 'suppressed' }])

	expect((await newsletter.post(unsubscribe, '')).headers.get('location')).toBe('/unsubscribe/done')
	await stays()
	for (const wanted of [false, true])
		expect(await changePreferences(learnerContext(deps, learner), { newsletter: wanted })).toEqual({ newsletter: 'closed' })
	await stays()
	expect(await endSubscriptionByOperator(ctx, deps.db, id)).toBeNull()
	await stays()
})

test('twenty parallel requests for one address make one row and one mail', async () => {
	const newsletter = await openNewsletter()
	const answers = await Promise.all(Array.from({ length: 20 }, () => newsletter.subscribe()))
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
	await runDueJobs(newsletter.deps)
	expect(newsletter.sent).toHaveLength(1)
	expect(await newsletter.statuses()).toEqual([{ email: EMAIL, status: 'pending' }])
})

test('a subscriber who asks again is mailed that they are subscribed, and an unsubscribed one gets a link', async () => {
	const newsletter = await openNewsletter()
	await confirmed(newsletter)
	newsletter.clock.advance(A_MINUTE)
	await newsletter.subscribe()
	expect((await newsletter.newest()).subject).toBe('You’re already subscribed')

	newsletter.clock.advance(A_MINUTE)
	const asked = await newsletter.post('/unsubscribe/link', `email=${encodeURIComponent(EMAIL)}&website=`)
	expect(asked.headers.get('location')).toBe('/newsletter/check-inbox')
	await newsletter.post(pathIn(await newsletter.newest(), '/unsubscribe'), '')
	expect(await newsletter.statuses()).toEqual([{ email: EMAIL, status: 'unsubscribed' }])
})

test('the unsubscribe link is mailed only to subscribed addresses', async () => {
	const newsletter = await openNewsletter()
	const body = JSON.stringify({ email: 'stranger@example.test' })
	expect((await newsletter.post('/api/leads/newsletter/unsubscribe-link', body, 'application/json')).status).toBe(202)
	expect(await runDueJobs(newsletter.deps)).toBe(0)
})

test.each([
	{ what: 'nothing', body: '', to: null },
	{ what: 'two addresses', body: 'email=a%40b.test%2C+c%40d.test', to: null },
	{ what: 'an injected header', body: 'email=a%40b.test%0D%0ABcc%3A+c%40d.test', to: null },
	{ what: '255 characters', body: `email=${'a'.repeat(246)}%40test.com`.replace('%40', '@'), to: null },
	{ what: 'an address', body: 'email=a%40b.test&website=', to: '/newsletter/check-inbox' },
	{ what: 'a filled honeypot', body: 'email=bot%40b.test&website=http', to: '/newsletter/check-inbox' },
])('the form without script answers $what with a page', async ({ body, to }) => {
	const newsletter = await openNewsletter()
	const answer = await newsletter.post('/newsletter', body)
	expect([answer.status, answer.headers.get('location')]).toEqual([to === null ? 422 : 303, to])
	expect(await newsletter.statuses()).toEqual(body.includes('email=a%40b.test&') ? [{ email: 'a@b.test', status: 'pending' }] : [])
})

test('each new article is mailed once to each confirmed subscriber, and to no one else', async () => {
	const newsletter = await openNewsletter()
	const [latest, ...earlier] = articles
	if (!latest) throw new Error('there are no articles')
	newsletter.clock.advance(Math.max(0, Date.parse(latest.date) + A_DAY - newsletter.deps.now().getTime()))
	await announceArticles(newsletter.ctx, earlier)
	await confirmed(newsletter)
	await newsletter.subscribe('waiting@example.test')
	await runDueJobs(newsletter.deps)
	const before = newsletter.sent.length

	for (let again = 0; again < 2; again += 1) {
		await announceArticles(newsletter.ctx, articles)
		await sendArticles(newsletter.ctx, 100)
	}
	await runDueJobs(newsletter.deps)
	const news = newsletter.sent.slice(before)
	expect(news.map(({ to, subject }) => ({ to, subject }))).toEqual([{ to: EMAIL, subject: latest.title }])
	expect(news[0]?.headers).toHaveProperty('List-Unsubscribe')
	expect(news[0]?.text).toContain(`http://localhost:3000${latest.href}`)
})

test('article mails are sent in batches, once each, and a code requested later is sent first', async () => {
	const { deps, ctx, clock } = await openNewsletter()
	clock.advance(Math.max(0, Date.parse(articles[0]?.date ?? '') + A_DAY - deps.now().getTime()))
	await announceArticles(ctx, articles.slice(1))
	await sql`insert into newsletter_subscriptions (email, source, status, requested_at, confirmed_at)
		select 'p' || n || '@example.test', 'blog', 'confirmed', '2026-01-01', '2026-01-01' from generate_series(1, 30) n`.execute(deps.db)
	await announceArticles(ctx, articles)
	expect(await sendArticles(ctx, 20)).toBe(20)
	await Promise.all([sendArticles(ctx, 20), sendArticles(ctx, 20)])
	await sendArticles(ctx, 20)
	const mails = await deps.db.selectFrom('outbox_messages').select('to_address').where('template', '=', 'newsletter.article').execute()
	expect([mails.length, new Set(mails.map(({ to_address: to }) => to)).size]).toEqual([30, 30])
	const [newest] = await deps.db
		.selectFrom('article_announcements')
		.select(['recipients', 'ended_at'])
		.where('recipients', '>', 0)
		.execute()
	expect(newest).toEqual({ recipients: 30, ended_at: deps.now() })
})

test('the first articles of a new academy and future ones aren’t mailed', async () => {
	const newsletter = await openNewsletter()
	const [latest] = articles
	if (!latest) throw new Error('there are no articles')
	await confirmed(newsletter)
	await announceArticles(newsletter.ctx, articles)
	const tomorrow = new Date(newsletter.deps.now().getTime() + A_DAY).toISOString().slice(0, 10)
	await announceArticles(newsletter.ctx, [{ ...latest, id: 'of-tomorrow', date: tomorrow }, ...articles])
	await sendArticles(newsletter.ctx, 100)
	await runDueJobs(newsletter.deps)
	expect(newsletter.sent.filter(({ to }) => to === EMAIL)).toHaveLength(2)
})

test('an unconfirmed address is deleted after a week, an unsubscribed one isn’t', async () => {
	const newsletter = await openNewsletter()
	await newsletter.post(pathIn(await confirmed(newsletter), '/unsubscribe'), '')
	newsletter.clock.advance(A_MINUTE)
	for (const address of [EMAIL, 'never@example.test']) await newsletter.subscribe(address)
	newsletter.clock.advance(7 * A_DAY - 1)
	await newsletter.subscribe('late@example.test')
	expect(await deleteUnconfirmedSubscriptions(newsletter.ctx)).toEqual({ unconfirmedSubscriptions: 0 })

	newsletter.clock.advance(1)
	expect(await deleteUnconfirmedSubscriptions(newsletter.ctx)).toEqual({ unconfirmedSubscriptions: 1 })
	expect(await newsletter.statuses()).toEqual([
		{ email: EMAIL, status: 'unsubscribed' },
		{ email: 'late@example.test', status: 'pending' },
	])
})
