import { checkFile } from '#content/check-file.ts'
import { findMultilineObjects } from '#content/find-open.ts'
import { printJson } from '#content/print-json.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { requireFile } from '#server/console/content/files.ts'
import { isObject, type Json } from '#server/console/content/read-form.ts'
import { requireJson } from '#server/console/content/require-json.ts'
import { lockFile, logSaved, readNewestAndLive, saveDraft } from '#server/console/content/versions.ts'
import { renderIssuePreview, sendMailHtml } from '#server/console/newsletter/issue-actions.ts'
import { answerAutosave } from '#server/console/shell/answer-autosave.ts'
import { type ConsoleActionRequest, type Fields, FormRefused } from '#server/console/shell/console-request.ts'
import { listAutomations } from '#server/services/people/lifecycle/set-automations.ts'
import { composeIssue, invalidIssue } from '#server/services/people/newsletter-issues/issue-mail.ts'
import { measureIssuePictures } from '#server/services/people/newsletter-issues/issues.ts'

import {
	BODY_LENGTH,
	fillPlaceholders,
	readNewestText,
	requireAutomation,
	type AutomationText,
	MAX_SUBJECT_LENGTH,
	TEXTS_FILE,
	automationTextIn,
	textVersion,
} from './read-automations.ts'

const toText = ({ subject = '', body = '' }: Fields): AutomationText => ({
	subject: subject.replaceAll(/\p{Cc}+/gu, ' ').trim(),
	body: body.replaceAll('\r\n', '\n').replaceAll('\0', '').trim(),
})

/** @throws ServiceError issue_refused (422) if the text can't be sent */
async function requireSendable(request: ConsoleActionRequest, text: AutomationText): Promise<void> {
	const { subject, body } = text
	if (subject === '') throw invalidIssue('subject', 'Enter a subject.')
	if (subject.length > MAX_SUBJECT_LENGTH) throw invalidIssue('subject', `Use at most ${MAX_SUBJECT_LENGTH} characters in the subject.`)
	if (body === '') throw invalidIssue('body', 'Enter a text.')
	if (body.length > BODY_LENGTH) throw invalidIssue('body', `Use at most ${BODY_LENGTH.toLocaleString('en-US')} characters in the text.`)
	composeIssue(request.ctx.content, request.ctx.config, fillPlaceholders(request, text))
	await measureIssuePictures(request.ctx.db, body)
}

/** Sets the text of one automation in the file, and drops the texts of deleted automations. */
async function setTextIn(
	{ ctx }: ConsoleActionRequest,
	file: Json,
	{ name, typed }: { name: string; typed: AutomationText },
): Promise<Json> {
	const { own = {}, ...texts } = isObject(file) ? file : {}
	const added = new Set((await listAutomations(ctx, ctx.db)).flatMap((automation) => (automation.isOwn ? [automation.name] : [])))
	const all = { ...(isObject(own) ? own : {}), ...(added.has(name) && { [name]: typed }) }
	const kept = Object.fromEntries(Object.entries(all).filter(([key]) => added.has(key)))
	return { ...texts, ...(!added.has(name) && { [name]: typed }), ...(Object.keys(kept).length > 0 && { own: kept }) }
}

/**
 * Stores an automation's text as a draft of the file with all of them. Subscribers get it once the draft is published.
 * @returns the version that was saved, null if nothing changed
 * @throws ServiceError issue_refused (422); FormRefused content_changed (409)
 */
async function storeText(request: ConsoleActionRequest, fields: Fields, editor: 'autosave' | 'button') {
	const { ctx, by } = request
	const { name } = await requireAutomation(request)
	const file = requireFile(TEXTS_FILE)
	// Another automation's text that was saved at the same time isn't a conflict.
	await lockFile(ctx.db, TEXTS_FILE)
	const { newest } = await readNewestAndLive(ctx.db, TEXTS_FILE)
	const before = requireJson(newest, file)
	const typed = toText(fields)
	await requireSendable(request, typed)
	const stored = textVersion(automationTextIn(before, name))
	const seen = textVersion(typed)
	if (fields.seen !== stored && seen !== stored)
		throw new FormRefused(
			{ seen: stored },
			'conflict',
			'content_changed',
			'Someone changed this text in the meantime, so yours wasn’t saved. Saving again replaces theirs; the history keeps both.',
		)
	const open = findMultilineObjects(file.origin)
	const text = printJson(await setTextIn(request, before, { name, typed }), (place) => open.has(place))
	const [fault] = checkFile(TEXTS_FILE, ctx.content.fillFile(TEXTS_FILE, text))
	if (fault) throw invalidIssue('body', fault.message)
	const outcome = await saveDraft(ctx, { file, text, authorId: by.userId, editor }, newest?.id ?? '')
	if ('theirs' in outcome) throw new Error('the texts changed despite the lock')
	// Consecutive autosaves count as one edit, so only the first is logged.
	if (outcome.saved && !outcome.replaced) await logSaved(request, outcome.saved, newest?.id)
	return { name, saved: outcome.saved, seen }
}

export async function saveText(request: ConsoleActionRequest, fields: Fields) {
	const { name, saved } = await storeText(request, fields, 'button')
	return request.c.redirect(`${consolePaths.lifecycle}/${name}?notice=${saved ? 'content-saved' : 'content-unchanged'}`, 303)
}

async function readStoredVersion(request: ConsoleActionRequest): Promise<string> {
	const { newest } = await readNewestAndLive(request.ctx.db, TEXTS_FILE)
	return textVersion(automationTextIn(requireJson(newest, requireFile(TEXTS_FILE)), (await requireAutomation(request)).name))
}

export const autosaveText = (request: ConsoleActionRequest, fields: Fields) =>
	// The Save button saves through the autosave, too.
	answerAutosave(request, {
		save: async () => (await storeText(request, fields, fields.do === 'save' ? 'button' : 'autosave')).seen,
		readStored: () => readStoredVersion(request),
	})

/** Sends the newest text of an automation as an email document. */
export const sendPreview = async (request: ConsoleActionRequest) =>
	sendMailHtml(request, (await readNewestText(request, (await requireAutomation(request)).name)).filled)

/** Renders the typed text as an email. Nothing is saved. */
export const renderTypedText = async (request: ConsoleActionRequest, { subject = '', body = '' }: Fields) => {
	await requireAutomation(request)
	return renderIssuePreview(request, fillPlaceholders(request, { subject, body }))
}
