import { html } from 'hono/html'

import { type ContactCategory, readCategory } from '#domain/support/categories.ts'
import { type Html, showPage } from '#server/console/shell/page.ts'
import { badge, facts, form, toDistance, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { isUuid } from '#server/db/uuid.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'
import { answerLetter, toSeen } from '#server/services/people/support/answer-letter.ts'
import { ANSWER_LENGTH } from '#server/services/people/support/read-text.ts'
import { listSavedAnswers } from '#server/services/people/support/saved-answers.ts'
import { toReference } from '#server/services/people/support/support-mails.ts'
import { assignLetter, closeLetter, reopenLetter } from '#server/services/people/support/work-on-letter.ts'

import { CATEGORY_NAMES } from './tickets.ts'

const notFound = () => new ServiceError('not-found', 'ticket_not_found', 'There is no such message. It may have been deleted.')

const idOf = ({ c }: Work) => c.req.param('ticket') ?? ''
const placeOf = (id: string) => `${places.tickets}/${id}`

async function readTicket({ ctx: { db } }: Work, id: string) {
	if (!isUuid(id)) throw notFound()
	const ticket = await db
		.selectFrom('support_tickets as ticket')
		.leftJoin('auth.users as assignee', 'assignee.id', 'ticket.assigned_to')
		.selectAll('ticket')
		.select('assignee.email as assignee')
		.where('ticket.id', '=', id)
		.executeTakeFirst()
	if (!ticket) throw notFound()
	const thread = await db
		.selectFrom('ticket_messages as answer')
		.leftJoin('auth.users as author', 'author.id', 'answer.author_id')
		.leftJoin('outbox_messages as mail', 'mail.id', 'answer.message_id')
		.select(['answer.id', 'answer.body', 'answer.created_at', 'author.email as author', 'mail.status as mail'])
		.where('ticket_id', '=', id)
		.orderBy('answer.created_at')
		.orderBy('answer.id')
		.execute()
	return { ticket, thread }
}

type Read = Awaited<ReturnType<typeof readTicket>>

const MAIL_WORDS: Record<string, readonly [string, 'calm' | 'good' | 'bad']> = {
	queued: ['mail waits', 'calm'],
	sending: ['mail waits', 'calm'],
	sent: ['mail sent', 'good'],
	bounced: ['mail came back', 'bad'],
	suppressed: ['no mail goes to this address', 'bad'],
	failed: ['mail failed', 'bad'],
	unknown: ['mail may not have arrived', 'bad'],
}

function presentThread({ ticket, thread }: Read): Html {
	return html`<ol class="line">
		<li>
			<p><b>${ticket.name}</b> <small>${when(ticket.created_at)}</small></p>
			<div class="letter">${ticket.message}</div>
		</li>
		${thread.map(({ author, created_at: at, body, mail }) => {
			const [word, tone] = MAIL_WORDS[mail ?? 'sent'] ?? ['mail sent', 'good']
			return html`<li>
				<p><b>${author ?? 'a deleted account'}</b> <small>${when(at)}</small> ${badge(word, tone)}</p>
				<div class="letter">${body}</div>
			</li>`
		})}
	</ol>`
}

type Typed = { body: string; problem: string | null }

async function answerForm(work: Work, { ticket, thread }: Read, { body, problem }: Typed): Promise<Html | string> {
	if (ticket.status === 'closed')
		return problem === null && body === ''
			? ''
			: html`<p>What you typed:</p>
					<div class="letter">${body}</div>`
	const saved = await listSavedAnswers(work.ctx)
	return html`<form method="post" action="${placeOf(ticket.id)}/answer" class="act">
		<input type="hidden" name="form_token" value="${work.by.formToken}" />
		<input type="hidden" name="seen" value="${toSeen(ticket.status, thread.length)}" />
		<div class="field">
			<label for="body">${thread.length === 0 ? 'Your answer' : 'Another answer'}</label>
			<textarea id="body" name="body" rows="10" maxlength="${ANSWER_LENGTH}" aria-describedby="body-hint">${body}</textarea>
			<small id="body-hint">Goes by mail to ${ticket.email}, from the academy, and stays here. Replies come to the support mailbox.</small>
		</div>
		${
			saved.length === 0
				? ''
				: html`<div class="choices">
						<div class="field">
							<label for="saved">Saved answer</label>
							<select id="saved" name="saved">
								${saved.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}
							</select>
						</div>
						<button name="do" value="fill" class="quiet">Add it to the text</button>
					</div>`
		}
		<button class="main" name="do" value="send">Send the answer</button>
	</form>`
}

const clockOf = ({ ticket }: Read, now: Date): Html | string => {
	if (ticket.status === 'open') {
		const isLate = ticket.due_at <= now
		return html`${when(ticket.due_at)} ${badge(`${isLate ? 'was due' : 'due'} ${toDistance(ticket.due_at, now)}`, isLate ? 'bad' : 'calm')}`
	}
	if (ticket.answered_at === null) return 'closed without an answer'
	return html`${when(ticket.answered_at)} ${ticket.answered_at <= ticket.due_at ? badge('in time', 'good') : badge('late', 'bad')}`
}

/** Who has it, and closing or opening it. */
function workOn(work: Work, { ticket }: Read): Html {
	const to = (what: string) => `${placeOf(ticket.id)}/${what}`
	if (ticket.status === 'closed')
		return form(work, {
			action: to('reopen'),
			label: 'Reopen',
			note: 'An answer is due again, and its clock starts over.',
			tone: 'quiet',
		})
	const isMine = ticket.assigned_to === work.by.userId
	const label = isMine ? 'Give it back' : ticket.assigned_to === null ? 'I answer this' : 'Take it over'
	return html`${form(work, { action: to('assign'), label, hidden: { to: isMine ? 'nobody' : 'me' }, tone: 'quiet' })}
	${
		ticket.status === 'answered'
			? form(work, { action: to('reopen'), label: 'Reopen', note: 'If they wrote back: an answer is due again.', tone: 'quiet' })
			: ''
	}
	${form(work, {
		action: to('close'),
		label: ticket.status === 'open' ? 'Close without an answer' : 'Close',
		note: ticket.status === 'open' ? 'Nobody is written to. It can be opened again.' : 'It can be opened again.',
		tone: 'quiet',
	})}`
}

async function show(work: Work, typed: Typed, status: 200 | 409 | 422 = 200) {
	const read = await readTicket(work, idOf(work))
	const { ticket } = read
	const problem = typed.problem === null ? '' : html`<p class="problem" role="alert">${typed.problem} Your text is below.</p>`
	const content = html`${problem}
		<p><a href="${places.tickets}">Inbox</a></p>
		<div class="pair">
			<div>${presentThread(read)} ${await answerForm(work, read, typed)}</div>
			<div>
				${facts([
					['State', badge(ticket.status, ticket.status === 'open' ? 'warn' : 'calm')],
					[ticket.status === 'open' ? 'Answer by' : 'Answered', clockOf(read, work.ctx.now())],
					['About', CATEGORY_NAMES[ticket.category as ContactCategory]],
					['Reference', toReference(ticket.id)],
					['From', html`${ticket.name}<br />${ticket.email}`],
					['Account', ticket.user_id === null ? 'not signed in' : html`<a href="${places.learners}/${ticket.user_id}">the learner</a>`],
					['With', ticket.assignee ?? 'nobody'],
					...(ticket.first_answered_at ? ([['First answered', when(ticket.first_answered_at)]] as const) : []),
				])}
				${workOn(work, read)}
			</div>
		</div>`
	return showPage(work, { title: ticket.subject, content, status })
}

/** One message with its thread. */
export const showTicket = (work: Work) => show(work, { body: '', problem: null })

type Fields = Readonly<Record<string, string>>

/** The text with a saved one behind it; `{name}` becomes the writer's name. */
async function fill(work: Work, { body = '', saved = '' }: Fields) {
	const { ticket } = await readTicket(work, idOf(work))
	const chosen = (await listSavedAnswers(work.ctx)).find(({ id }) => id === saved)
	const added = chosen?.body.replaceAll('{name}', () => ticket.name)
	return show(work, { body: [body.trimEnd(), added ?? ''].filter(Boolean).join('\n\n'), problem: null })
}

async function answer(work: Work, fields: Fields) {
	if (fields.do === 'fill') return fill(work, fields)
	const { ctx, by, c } = work
	const { body = '', seen = '' } = fields
	const id = idOf(work)
	const { ticket } = await readTicket(work, id)
	try {
		const messageId = await answerLetter(ctx, { id, author: by, text: body, seen })
		const after = { status: 'answered', message: messageId }
		await recordAction(work, ctx.db, {
			action: 'ticket_answered',
			object: { kind: 'ticket', id },
			before: { status: ticket.status },
			after,
		})
	} catch (error) {
		const status = error instanceof ServiceError ? HTTP_STATUS[error.kind] : 500
		if (!(error instanceof ServiceError) || (status !== 409 && status !== 422)) throw error
		return show(work, { body, problem: error.message }, status)
	}
	return c.redirect(`${placeOf(id)}?said=ticket-answered`, 303)
}

async function assign(work: Work, { to }: Fields) {
	const { ticket } = await readTicket(work, idOf(work))
	const assignee = to === 'me' ? work.by.userId : null
	const isDone = await assignLetter(work.ctx, ticket.id, assignee)
	if (isDone)
		await recordAction(work, work.ctx.db, {
			action: 'ticket_assigned',
			object: { kind: 'ticket', id: ticket.id },
			before: { to: ticket.assigned_to },
			after: { to: assignee },
		})
	return work.c.redirect(`${placeOf(ticket.id)}?said=${isDone ? 'ticket-assigned' : 'ticket-unchanged'}`, 303)
}

async function close(work: Work) {
	const { ticket } = await readTicket(work, idOf(work))
	const before = await closeLetter(work.ctx, ticket.id)
	const object = { kind: 'ticket', id: ticket.id } as const
	if (before !== null)
		await recordAction(work, work.ctx.db, { action: 'ticket_closed', object, before: { status: before }, after: { status: 'closed' } })
	return work.c.redirect(`${placeOf(ticket.id)}?said=${before === null ? 'ticket-unchanged' : 'ticket-closed'}`, 303)
}

async function reopen(work: Work) {
	const { ticket } = await readTicket(work, idOf(work))
	const dueAt = await reopenLetter(work.ctx, ticket.id)
	if (dueAt !== null)
		await recordAction(work, work.ctx.db, {
			action: 'ticket_reopened',
			object: { kind: 'ticket', id: ticket.id },
			before: { status: ticket.status },
			after: { status: 'open', category: readCategory(ticket.category), due_at: dueAt.toISOString() },
		})
	return work.c.redirect(`${placeOf(ticket.id)}?said=${dueAt === null ? 'ticket-unchanged' : 'ticket-reopened'}`, 303)
}

const PATH = `${places.tickets}/:ticket`

export const ticketActions = [
	action(`${PATH}/answer`, 'support', answer),
	action(`${PATH}/assign`, 'support', assign),
	action(`${PATH}/close`, 'support', close),
	action(`${PATH}/reopen`, 'support', reopen),
]
