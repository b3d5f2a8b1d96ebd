import type { APIRequestContext, BrowserContext } from '@playwright/test'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'

import type { OutboxEntry } from '#contracts/outbox.ts'
import { fillAcademy, insertOperatorSession } from '#scripts/bench/console/fill-academy.ts'
import { requireFile } from '#server/console/content/files.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { withOperator } from '#server/process/open-operator.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { OwnServer } from './own-server.ts'

/** Age of the sales, so that they are paid out: the sandbox does that two days after the day ends. */
const PAID_OUT_MS = 5 * 86_400_000
export const LESSON = 'course/module-2/lessons/first-sale.md'
const ISSUE = { subject: 'News of November', body: '# Hello\n\nThree lessons are new.' }
const COUPON = { coupon: 'AUTUMN', kind: 'percent', off: '10', 'offer-digital-income-mastery-lifetime': 'on' }

/** Runs `work` on the database of a running server. */
export const inDatabase = <T>({ dataDir, origin }: OwnServer, work: (ctx: ServiceContext) => Promise<T>): Promise<T> => {
	const log = createLogger('error', (line) => process.stderr.write(line))
	return withOperator({ DATA_DIR: dataDir, PORT: new URL(origin).port }, log, work)
}

/** Writes a draft as the operator who was added last. */
async function editLesson({ db, now }: ServiceContext, title: string): Promise<void> {
	const { user_id: author } = await db
		.selectFrom('auth.console_sessions as console')
		.innerJoin('auth.sessions as session', 'session.id', 'console.session_id')
		.select('session.user_id')
		.orderBy('console.created_at', 'desc')
		.executeTakeFirstOrThrow()
	const { origin } = requireFile(LESSON)
	const body = origin.replace(/^title: .*$/m, `title: ${title}`)
	await db.insertInto('content_versions').values({ path: LESSON, origin, body, author_id: author, created_at: now() }).execute()
}

async function enterAs(context: BrowserContext, { origin }: OwnServer, cookie: string): Promise<void> {
	const [name = '', value = ''] = cookie.split('=')
	await context.addCookies([{ name, value, url: origin }])
}

/** Signs a browser in to the console as a new operator, without the pages that console.test.ts covers. */
export const enterConsole = async (context: BrowserContext, server: OwnServer): Promise<void> =>
	enterAs(context, server, await inDatabase(server, ({ db }) => insertOperatorSession(db)))

/** Opens the console of an academy filled with this number of learners, a payout and a draft. */
export async function openFilledConsole(context: BrowserContext, server: OwnServer, people: number): Promise<void> {
	const cookie = await inDatabase(server, async (ctx) => {
		await fillAcademy(ctx.db, people)
		const [sale, at] = [{ id: 'ch_paidout', amount: 3760, currency: 'usd', status: 'succeeded' }, new Date(Date.now() - PAID_OUT_MS)]
		await sql`insert into sandbox_stripe.objects values (${sale.id}, 'charge', ${JSON.stringify(sale)}, ${at})`.execute(ctx.db)
		const cookie = await insertOperatorSession(ctx.db)
		await editLesson(ctx, 'First sale, first lesson')
		return cookie
	})
	await enterAs(context, server, cookie)
}

type Fields = Record<string, string>
type File = { name: string; mimeType: string; buffer: Buffer }

/** Posts console forms as its pages do. @returns where the response redirects */
export function consoleForms(request: APIRequestContext) {
	const read = async (path: string) => (await request.get(path)).text()
	async function post(path: string, fields: Fields, file?: File): Promise<string> {
		const token = /name="form_token" value="([^"]+)"/.exec(await read('/admin/actions'))?.[1] ?? ''
		const body = { form_token: token, ...fields }
		const origin = new URL((await request.get('/readyz')).url()).origin
		const sent = file ? { multipart: { ...body, file } } : { form: body }
		const answer = await request.post(path, { ...sent, headers: { origin }, maxRedirects: 0 })
		if (answer.status() !== 303) throw new Error(`${path}: ${answer.status()} ${(await answer.text()).slice(0, 2000)}`)
		return (answer.headers()['location'] ?? '').split('?')[0] ?? ''
	}
	return { read, post }
}

const lastPart = (path: string) => path.split('/').at(-1) ?? ''

