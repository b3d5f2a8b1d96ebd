import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action } from '#server/console/shell/route.ts'
import type { ConsoleRequest, Work } from '#server/console/shell/work.ts'
import { ANSWER_LENGTH } from '#server/services/people/support/read-text.ts'
import { dropSavedAnswer, listSavedAnswers, saveAnswer, TITLE_LENGTH } from '#server/services/people/support/saved-answers.ts'

export const readAnswers = async ({ ctx }: ConsoleRequest) => ({
	answers: await listSavedAnswers(ctx),
	titleLength: TITLE_LENGTH,
	answerLength: ANSWER_LENGTH,
})

async function save(work: Work, { title = '', body = '' }: Readonly<Record<string, string>>) {
	const { c, ctx, params } = work
	const id = await saveAnswer(ctx, { title, body, ...(params.answer !== undefined && { id: params.answer }) })
	await recordAction(work, ctx.db, { action: 'answer_saved', object: { kind: 'answer', id }, after: { title } })
	return c.redirect(`${places.answers}?said=answer-saved`, 303)
}

async function drop(work: Work) {
	const { c, ctx, params } = work
	const id = params.answer ?? ''
	if (await dropSavedAnswer(ctx, id)) await recordAction(work, ctx.db, { action: 'answer_deleted', object: { kind: 'answer', id } })
	return c.redirect(`${places.answers}?said=answer-deleted`, 303)
}

export const answerActions = [
	action(places.answers, 'support', save),
	action(`${places.answers}/:answer`, 'support', save),
	action(`${places.answers}/:answer/delete`, 'support', drop),
]
