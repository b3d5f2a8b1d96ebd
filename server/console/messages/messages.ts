import { html } from 'hono/html'
import { type RawBuilder, sql, type SqlBool } from 'kysely'

import { beginsWith, inPrefixOrder, readPlace, readQuery, toPlaceOf } from '#server/console/shell/look-up.ts'
import { type Html, showPage } from '#server/console/shell/page.ts'
import { badge, facts, form, older, table, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, page } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { isUuid } from '#server/db/uuid.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { retryDead } from '#server/services/messaging/operator-alerts/retry-dead.ts'
import { allowAddress } from '#server/services/messaging/outbox/mail-suppressions.ts'

const PAGE_SIZE = 50

/** A literal, so that the index of these is used. */
const HAS_FAILED = sql<SqlBool>`status in ('sending', 'bounced', 'failed', 'unknown')`
const CAN_RETRY = new Set(['sending', 'bounced', 'failed', 'unknown'])
/** Others hold codes and links that open an account or an order; nobody of ours reads those. */
const READABLE = /^(?:support\.|leads\.|order\.receipt$)/

const toneOf = (status: string) => (status === 'sent' ? 'good' : status === 'queued' || status === 'suppressed' ? 'calm' : 'bad')

type Asked = { failed: boolean; template: string; address: string; before: string | undefined }

const readAsked = ({ c }: Work): Asked => ({
	failed: c.req.query('failed') === '1',
	template: readQuery(c.req.query('template')),
	address: readQuery(c.req.query('address')).toLowerCase(),
	before: c.req.query('before'),
})

function findWords({ failed, template, address }: Asked): RawBuilder<SqlBool> {
	if (address !== '') return beginsWith(sql<string>`to_address`, address)
	if (template !== '') return sql<SqlBool>`template = ${template}`
	return failed ? HAS_FAILED : sql<SqlBool>`true`
}

/** By address in the order of addresses, else newest first. One filter counts: the address, the template, or what failed. */
export function listMails({ ctx: { db } }: Pick<Work, 'ctx'>, asked: Asked) {
	const place = readPlace(asked.before)
	const mails = db
		.selectFrom('outbox_messages')
		.select(['id', 'channel', 'to_address', 'template', 'subject', 'status', 'last_error', 'created_at'])
		.where(findWords(asked))
		.limit(PAGE_SIZE)
	if (asked.address !== '') return mails.orderBy(inPrefixOrder(sql<string>`to_address`))
	return mails
		.$if(place !== null, (query) => query.where(sql<boolean>`(created_at, id) < (${place?.at}, ${place?.id}::uuid)`))
		.orderBy('created_at', 'desc')
		.orderBy('id', 'desc')
}

const tabs = ({ c, by }: Work): Html =>
	html`<nav class="tabs" aria-label="Messages">
		<ul>
			${(
				[
					['Mails', places.messages],
					['Texts', places.texts],
					...(by.role === 'operator' ? ([['Suppressed addresses', places.suppressions]] as const) : []),
				] as const
			).map(([label, href]) => html`<li><a href="${href}" ${c.req.path === href ? html`aria-current="page"` : ''}>${label}</a></li>`)}
		</ul>
	</nav>`

const filter = ({ failed, template, address }: Asked): Html =>
	html`<form method="get" action="${places.messages}" class="choices">
		<div class="field">
			<label for="address">Address begins with</label><input id="address" name="address" value="${address}" maxlength="320" />
		</div>
		<div class="field">
			<label for="template">Template</label
			><input id="template" name="template" value="${template}" maxlength="100" placeholder="order.receipt" />
		</div>
		<p>
			<label><input type="checkbox" name="failed" value="1" ${failed ? html`checked` : ''} /> only failed</label>
		</p>
		<button>Show</button>
	</form>`

/** `12 of 100 mails, and counts anew in 43 min`. The count is in memory: a restart begins anew. */
function describeBudget({ ctx: { messageBudget } }: Work, channel: 'mails' | 'texts' | 'forms'): string {
	const { spent, most, seconds } = messageBudget.read(channel)
	return `${spent} of ${most} ${channel === 'texts' ? 'texts' : 'mails'} (counted anew ${spent === 0 ? 'from the next one on' : `in ${Math.ceil(seconds / 60)} min`})`
}

async function showMails(work: Work) {
	const asked = readAsked(work)
	const rows = await listMails(work, asked).execute()
	const last = rows.length === PAGE_SIZE && asked.address === '' ? rows.at(-1) : undefined
	const next = new URLSearchParams({ template: asked.template, failed: asked.failed ? '1' : '', before: last ? toPlaceOf(last) : '' })
	const content = html`${tabs(work)}
		<p>
			To sign people in, the server has sent ${describeBudget(work, 'mails')} and ${describeBudget(work, 'texts')}; to addresses typed into
			forms, ${describeBudget(work, 'forms')}.
		</p>
		${filter(asked)}
		${table({
			caption: 'Mails',
			head: ['When', 'To', 'Subject', 'Template', 'State'],
			rows: rows.map((row) => [
				when(row.created_at),
				row.to_address,
				html`<a href="${places.messages}/${row.id}">${row.subject}</a>`,
				row.template,
				badge(row.status, toneOf(row.status)),
			]),
			empty: 'There are none.',
		})}
		${older(last ? `${places.messages}?${next.toString()}` : null)}`
	return showPage(work, { title: 'Messages', content })
}

async function readMail({ c, ctx: { db } }: Work) {
	const id = c.req.param('message') ?? ''
	const mail = isUuid(id) ? await db.selectFrom('outbox_messages').selectAll().where('id', '=', id).executeTakeFirst() : undefined
	if (!mail) throw new ServiceError('not-found', 'message_not_found', 'There is no such message. It may have been deleted.')
	return mail
}

