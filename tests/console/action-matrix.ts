import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import { systemContext } from '#server/services/context.ts'
import { suppressAddress } from '#server/services/messaging/outbox/mail-suppressions.ts'
import { checkImport } from '#server/services/people/imports/check-import.ts'
import { addApplication } from '#tests/factories/application.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { SELLER } from '#tests/factories/seller.ts'
import { SITE, signedIn, startWire, type Wire } from '#tests/wire/test-client.ts'

import { listBulkDoings, listViewDoings } from './bulk-doings.ts'
import { LESSON, listContentDoings } from './content-doings.ts'
import { addressOf, baseIn, originOf, samplesOf, saveText } from './edit-content.ts'
import { COUPON, ISSUE, listMailDoings } from './mail-doings.ts'
import { addMedia, listMediaDoings } from './media-doings.ts'
import { type ConsoleBrowser, openConsoleAs } from './open-console.ts'
import { listSettingsDoings } from './settings-doings.ts'

type Fields = Record<string, string>
export type Operator = Awaited<ReturnType<typeof openConsoleAs>>

/** Input with which an action succeeds. `row`: the action's row in the permissions table. */
export type Doing = { row: string; path: string; fields?: Fields; upload?: string }

const HOUR_MS = 3_600_000
const BUYER = { name: 'Ada Ltd', line1: 'Weg 1', postcode: '10115', city: 'Berlin', country: 'de', taxKind: 'included', taxRate: '19' }

async function insertSupport({ deps, clock }: Wire) {
	const { db } = deps
	const written = { name: 'Ana', email: 'ana@example.test', subject: 'Where?', message: 'I cannot find it.', due_at: clock.now() }
	const addTicket = async (status: 'open' | 'closed') =>
		(
			await db
				.insertInto('support_tickets')
				.values({ ...written, status })
				.returning('id')
				.executeTakeFirstOrThrow()
		).id
	const [ticket, closed] = [await addTicket('open'), await addTicket('closed')]
	const { id: answer } = await db
		.insertInto('saved_answers')
		.values({ title: 'Hello', body: 'Dear {name}', created_at: clock.now() })
		.returning('id')
		.executeTakeFirstOrThrow()
	const application = await addApplication(deps, 'bo')
	const { id: alert } = await db
		.insertInto('operator_alerts')
		.values({ kind: 'bounces', dedupe_key: 'x', facts: '{}', created_at: clock.now() })
		.returning('id')
		.executeTakeFirstOrThrow()
	return { ticket, closed, answer, application, alert }
}

async function insertMail({ deps, clock, request }: Wire) {
	const { db } = deps
	const ctx = systemContext(deps, 'test')
	const mail = { channel: 'email' as const, to_address: 'ana@example.test', template: 'support.answer', subject: 'x', body: '' }
	const { id: message } = await db
		.insertInto('outbox_messages')
		.values({ ...mail, status: 'failed', created_at: clock.now() })
		.returning('id')
		.executeTakeFirstOrThrow()
	await db
		.transaction()
		.execute((tx) => suppressAddress(ctx, tx, { address: 'gone@example.test', reason: 'hard-bounce', messageId: message }))
	const { id: subscription } = await db
		.insertInto('newsletter_subscriptions')
		.values({
			email: 'reader@example.test',
			source: 'blog',
			status: 'confirmed',
			covers_newsletters: true,
			requested_at: clock.now(),
			confirmed_at: clock.now(),
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	await request('/api/leads/early-access', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ email: 'waits@example.test', moduleId: 2 }),
	})
	await db.transaction().execute((tx) => deps.jobs.enqueue(tx, { name: 'announce-articles', payload: {} }))
	const { rows } = await sql<{ id: string }>`update pgboss.job set state = 'failed' where name = 'announce-articles' returning id`.execute(
		db,
	)
	return { message, subscription, job: rows[0]?.id ?? '' }
}

async function beginImports({ deps }: Wire, { userId }: Operator) {
	const begin = (email: string, what: 'subscribers' | 'learners' = 'subscribers') =>
		checkImport(systemContext(deps, 'test'), { what, fileName: 'list.csv', bytes: new TextEncoder().encode(`email\n${email}\n`), userId })
	return {
		applied: await begin('new@example.test'),
		dropped: await begin('other@example.test'),
		learnersFile: await begin('pupil@example.test', 'learners'),
		learnersWaste: await begin('pupil@example.test', 'learners'),
	}
}

