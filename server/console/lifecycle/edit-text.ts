import { isDeepStrictEqual } from 'node:util'

import { checkFile } from '#content/check-file.ts'
import { findMultilineObjects } from '#content/find-open.ts'
import { printJson } from '#content/print-json.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { requireFile } from '#server/console/content/files.ts'
import { isObject, type Json } from '#server/console/content/read-form.ts'
import { requireJson } from '#server/console/content/require-json.ts'
import { logSaved, readNewestAndLive, readVersion, saveDraft } from '#server/console/content/versions.ts'
import { renderIssuePreview, sendMailHtml } from '#server/console/newsletter/issue-actions.ts'
import { type ConsoleActionRequest, type Fields, FormRefused } from '#server/console/shell/console-request.ts'
import { isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { RuleName } from '#server/services/people/lifecycle/rules.ts'
import { composeIssue, invalidIssue } from '#server/services/people/newsletter-issues/issue-mail.ts'
import { weighPictures } from '#server/services/people/newsletter-issues/issues.ts'

import {
	BODY_LENGTH,
	fillText,
	readNewestText,
	requireRule,
	type RuleText,
	SUBJECT_LENGTH,
	TEXTS_FILE,
	textIn,
} from './read-automations.ts'

const toText = ({ subject = '', body = '' }: Fields): RuleText => ({
	subject: subject.replaceAll(/\p{Cc}+/gu, ' ').trim(),
	body: body.replaceAll('\r\n', '\n').replaceAll('\0', '').trim(),
})

/** @throws ServiceError letter_refused (422) if the text can't be sent */
async function requireSendable(request: ConsoleActionRequest, text: RuleText): Promise<void> {
	const { subject, body } = text
	if (subject === '') throw invalidIssue('subject', 'Enter a subject.')
	if (subject.length > SUBJECT_LENGTH) throw invalidIssue('subject', `Use at most ${SUBJECT_LENGTH} characters in the subject.`)
	if (body === '') throw invalidIssue('body', 'Enter a text.')
	if (body.length > BODY_LENGTH) throw invalidIssue('body', `Use at most ${BODY_LENGTH.toLocaleString('en-US')} characters in the text.`)
	composeIssue(request.ctx.content, request.ctx.config, fillText(request, text))
	await weighPictures(request.ctx.db, body)
}

/** True if someone else has changed this text. Changes to the texts of other automations don't count; they are kept. */
async function isOutdated({ ctx: { db } }: ConsoleActionRequest, name: RuleName, { base, newest }: { base: string; newest: Json }) {
	const seen = isUuid(base) ? ((await readVersion(db, base)) ?? null) : null
	return !isDeepStrictEqual(textIn(requireJson(seen, requireFile(TEXTS_FILE)), name), textIn(newest, name))
}

/**
 * Saves an automation's text as a draft of the file with all of them.
 * @throws ServiceError letter_refused (422); FormRefused content_changed (409)
 */
export async function saveText(request: ConsoleActionRequest, fields: Fields) {
	const { ctx, c, by } = request
	const { name } = requireRule(request)
	const file = requireFile(TEXTS_FILE)
	const { newest } = await readNewestAndLive(ctx.db, TEXTS_FILE)
	const before = requireJson(newest, file)
	const typed = toText(fields)
	await requireSendable(request, typed)
	if (fields.base !== (newest?.id ?? '') && (await isOutdated(request, name, { base: fields.base ?? '', newest: before })))
		throw new FormRefused(
			{ base: newest?.id ?? '' },
			'conflict',
			'content_changed',
			'Someone changed this text in the meantime, so yours wasn’t saved. Saving again replaces theirs; the history keeps both.',
		)
	const open = findMultilineObjects(file.origin)
	const text = printJson({ ...(isObject(before) ? before : {}), [name]: typed }, (place) => open.has(place))
	const [fault] = checkFile(TEXTS_FILE, ctx.content.fillFile(TEXTS_FILE, text))
	if (fault) throw invalidIssue('body', fault.message)
	const outcome = await saveDraft(ctx, { file, text, authorId: by.userId }, newest?.id ?? '')
	if ('theirs' in outcome) throw new ServiceError('conflict', 'content_changed', 'Someone saved these texts a moment ago. Try again.')
	if (outcome.saved) await logSaved(request, outcome.saved, newest?.id)
	return c.redirect(`${consolePaths.lifecycle}/${name}?notice=${outcome.saved ? 'content-saved' : 'content-unchanged'}`, 303)
}

/** Sends the newest text of an automation as an email document. */
export const sendPreview = async (request: ConsoleActionRequest) =>
	sendMailHtml(request, (await readNewestText(request, requireRule(request).name)).filled)

/** Renders the typed text as an email. Nothing is saved. */
export const renderTypedText = (request: ConsoleActionRequest, { subject = '', body = '' }: Fields) => {
	requireRule(request)
	return renderIssuePreview(request, fillText(request, { subject, body }))
}
