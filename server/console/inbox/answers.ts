import { consolePaths } from '#contracts/console-paths.ts'
import type { ConsoleRequest, ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action } from '#server/console/shell/route.ts'
import { ANSWER_LENGTH } from '#server/services/people/support/read-text.ts'
import { dropSavedAnswer, listSavedAnswers, saveAnswer, TITLE_LENGTH } from '#server/services/people/support/saved-answers.ts'

export const readAnswers = async ({ ctx }: ConsoleRequest) => ({
	answers: await listSavedAnswers(ctx),
	titleLength: TITLE_LENGTH,
	answerLength: ANSWER_LENGTH,
})

async function save(request: ConsoleActionRequest, { title = '', body = '' }: Readonly<Record<string, string>>) {
	const { c, ctx, params } = request
	const id = await saveAnswer(ctx, { title, body, ...(params.answer !== undefined && { id: params.answer }) })
	await recordAction(request, ctx.db, { action: 'answer_saved', object: { kind: 'answer', id }, after: { title } })
	return c.redirect(`${consolePaths.answers}?notice=answer-saved`, 303)
}

async function drop(request: ConsoleActionRequest) {
	const { c, ctx, params } = request
	const id = params.answer ?? ''
	if (await dropSavedAnswer(ctx, id)) await recordAction(request, ctx.db, { action: 'answer_deleted', object: { kind: 'answer', id } })
	return c.redirect(`${consolePaths.answers}?notice=answer-deleted`, 303)
}

export const answerActions = [
	action(consolePaths.answers, 'support', save),
	action(`${consolePaths.answers}/:answer`, 'support', save),
	action(`${consolePaths.answers}/:answer/delete`, 'support', drop),
]
