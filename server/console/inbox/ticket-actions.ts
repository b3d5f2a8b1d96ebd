import { readCategory } from '#domain/support/categories.ts'
import { FormRefused } from '#server/console/shell/form-refused.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { addNote } from '#server/services/people/support/add-note.ts'
import { answerLetter } from '#server/services/people/support/answer-letter.ts'
import { listSavedAnswers } from '#server/services/people/support/saved-answers.ts'
import { assignLetter, closeLetter, reopenLetter } from '#server/services/people/support/work-on-letter.ts'

import { requireTicket } from './read-ticket.ts'

type Fields = Readonly<Record<string, string>>

const objectOf = (id: string) => ({ kind: 'ticket', id }) as const
/** @param said name of the notice, with `&undo=` and the entry that can be undone where there is one */
const goBack = ({ c }: Work, id: string, said: string) => c.redirect(`${places.tickets}/${id}?said=${said}`, 303)

/** Adds a saved answer to the text; `{name}` becomes the writer's name. */
async function fill({ ctx }: Work, name: string, { body = '', saved = '' }: Fields): Promise<never> {
	const chosen = (await listSavedAnswers(ctx)).find(({ id }) => id === saved)
	const added = chosen?.body.replaceAll('{name}', () => name)
	const text = [body.trimEnd(), added ?? ''].filter(Boolean).join('\n\n')
	const outcome = chosen ? 'The saved answer was added to your text.' : 'This saved answer no longer exists.'
	throw new FormRefused(text, 'unprocessable', 'not_saved_yet', `${outcome} Nothing was sent yet.`)
}

async function answer(work: Work, fields: Fields) {
	const { ctx, by } = work
	const { id, name, status } = await requireTicket(work)
	if (fields.do === 'fill') return fill(work, name, fields)
	const message = await answerLetter(ctx, { id, author: by, text: fields.body ?? '', seen: fields.seen ?? '' })
	const change = { before: { status }, after: { status: 'answered', message } }
	await recordAction(work, ctx.db, { action: 'ticket_answered', object: objectOf(id), ...change })
	return goBack(work, id, 'ticket-answered')
}

async function note(work: Work, fields: Fields) {
	const { id } = await requireTicket(work)
	await addNote(work.ctx, { id, authorId: work.by.userId, text: fields.note ?? '' })
	await recordAction(work, work.ctx.db, { action: 'ticket_note_added', object: objectOf(id) })
	return goBack(work, id, 'ticket-noted')
}

async function assign(work: Work, { to }: Fields) {
	const { id, assigned_to: from } = await requireTicket(work)
	const assignee = to === 'me' ? work.by.userId : null
	if (!(await assignLetter(work.ctx, id, assignee))) return goBack(work, id, 'ticket-unchanged')
	const change = { before: { to: from }, after: { to: assignee } }
	const undo = await recordAction(work, work.ctx.db, { action: 'ticket_assigned', object: objectOf(id), ...change })
	return goBack(work, id, `ticket-assigned&undo=${undo}`)
}

async function close(work: Work) {
	const { id } = await requireTicket(work)
	const status = await closeLetter(work.ctx, id)
	if (status === null) return goBack(work, id, 'ticket-unchanged')
	const change = { before: { status }, after: { status: 'closed' } }
	const undo = await recordAction(work, work.ctx.db, { action: 'ticket_closed', object: objectOf(id), ...change })
	return goBack(work, id, `ticket-closed&undo=${undo}`)
}

async function reopen(work: Work) {
	const { id, status, category } = await requireTicket(work)
	const dueAt = await reopenLetter(work.ctx, id)
	if (dueAt === null) return goBack(work, id, 'ticket-unchanged')
	const after = { status: 'open', category: readCategory(category), due_at: dueAt.toISOString() }
	await recordAction(work, work.ctx.db, { action: 'ticket_reopened', object: objectOf(id), before: { status }, after })
	return goBack(work, id, 'ticket-reopened')
}

const PATH = `${places.tickets}/:ticket`

export const ticketActions = [
	action(`${PATH}/answer`, 'support', answer),
	action(`${PATH}/note`, 'support', note),
	action(`${PATH}/assign`, 'support', assign),
	action(`${PATH}/close`, 'support', close),
	action(`${PATH}/reopen`, 'support', reopen),
]
