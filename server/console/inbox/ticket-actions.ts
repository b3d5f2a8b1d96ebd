import { consolePaths } from '#contracts/console-paths.ts'
import { readCategory } from '#domain/support/categories.ts'
import {
	type ConsoleActionRequest,
	type ConsoleRequest,
	FormRefused,
	recordAction,
	type Fields,
} from '#server/console/shell/console-request.ts'
import { action } from '#server/console/shell/route.ts'
import { answerTicket } from '#server/services/people/support/answer-ticket.ts'
import { addNote, ANSWER_LENGTH, assignTicket, closeTicket, reopenTicket } from '#server/services/people/support/change-ticket.ts'
import { deleteSavedAnswer, listSavedAnswers, storeSavedAnswer, MAX_TITLE_LENGTH } from '#server/services/people/support/saved-answers.ts'

import { requireTicket } from './read-ticket.ts'

const objectOf = (id: string) => ({ kind: 'ticket', id }) as const
/** @param notice name of the notice, followed by `&undo=` and a log entry if the action can be undone */
const redirectToTicket = ({ c }: ConsoleActionRequest, id: string, notice: string) =>
	c.redirect(`${consolePaths.tickets}/${id}?notice=${notice}`, 303)

/** Appends a saved reply to the text; `{name}` becomes the sender's name. */
async function insertSavedReply({ ctx }: ConsoleActionRequest, name: string, { body = '', saved = '' }: Fields): Promise<never> {
	const chosen = (await listSavedAnswers(ctx)).find(({ id }) => id === saved)
	const added = chosen?.body.replaceAll('{name}', () => name)
	const text = [body.trimEnd(), added ?? ''].filter(Boolean).join('\n\n')
	const outcome = chosen ? 'Saved reply inserted.' : 'That saved reply no longer exists.'
	throw new FormRefused(text, 'unprocessable', 'not_saved_yet', `${outcome} Nothing was sent yet.`)
}

async function answer(request: ConsoleActionRequest, fields: Fields) {
	const { ctx, by } = request
	const { id, name, status } = await requireTicket(request)
	if (fields.do === 'fill') return insertSavedReply(request, name, fields)
	const message = await answerTicket(ctx, { id, author: by, text: fields.body ?? '', seen: fields.seen ?? '' })
	const change = { before: { status }, after: { status: 'answered', message } }
	await recordAction(request, ctx.db, { action: 'ticket_answered', object: objectOf(id), ...change })
	return redirectToTicket(request, id, 'ticket-answered')
}

async function note(request: ConsoleActionRequest, fields: Fields) {
	const { id } = await requireTicket(request)
	await addNote(request.ctx, { id, authorId: request.by.userId, text: fields.note ?? '' })
	await recordAction(request, request.ctx.db, { action: 'ticket_note_added', object: objectOf(id) })
	return redirectToTicket(request, id, 'ticket-noted')
}

async function assign(request: ConsoleActionRequest, { to }: Fields) {
	const { id, assigned_to: from } = await requireTicket(request)
	const assignee = to === 'me' ? request.by.userId : null
	if (!(await assignTicket(request.ctx, id, assignee))) return redirectToTicket(request, id, 'ticket-unchanged')
	const change = { before: { to: from }, after: { to: assignee } }
	const undo = await recordAction(request, request.ctx.db, { action: 'ticket_assigned', object: objectOf(id), ...change })
	return redirectToTicket(request, id, `ticket-assigned&undo=${undo}`)
}

async function close(request: ConsoleActionRequest) {
	const { id } = await requireTicket(request)
	const status = await closeTicket(request.ctx, id)
	if (status === null) return redirectToTicket(request, id, 'ticket-unchanged')
	const change = { before: { status }, after: { status: 'closed' } }
	const undo = await recordAction(request, request.ctx.db, { action: 'ticket_closed', object: objectOf(id), ...change })
	return redirectToTicket(request, id, `ticket-closed&undo=${undo}`)
}

async function reopen(request: ConsoleActionRequest) {
	const { id, status, category } = await requireTicket(request)
	const dueAt = await reopenTicket(request.ctx, id)
	if (dueAt === null) return redirectToTicket(request, id, 'ticket-unchanged')
	const after = { status: 'open', category: readCategory(category), due_at: dueAt.toISOString() }
	await recordAction(request, request.ctx.db, { action: 'ticket_reopened', object: objectOf(id), before: { status }, after })
	return redirectToTicket(request, id, 'ticket-reopened')
}

const PATH = `${consolePaths.tickets}/:ticket`

export const ticketActions = [
	action(`${PATH}/answer`, 'support', answer),
	action(`${PATH}/note`, 'support', note),
	action(`${PATH}/assign`, 'support', assign),
	action(`${PATH}/close`, 'support', close),
	action(`${PATH}/reopen`, 'support', reopen),
]

export const readSavedAnswers = async ({ ctx }: ConsoleRequest) => ({
	answers: await listSavedAnswers(ctx),
	titleLength: MAX_TITLE_LENGTH,
	answerLength: ANSWER_LENGTH,
})

async function save(request: ConsoleActionRequest, { title = '', body = '' }: Readonly<Record<string, string>>) {
	const { c, ctx, params } = request
	const id = await storeSavedAnswer(ctx, { title, body, ...(params.answer !== undefined && { id: params.answer }) })
	await recordAction(request, ctx.db, { action: 'answer_saved', object: { kind: 'answer', id }, after: { title } })
	return c.redirect(`${consolePaths.answers}?notice=answer-saved`, 303)
}

async function drop(request: ConsoleActionRequest) {
	const { c, ctx, params } = request
	const id = params.answer ?? ''
	if (await deleteSavedAnswer(ctx, id)) await recordAction(request, ctx.db, { action: 'answer_deleted', object: { kind: 'answer', id } })
	return c.redirect(`${consolePaths.answers}?notice=answer-deleted`, 303)
}

export const savedReplyRoutes = [
	action(consolePaths.answers, 'support', save),
	action(`${consolePaths.answers}/:answer`, 'support', save),
	action(`${consolePaths.answers}/:answer/delete`, 'support', drop),
]
