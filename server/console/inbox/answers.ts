import { html } from 'hono/html'

import { showPage } from '#server/console/shell/page.ts'
import { form } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { ANSWER_LENGTH } from '#server/services/people/support/read-text.ts'
import { dropSavedAnswer, listSavedAnswers, saveAnswer, TITLE_LENGTH } from '#server/services/people/support/saved-answers.ts'

import { tabs } from './tabs.ts'

type Typed = { title?: string; body?: string }

const saveForm = (work: Work, { id, title = '', body = '' }: Typed & { id?: string }) =>
	form(work, {
		action: id === undefined ? places.answers : `${places.answers}/${id}`,
		label: 'Save',
		fields: [
			{ name: 'title', label: 'Title', value: title, maxLength: TITLE_LENGTH },
			{
				name: 'body',
				label: 'Text',
				value: body,
				type: 'textarea',
				maxLength: ANSWER_LENGTH,
				hint: '{name} becomes the name of whoever wrote.',
			},
		],
		tone: id === undefined ? 'main' : 'quiet',
	})

async function show(work: Work, { typed = {}, problem }: { typed?: Typed; problem?: string } = {}) {
	const saved = await listSavedAnswers(work.ctx)
	const content = html`${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`} ${tabs(work)}
		<p>Texts that fill the form of an answer. Each can be changed there before it is sent.</p>
		${saved.length === 0 ? html`<p class="empty">There are none yet.</p>` : ''}
		${saved.map(
			({ id, title, body }) =>
				html`<details>
					<summary>${title}</summary>
					${saveForm(work, { id, title, body })}
					${form(work, { action: `${places.answers}/${id}/delete`, label: 'Delete', tone: 'danger' })}
				</details>`,
		)}
		<h2>A new one</h2>
		${saveForm(work, typed)}`
	return showPage(work, { title: 'Saved answers', content, ...(problem !== undefined && { status: 422 }) })
}

export const showAnswers = (work: Work) => show(work)

async function save(work: Work, { title = '', body = '' }: Readonly<Record<string, string>>) {
	const id = work.c.req.param('answer')
	try {
		const saved = await saveAnswer(work.ctx, { title, body, ...(id !== undefined && { id }) })
		if (saved === null)
			throw new ServiceError('unprocessable', 'answer_gone', 'Somebody deleted this text meanwhile. Yours stands below, as a new one.')
		await recordAction(work, work.ctx.db, { action: 'answer_saved', object: { kind: 'answer', id: saved }, after: { title } })
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error
		return show(work, { typed: { title, body }, problem: error.message })
	}
	return work.c.redirect(`${places.answers}?said=answer-saved`, 303)
}

async function drop(work: Work) {
	const id = work.c.req.param('answer') ?? ''
	if (await dropSavedAnswer(work.ctx, id))
		await recordAction(work, work.ctx.db, { action: 'answer_deleted', object: { kind: 'answer', id } })
	return work.c.redirect(`${places.answers}?said=answer-deleted`, 303)
}

export const answerActions = [
	action(places.answers, 'support', save),
	action(`${places.answers}/:answer`, 'support', save),
	action(`${places.answers}/:answer/delete`, 'support', drop),
]