/** Waits for an email and returns its link. */
async function linkTo({ origin }: OwnServer, to: string, place: string): Promise<string> {
	for (let tries = 0; tries < 100; tries += 1) {
		const mails = (await (await fetch(`${origin}/dev/outbox.json?to=${to}`)).json()) as OutboxEntry[]
		const found = mails.map(({ body }) => new RegExp(`${place}\\S+`).exec(body)?.[0]).find((link) => link !== undefined)
		if (found !== undefined) return found
		await new Promise((resolve) => setTimeout(resolve, 100))
	}
	throw new Error(`no mail to ${to} with ${place}`)
}

const idIn = async (ctx: ServiceContext, query: string) => {
	const { rows } = await sql<{ id: string }>`select id::text as id from ${sql.raw(query)} limit 1`.execute(ctx.db)
	return rows[0]?.id ?? ''
}

/**
 * Creates one of each object that a learner's history lacks, through the console's forms.
 * @returns an example for each parameter in console URLs, and the ticket link of a visitor
 */
export async function makeOneOfEach(request: APIRequestContext, server: OwnServer) {
	const { post, read } = consoleForms(request)
	const buffer = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#c33' } })
		.jpeg()
		.toBuffer()
	const issue = await post(`/admin/newsletter/${randomUUID()}`, ISSUE)
	const audience = await post('/admin/audiences/new', { name: 'Blog readers', 'if-0': 'source=blog', 'if-1': 'bought=yes', 'not-1': 'not' })
	await post('/admin/coupons/new-coupon', COUPON)
	await post('/admin/answers', { title: 'Where is the sheet?', body: 'Dear {name}, it is below the text.' })
	await post('/admin/media', { alt: 'A red wall' }, { name: 'red.jpg', mimeType: 'image/jpeg', buffer })
	const lines = Buffer.from('Mail,Name\nada@example.com,Ada\nno address,Bo\n')
	const file = { name: 'list.csv', mimeType: 'text/csv', buffer: lines }
	const list = await post('/admin/imports', {}, file)
	const learnerList = await post('/admin/learner-imports', {}, file)
	await post('/admin/settings/team/invite', { email: 'colleague@academy.test', role: 'support', reason: 'New colleague' })
	const learners = [...(await read('/admin/learners')).matchAll(/name="(row-[^"]+)"/g)].map(([, name = '']) => [name, 'on'])
	const job = await post('/admin/bulk', { list: 'learners', action: 'grant-access', ...Object.fromEntries(learners) })
	const contact = {
		name: 'Ana',
		email: 'ana@example.com',
		subject: 'Where is the sheet?',
		message: 'I cannot find it.',
		category: 'general',
	}
	if (!(await request.post('/api/support/contact', { data: contact })).ok()) throw new Error('the message was refused')
	await post('/admin/content/publish', {})
	const found = await inDatabase(server, async (ctx) => {
		await editLesson(ctx, 'Your first sale')
		return {
			order: await idIn(ctx, `orders where status = 'refunded' order by created_at desc`),
			account: await idIn(ctx, 'auth.users where email = (select max(email) from orders where user_id is not null)'),
			ticket: await idIn(ctx, `support_tickets where email = 'ana@example.com'`),
			application: await idIn(ctx, 'job_applications'),
			message: await idIn(ctx, `outbox_messages where status = 'failed'`),
			subscription: await idIn(ctx, `newsletter_subscriptions where status = 'confirmed'`),
			version: await idIn(ctx, 'content_versions'),
			media: await idIn(ctx, 'media'),
			invoice: await idIn(ctx, 'invoices'),
		}
	})
	const seen = /name="seen" value="([^"]+)"/.exec(await read(`/admin/tickets/${found.ticket}`))?.[1] ?? ''
	await post(`/admin/tickets/${found.ticket}/answer`, { body: 'It is below the text.', seen, do: 'send' })
	const invitation = await linkTo(server, 'colleague@academy.test', '/admin/invitation')
	return {
		examples: {
			...found,
			invitation: new URL(invitation, server.origin).search,
			issue: lastPart(issue),
			audience: lastPart(audience),
			import: lastPart(list),
			learnerImport: lastPart(learnerList),
			job: lastPart(job),
			coupon: COUPON.coupon,
			payout: /\/admin\/payouts\/(po_\w+)/.exec(await read('/admin/payouts'))?.[1] ?? '',
		} as Readonly<Record<string, string>>,
		thread: await linkTo(server, contact.email, '/requests/'),
	}
}