async function writeIssues(operator: Operator) {
	const write = async () => (await operator.post(`/admin/newsletter/${randomUUID()}`, ISSUE)).to.split('?')[0] ?? ''
	const seenOf = async (issue: string) => /name="seen" value="([^"]+)"/.exec((await operator.get(issue)).text)?.[1] ?? ''
	const audiences = []
	for (const name of ['Kept', 'Dropped'])
		audiences.push((await operator.post('/admin/audiences/new', { name, 'if-0': 'source=blog' })).to.split('?')[0] ?? '')
	const [draft, edited, planned, waste] = [await write(), await write(), await write(), await write()]
	await operator.post(`${planned}/schedule`, { seen: await seenOf(planned), starts_at: '2035-01-05T12:00' })
	const automation =
		(await operator.post('/admin/lifecycle/new', { title: 'Second email', trigger: 'welcome', delay: '9', unit: 'day' })).to.split(
			'?',
		)[0] ?? ''
	return { draft, edited, planned, waste, audiences, automation, seenOf }
}

async function writeVersions(operator: Operator) {
	const origin = originOf(LESSON)
	await saveText(operator, LESSON, origin.replace(/^title: .*$/m, 'title: One'))
	await saveText(operator, LESSON, origin.replace(/^title: .*$/m, 'title: Two'))
	const history = (await operator.get(`/admin/content/history?path=${encodeURIComponent(LESSON)}`)).text
	const [, older = ''] = [...history.matchAll(/versions\/([\da-f-]{36})/g)].map((found) => found[1])
	return older
}

/** Starts a server with an object for every action, and signs in an operator with a fresh second factor. */
export async function openWorld() {
	const wire = await startWire({ invoicing: SELLER })
	wire.clock.advance(((17 - wire.clock.now().getUTCHours() + 24) % 24) * HOUR_MS)
	const { learner, orderId } = await buyAsLearner(wire.deps)
	await wire.connect().auth.signInWithOtp({ email: 'unconfirmed@example.test' })
	const { id: unconfirmed } = await wire.deps.db
		.selectFrom('auth.users')
		.select('id')
		.where('email', '=', 'unconfirmed@example.test')
		.executeTakeFirstOrThrow()
	wire.clock.advance(5 * 60_000)
	const [other, leaving, guest] = [(await signedIn(wire)).user.id, (await signedIn(wire)).user.id, (await signedIn(wire)).user.id]
	const operator = await openConsoleAs(wire, 'operator')
	const support = await insertSupport(wire)
	const mail = await insertMail(wire)
	const imports = await beginImports(wire, operator)
	const issues = await writeIssues(operator)
	const version = await writeVersions(operator)
	const media = await addMedia(wire)
	await operator.post('/admin/content/schedule', { due_at: '2035-01-05T12:00', samples: await samplesOf(wire) })
	// This draft is scheduled, so the Publish action leaves it out.
	await saveText(operator, LESSON, originOf(LESSON).replace(/^title: .*$/m, 'title: Later'))
	await operator.post(`/admin/learners/${leaving}/erase`, { reason: 'Asked' })
	await operator.post(`/admin/learners/${learner.userId}/note`, { note: 'Asked twice' })
	await operator.post(`/admin/learners/${learner.userId}/tag`, { tag: 'VIP' })
	const { id: note } = await wire.deps.db.selectFrom('learner_notes').select('id').executeTakeFirstOrThrow()
	await operator.post(`/admin/learners/${guest}/grant`, { reason: 'Won it' })
	const { id: given } = await wire.deps.db.selectFrom('orders').select('id').where('user_id', '=', guest).executeTakeFirstOrThrow()
	for (const coupon of ['SALE', 'GOES', 'BACK']) await operator.post('/admin/coupons/new-coupon', { ...COUPON, coupon })
	await operator.post('/admin/coupons/BACK/end')
	await operator.post('/admin/queue/done', { kind: 'failed-check', object: 'done', basis: 'x' })
	const baseOf = async (file: string) => baseIn((await operator.get(`${addressOf(file)}&as=text`)).text)
	return {
		wire,
		operator,
		learner: learner.userId,
		orderId,
		given,
		other,
		leaving,
		unconfirmed,
		note,
		...support,
		...mail,
		...imports,
		...issues,
		media,
		version,
		baseOf,
	}
}

export type World = Awaited<ReturnType<typeof openWorld>>

const choice = (object: string): Fields => ({ kind: 'stands-still', object, basis: 'never' })

async function listQueueDoings({ wire, alert, orderId, given, operator }: World): Promise<Doing[]> {
	const decided = await wire.deps.db.selectFrom('queue_decisions').select('decided_at').where('object', '=', 'done').executeTakeFirst()
	const order = `/admin/orders/${orderId}`
	const invoice = /name="invoice" value="([^"]+)"/.exec((await operator.get(`${order}/correct-invoice`)).text)?.[1] ?? ''
	const because = { reason: 'Asked' }
	return [
		{ row: '/admin/alerts/:id', path: `/admin/alerts/${alert}` },
		{ row: '/admin/queue/later', path: '/admin/queue/later', fields: choice('one') },
		{ row: '/admin/queue/done', path: '/admin/queue/done', fields: choice('two') },
		{
			row: '/admin/queue/back',
			path: '/admin/queue/back',
			fields: { kind: 'failed-check', object: 'done', basis: 'x', seen: String(decided?.decided_at.getTime()) },
		},
		{ row: '/admin/orders/:order/mail', path: `${order}/mail`, fields: { mail: 'access' } },
		{ row: '/admin/orders/:order/reconcile', path: `${order}/reconcile` },
		{
			row: '/admin/orders/:order/correct-invoice',
			path: `${order}/correct-invoice`,
			fields: { ...BUYER, ...because, invoice },
		},
		{ row: '/admin/orders/:order/evidence', path: `${order}/evidence` },
		{ row: '/admin/orders/:order/refund', path: `${order}/refund`, fields: { ...because, amount: '10.00' } },
		{ row: '/admin/orders/:order/access-end', path: `${order}/access-end`, fields: { ...because, ends: '2040-12-31T23:59' } },
		{ row: '/admin/orders/:order/end-access', path: `/admin/orders/${given}/end-access`, fields: because },
	]
}

