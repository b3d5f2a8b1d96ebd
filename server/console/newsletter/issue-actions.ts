import { consolePaths } from '#contracts/console-paths.ts'
import { parseEmailAddress } from '#domain/auth/email-address.ts'
import { findPlaceholders } from '#domain/newsletter/find-placeholders.ts'
import { makeMailCopies } from '#server/console/media/make-mail-copies.ts'
import { answerAutosave } from '#server/console/shell/answer-autosave.ts'
import {
	type ConsoleAction,
	type ConsoleActionRequest,
	FormRefused,
	recordAction,
	type Fields,
} from '#server/console/shell/console-request.ts'
import { type PreviewBody, toPreviewBody } from '#server/console/shell/preview-body.ts'
import type { Action } from '#server/console/shell/route.ts'
import { parseDatetimeInput } from '#server/console/shell/zoned-time.ts'
import { inTransaction, isUuid } from '#server/db/database.ts'
import { frameMail } from '#server/http/frame-mail.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { countAudienceWithin, countLearnersLeftOut } from '#server/services/people/newsletter-issues/issue-counts.ts'
import { invalidIssue, type IssueText, picturesOf } from '#server/services/people/newsletter-issues/issue-mail.ts'
import {
	advanceIssue,
	countAudience,
	findIssue,
	type IssueRow,
	requireSendable,
	saveIssue,
	scheduleIssue,
	type IssueTransition,
	type TypedIssue,
	measureIssuePictures,
} from '#server/services/people/newsletter-issues/issues.ts'
import { toAudienceRules } from '#server/services/people/newsletter/segment.ts'

import { readTypedAudience } from './audience-form.ts'
import { composeSampleIssue, requireIssue, renderSampleIssue, toStartTime } from './read-issues.ts'

const objectOf = (id: string) => ({ kind: 'letter', id }) as const
const redirectToIssue = ({ c }: ConsoleActionRequest, id: string, notice: string) =>
	c.redirect(`${consolePaths.newsletter}/${id}?notice=${notice}`, 303)

/** Reads the submitted issue. */
const readTyped = async (
	{ ctx }: ConsoleActionRequest,
	{ subject = '', preheader = '', body = '', ...fields }: Fields,
): Promise<TypedIssue> => ({ subject, preheader, body, ...(await readTypedAudience(ctx, fields)) })

/** Time limit for the count of an audience that is being chosen. With a million subscribers, counts take up to 1.3 seconds. */
const COUNT_MS = 2000

export async function sendAudience({ c, ctx, url: { searchParams } }: ConsoleActionRequest): Promise<Response> {
	const { rules } = await readTypedAudience(ctx, Object.fromEntries(searchParams))
	const counted = await countAudienceWithin(ctx.db, rules, COUNT_MS)
	if (counted === null) return c.json(null, 504)
	return c.json({ ...counted, learners: await countLearnersLeftOut(ctx.db, rules) })
}

/** Shows the audience's size in the form, for browsers without JavaScript. */
export async function showAudienceSize({ ctx, outside }: ConsoleActionRequest, fields: Fields): Promise<never> {
	const { rules } = await readTypedAudience(ctx, fields)
	const counted = { ...(await countAudience(ctx.db, rules)), learners: await countLearnersLeftOut(outside.db, rules) }
	throw new FormRefused(counted, 'unprocessable', 'not_saved_yet', 'The total is below. Nothing was saved yet.')
}

/** Returns the IDs of a text's pictures; none if it can't be sent, which saving reports. */
function listPictures(body = ''): string[] {
	try {
		return picturesOf(body).map(({ id }) => id)
	} catch (error) {
		if (error instanceof ServiceError) return []
		throw error
	}
}

/** Wraps an action that saves an issue: its pictures are converted before the transaction. */
export const convertPicturesBefore =
	(act: Action) =>
	async ({ outside }: ConsoleActionRequest, { body }: Fields): Promise<Action> => {
		await makeMailCopies(outside, listPictures(body))
		return act
	}

/** Saves a draft; a form's first save creates it. Returns what to log. */
async function save(request: ConsoleActionRequest, { seen = '', ...fields }: Fields) {
	const { ctx, params } = request
	const id = params.issue ?? ''
	const found = seen === '' && isUuid(id) ? await findIssue(ctx.db, id) : await requireIssue(request)
	await saveIssue(ctx, ctx.db, { id, seen, typed: await readTyped(request, fields) })
	return { action: found ? 'letter_changed' : 'letter_drafted', object: objectOf(id) } as const
}

export async function saveIssueDraft(request: ConsoleActionRequest, fields: Fields) {
	if (fields.do === 'count') return showAudienceSize(request, fields)
	const entry = await save(request, fields)
	await recordAction(request, request.ctx.db, entry)
	return redirectToIssue(request, entry.object.id, 'issue-saved')
}

const LOG_PAUSE_MS = 10 * 60_000

const readVersion = async (request: ConsoleActionRequest) => String((await requireIssue(request)).changed_at.getTime())

/** Saves a draft. The activity log gets at most one entry per ten minutes. */
async function saveQuietly(request: ConsoleActionRequest, fields: Fields): Promise<string> {
	const { ctx, by } = request
	const entry = await save(request, fields)
	const logged = await ctx.db
		.selectFrom('operator_actions')
		.select('id')
		.where('object_id', '=', entry.object.id)
		.where('action', '=', entry.action)
		.where('actor_id', '=', by.userId)
		.where('created_at', '>', new Date(ctx.now().getTime() - LOG_PAUSE_MS))
		.executeTakeFirst()
	if (!logged) await recordAction(request, ctx.db, entry)
	return readVersion(request)
}