type Mail = Awaited<ReturnType<typeof readMail>>

function presentText({ template, body }: Mail): Html {
	if (!READABLE.test(template))
		return html`<p class="empty">Its text may hold codes or links that are for its reader alone, and is not shown.</p>`
	return body === '' ? html`<p class="empty">It was sent, and its text was deleted then.</p>` : html`<div class="letter">${body}</div>`
}

async function showMail(work: Work) {
	const mail = await readMail(work)
	const headers = Object.entries(mail.headers as Record<string, string>).filter(([name]) => name.toLowerCase() === 'reply-to')
	const again = {
		action: `${places.messages}/${mail.id}/retry`,
		label: 'Send again',
		note: 'It starts over with all its attempts. If the mail server’s answer was lost, it may arrive twice.',
	}
	const content = html`<p><a href="${places.messages}">Messages</a></p>
		${facts([
			['State', badge(mail.status, toneOf(mail.status))],
			['To', mail.to_address],
			['Template', mail.template],
			['Written', when(mail.created_at)],
			['Sent', when(mail.sent_at)],
			['Attempts', mail.attempts],
			['Reason', mail.last_error ?? '–'],
			['Id of the mail server', mail.provider_id ?? '–'],
			...headers,
		])}
		${presentText(mail)} ${work.by.role === 'operator' && CAN_RETRY.has(mail.status) ? form(work, again) : ''}`
	return showPage(work, { title: mail.subject, content })
}

async function retry(work: Work) {
	const { id, status } = await readMail(work)
	const isDone = CAN_RETRY.has(status) && (await retryDead(work.ctx, id)) === 'mail'
	const object = { kind: 'message', id } as const
	if (isDone) await recordAction(work, work.ctx.db, { action: 'mail_retried', object, before: { status }, after: { status: 'queued' } })
	return work.c.redirect(`${places.messages}/${id}?said=${isDone ? 'mail-retried' : 'mail-unchanged'}`, 303)
}

async function showTexts(work: Work) {
	const place = readPlace(work.c.req.query('before'))
	const rows = await work.ctx.db
		.selectFrom('sms_messages')
		.select(['id', 'kind', 'to_phone', 'country', 'status', 'attempts', 'error_code', 'created_at', 'user_id'])
		.$if(place !== null, (query) => query.where(sql<boolean>`(created_at, id) < (${place?.at}, ${place?.id}::uuid)`))
		.orderBy('created_at', 'desc')
		.orderBy('id', 'desc')
		.limit(PAGE_SIZE)
		.execute()
	const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined
	const content = html`${tabs(work)}
	${table({
		caption: 'Texts',
		head: ['When', 'To', 'Kind', 'State', 'Attempts', 'Error'],
		rows: rows.map((row) => [
			when(row.created_at),
			html`<a href="${places.learners}/${row.user_id}">${row.to_phone}</a> ${row.country}`,
			row.kind.replaceAll('_', ' '),
			badge(row.status, /^(?:failed|undelivered|unknown)$/.test(row.status) ? 'bad' : 'calm'),
			row.attempts,
			row.error_code ?? '–',
		]),
		empty: 'No text message was sent yet.',
	})}
	${older(last ? `${places.texts}?before=${encodeURIComponent(toPlaceOf(last))}` : null)}`
	return showPage(work, { title: 'Text messages', content })
}

async function showSuppressions(work: Work) {
	const rows = await work.ctx.db
		.selectFrom('mail_suppressions')
		.select(['reason', 'message_id', 'created_at'])
		.orderBy('created_at', 'desc')
		.limit(PAGE_SIZE)
		.execute()
	const content = html`${tabs(work)}
		<p>
			Addresses are stored only as keyed hashes, so the list shows the mail that came back, for as long as it is kept: the newest
			${PAGE_SIZE}.
		</p>
		${table({
			caption: 'Suppressed addresses',
			head: ['Since', 'Why', 'Mail'],
			rows: rows.map((row) => [
				when(row.created_at),
				row.reason === 'complaint' ? 'reported as unwanted: no newsletter' : 'the mailbox does not exist: no mail',
				row.message_id === null ? '–' : html`<a href="${places.messages}/${row.message_id}">look</a>`,
			]),
			empty: 'No address is suppressed.',
		})}
		<h2>Allow mail to an address again</h2>
		${form(work, {
			action: places.suppressions,
			label: 'Allow mail again',
			fields: [
				{ name: 'email', label: 'Address', type: 'email', maxLength: 254 },
				{ name: 'reason', label: 'Why', hint: 'For the record, without names.', maxLength: 300 },
			],
			note: 'For the newsletter they still have to subscribe again.',
		})}`
	return showPage(work, { title: 'Suppressed addresses', content })
}

async function lift(work: Work, { email = '', reason = '' }: Readonly<Record<string, string>>) {
	const address = readQuery(email).toLowerCase()
	const why = readQuery(reason)
	if (address === '' || why === '') throw new ServiceError('unprocessable', 'reason_missing', 'Please give the address and the reason.')
	const isLifted = await allowAddress(work.ctx, address)
	if (isLifted)
		await recordAction(work, work.ctx.db, { action: 'suppression_lifted', object: { kind: 'message', id: 'suppression' }, reason: why })
	return work.c.redirect(`${places.suppressions}?said=${isLifted ? 'suppression-lifted' : 'suppression-none'}`, 303)
}

/** What was sent, and what was not. */
export const messageRoutes = [
	page(places.messages, 'support', showMails),
	page(`${places.messages}/:message`, 'support', showMail),
	action(`${places.messages}/:message/retry`, 'operator', retry),
	page(places.texts, 'support', showTexts),
	page(places.suppressions, 'operator', showSuppressions),
	action(places.suppressions, 'operator', lift),
]