function listPeopleDoings({ learner, other, leaving, unconfirmed, note }: World): Doing[] {
	const because = { reason: 'Asked' }
	const of = (account: string, verb: string, fields: Fields = because): Doing => ({
		row: `/admin/learners/:account/${verb}`,
		path: `/admin/learners/${account}/${verb}`,
		fields,
	})
	return [
		of(learner, 'write', { subject: 'Hi', text: 'There' }),
		{ row: '/admin/learners/add', path: '/admin/learners/add', fields: { email: 'added@example.test', mails: 'on' } },
		of(learner, 'note', { note: 'Called back' }),
		of(learner, 'tag', { tag: 'Spring 2027' }),
		of(learner, 'untag', { tag: 'VIP' }),
		{ ...of(learner, `note/${note}/delete`), row: '/admin/learners/:account/note/:note/delete' },
		of(unconfirmed, 'sign-up-code'),
		of(learner, 'name', { name: 'Ana Weber' }),
		of(learner, 'copy'),
		of(learner, 'see'),
		of(other, 'sign-out'),
		of(other, 'ban'),
		of(other, 'lift-ban'),
		of(other, 'factors'),
		of(other, 'grant'),
		of(other, 'erase'),
		of(leaving, 'keep'),
	]
}

async function listInboxDoings({ ticket, closed, answer, application, operator }: World): Promise<Doing[]> {
	const seen = /name="seen" value="([^"]+)"/.exec((await operator.get(`/admin/tickets/${ticket}`)).text)?.[1] ?? ''
	return [
		{ row: '/admin/tickets/:ticket/assign', path: `/admin/tickets/${ticket}/assign`, fields: { to: 'me' } },
		{ row: '/admin/tickets/:ticket/answer', path: `/admin/tickets/${ticket}/answer`, fields: { body: 'Here', seen, do: 'send' } },
		{ row: '/admin/tickets/:ticket/note', path: `/admin/tickets/${ticket}/note`, fields: { note: 'Called back' } },
		{ row: '/admin/tickets/:ticket/close', path: `/admin/tickets/${ticket}/close` },
		{ row: '/admin/tickets/:ticket/reopen', path: `/admin/tickets/${closed}/reopen` },
		{ row: '/admin/answers', path: '/admin/answers', fields: { title: 'New', body: 'Words' } },
		{ row: '/admin/answers/:answer', path: `/admin/answers/${answer}`, fields: { title: 'Other', body: 'Words' } },
		{ row: '/admin/answers/:answer/delete', path: `/admin/answers/${answer}/delete` },
		{ row: '/admin/applications/files', path: '/admin/applications/files', fields: { [`file-${application}`]: 'on' } },
		{ row: '/admin/applications/:application/:state', path: `/admin/applications/${application}/answered` },
		{ row: '/admin/early-access/:module', path: '/admin/early-access/2', fields: { count: '1' } },
		{ row: '/admin/privacy/erase', path: '/admin/privacy/erase', fields: { email: 'bo@example.test', reason: 'Asked' } },
	]
}

/** Actions that the activity log records, each with input that makes it succeed. Those of bank transfers are elsewhere. */
export const LISTS = [
	listQueueDoings,
	listPeopleDoings,
	listInboxDoings,
	listMailDoings,
	listViewDoings,
	listBulkDoings,
	listSettingsDoings,
	listContentDoings,
	listMediaDoings,
]

/** Submits an action as the browser would. */
export async function perform(wire: Wire, browser: ConsoleBrowser, { path, fields = {}, upload }: Doing) {
	if (upload === undefined) return browser.post(path, fields)
	const form = new FormData()
	for (const [name, value] of Object.entries({ form_token: browser.formToken(), ...fields })) form.set(name, value)
	form.set('file', new Blob([upload]), 'list.csv')
	const answer = await wire.app.request(
		new Request(new URL(path, SITE), { method: 'POST', body: form, headers: { cookie: browser.cookie(), origin: SITE } }),
	)
	return { status: answer.status, to: answer.headers.get('location') ?? '', text: await answer.text() }
}