export const autosave = (request: ConsoleActionRequest, fields: Fields) =>
	answerAutosave(request, { save: () => saveQuietly(request, fields), readStored: () => readVersion(request) })

/** Sends a text as an email document. */
export const sendMailHtml = (request: ConsoleActionRequest, text: IssueText) =>
	frameMail(request.c, renderSampleIssue(request, text), { hasMedia: true })

export const sendIssuePreview = async (request: ConsoleActionRequest) => sendMailHtml(request, await requireIssue(request))

/** Sends an empty email document, which the console fills with the typed text. */
export const sendEmptyPreview = (request: ConsoleActionRequest) => sendMailHtml(request, { subject: '', body: '' })

/** Renders the typed text as an email. Nothing is saved. */
export async function renderIssuePreview(request: ConsoleActionRequest, { subject = '', preheader = '', body = '' }: Partial<IssueText>) {
	const { c } = request
	try {
		const html = renderSampleIssue(request, { subject, preheader, body })
		await measureIssuePictures(request.ctx.db, body)
		return c.json(toPreviewBody(html))
	} catch (error) {
		if (error instanceof ServiceError) return c.json({ problem: error.message } satisfies PreviewBody)
		throw error
	}
}

type Test = { text: IssueText; fields: Fields; entry: ConsoleAction }

/**
 * Queues an email as recipients would get it, to the operator or the address in the form. The email log contains the address.
 * @throws ServiceError test_refused (422)
 */
export async function queueTestEmail(request: ConsoleActionRequest, { text, fields: { to: typed }, entry }: Test): Promise<void> {
	const { ctx, by } = request
	const to = typed === undefined ? by.email : parseEmailAddress(typed.trim())
	if (to === null) {
		const message = 'Enter an email address such as name@example.com.'
		throw new ServiceError('unprocessable', 'test_refused', message, { fields: { to: message } })
	}
	const sample = {
		...composeSampleIssue(request, text),
		headers: {},
		template: 'newsletter.letter-test',
		subject: `Test: ${text.subject}`,
	}
	await inTransaction(ctx.db, async (tx) => {
		await enqueueMessage(ctx, tx, { to, ...sample })
		await recordAction(request, tx, entry)
	})
}

export async function sendTest(request: ConsoleActionRequest, fields: Fields) {
	const issue = await requireIssue(request)
	requireSendable(issue)
	await queueTestEmail(request, { text: issue, fields, entry: { action: 'letter_tested', object: objectOf(issue.id) } })
	return redirectToIssue(request, issue.id, 'issue-tested')
}

/**
 * Returns the start time; null to start as soon as possible.
 * @throws ServiceError time_not_chosen (422) if a date was entered but “On a date” isn’t selected: without JavaScript, the date
 * field is always visible
 */
function readStart({ content }: Pick<ServiceContext, 'content'>, { when, starts_at: typed = '' }: Fields): Date | null {
	if (when !== 'later' && typed.trim() === '') return null
	if (when !== 'now') return parseDatetimeInput(content, typed, 'starts_at')
	const message = 'To send it then, choose “On a date”. To send it as soon as possible, leave this empty.'
	throw new ServiceError('unprocessable', 'time_not_chosen', message, { fields: { starts_at: message } })
}

/** @throws ServiceError issue_refused (422) if the text has placeholders, and the operator didn't confirm to send them as typed */
function requireNoPlaceholders({ subject, preheader, body }: IssueRow, fields: Fields): void {
	const [first] = findPlaceholders(subject, preheader, body)
	if (first === undefined || fields.as_typed === 'yes') return
	throw invalidIssue('as_typed', `The email has “${first}”, so nothing was sent. Correct the text, or check this box to send it as typed.`)
}

export async function scheduleNewsletter(request: ConsoleActionRequest, fields: Fields) {
	const { ctx } = request
	const { seen = '' } = fields
	const issue = await requireIssue(request)
	requireSendable(issue)
	requireNoPlaceholders(issue, fields)
	const startsAt = readStart(ctx, fields)
	const readers = await scheduleIssue(ctx, ctx.db, { id: issue.id, rules: toAudienceRules(issue.segment), startsAt, seen })
	const start = toStartTime(ctx, startsAt ?? ctx.now())
	const after = { startsAt: start.toISOString(), readers }
	await recordAction(request, ctx.db, { action: 'letter_scheduled', object: objectOf(issue.id), after })
	return redirectToIssue(request, issue.id, start > ctx.now() ? 'issue-scheduled' : 'issue-sending')
}

const STEP_NAMES: readonly IssueTransition[] = ['unschedule', 'pause', 'resume', 'stop']

export async function advanceIssueState(request: ConsoleActionRequest, fields: Fields) {
	const { ctx } = request
	const { id, state } = await requireIssue(request)
	const name = STEP_NAMES.find((each) => each === fields.step)
	if (name === undefined || !(await advanceIssue(ctx, ctx.db, { id, step: name }))) return redirectToIssue(request, id, 'issue-unchanged')
	await recordAction(request, ctx.db, { action: `letter_${name}`, object: objectOf(id), before: { state } })
	return redirectToIssue(request, id, `issue-${name}`)
}

export async function deleteDraft(request: ConsoleActionRequest) {
	const { c, ctx } = request
	const { id } = await requireIssue(request)
	const { numDeletedRows } = await ctx.db
		.deleteFrom('newsletter_issues')
		.where('id', '=', id)
		.where('state', '=', 'draft')
		.executeTakeFirst()
	if (numDeletedRows === 0n) return redirectToIssue(request, id, 'issue-unchanged')
	await recordAction(request, ctx.db, { action: 'letter_deleted', object: objectOf(id) })
	return c.redirect(`${consolePaths.newsletter}?notice=issue-deleted`, 303)
}
