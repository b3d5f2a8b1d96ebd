import { consolePaths } from '#contracts/console-paths.ts'
import { MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'
import { readAccessEnd, withEnd } from '#server/console/shell/access-end.ts'
import {
	type ConsoleActionRequest,
	type ConsoleRequest,
	recordAction,
	requireReason,
	type ConsoleAction,
	type Fields,
} from '#server/console/shell/console-request.ts'
import { roleOf } from '#server/console/shell/session.ts'
import { inTransaction } from '#server/db/database.ts'
import { sendFile } from '#server/http/send-file.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { requireOtherOperator } from '#server/services/identity/accounts/operators.ts'
import type { UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { signOut } from '#server/services/identity/sessions/end-sessions.ts'
import { resendCode } from '#server/services/identity/sign-in/resend-code.ts'
import { removeFactor, removePasskey, listPasskeysOf } from '#server/services/operations/accounts/change-belongings.ts'
import { findAccount } from '#server/services/operations/accounts/find-account.ts'
import { giveAccess } from '#server/services/operations/accounts/give-access.ts'
import { changeAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { resendInvitation } from '#server/services/operations/accounts/resend-invitation.ts'
import { cancelErasureOf } from '#server/services/people/privacy/erasures.ts'
import { exportPerson } from '#server/services/people/privacy/export-data.ts'
import { requestErasureFor } from '#server/services/people/privacy/operator-requests.ts'
import { findPerson } from '#server/services/people/privacy/person.ts'
import { addLearnerNote, deleteLearnerNote } from '#server/services/people/support/learner-notes.ts'
import { addTag, removeTag } from '#server/services/people/tags/learner-tags.ts'

import { parseTypedName } from './add-learner.ts'

/** A hundred years: permanent in practice, and within the range of timestamps. */
const PERMANENT = '876000h'

/** @throws ServiceError user_not_found (404), also for a deleted account */
export async function requireLearnerOf({ ctx, params }: ConsoleRequest): Promise<UserRecord> {
	const account = await findAccount(ctx.db, params.account ?? '')
	if (!account) throw new ServiceError('not-found', 'user_not_found', 'We can’t find that learner.')
	if (account.deleted_at) throw new ServiceError('not-found', 'user_not_found', 'This account was deleted.')
	return account
}

/** Prevents operators from locking out themselves or the last operator. */
async function requireOther({ by, ctx }: ConsoleActionRequest, { id }: UserRecord): Promise<void> {
	if (id === by.userId)
		throw new ServiceError('conflict', 'own_account', 'This is your own account. Change it in its settings on the site.')
	await requireOtherOperator(ctx, id)
}

const redirectToLearner = ({ c }: ConsoleActionRequest, id: string, notice: string) =>
	c.redirect(`${consolePaths.learners}/${id}?notice=${notice}`, 303)

type Done = Omit<ConsoleAction, 'object'> & { notice: string }

async function finish(request: ConsoleActionRequest, id: string, { notice, ...done }: Done) {
	await recordAction(request, request.ctx.db, { ...done, object: { kind: 'account', id } })
	return redirectToLearner(request, id, notice)
}

/** @throws ServiceError console_forbidden (403) if support would change the account of a console user */
function requireNoColleague({ by }: ConsoleActionRequest, account: UserRecord, change: string): void {
	if (by.role !== 'operator' && roleOf(account) !== null)
		throw new ServiceError('forbidden', 'console_forbidden', `This person works in the console. Only an operator can ${change}.`)
}

export async function signOutEverywhere(request: ConsoleActionRequest) {
	const { ctx } = request
	const account = await requireLearnerOf(request)
	const { id } = account
	requireNoColleague(request, account, 'sign them out')
	const open = await ctx.db.selectFrom('auth.sessions').select('id').where('user_id', '=', id).execute()
	await signOut(ctx, { userId: id, sessionId: '' }, 'global')
	return finish(request, id, { notice: 'signed-out-there', action: 'signed_out_everywhere', before: { sessions: open.length } })
}

/**
 * Resends the invitation, or the sign-up code and link of someone who signed up themselves, to a learner who lost the email.
 * @throws ServiceError email_confirmed, emailed_lately (409)
 */
export async function sendSignUpCode(request: ConsoleActionRequest) {
	const { ctx } = request
	const { id, email, email_confirmed_at: confirmedAt, invited_at: invitedAt } = await requireLearnerOf(request)
	if (email === null || confirmedAt !== null)
		throw new ServiceError('conflict', 'email_confirmed', 'This email address is already confirmed. Nothing was sent.')
	if (invitedAt === null) await resendCode(ctx, { type: 'signup', email, redirectTo: null })
	else if (!(await resendInvitation(ctx, id)))
		throw new ServiceError(
			'conflict',
			'emailed_lately',
			'This learner was emailed in the last 10 minutes or has just signed in. Nothing was sent.',
		)
	return finish(request, id, { notice: 'sign-up-code-sent', action: 'sign_up_code_sent' })
}

/** Sets a learner's name; an empty one also removes the name that a provider reported. The activity log doesn't keep names. */
export async function renameLearner(request: ConsoleActionRequest, fields: Fields) {
	const account = await requireLearnerOf(request)
	const { id } = account
	requireNoColleague(request, account, 'rename them')
	const name = parseTypedName(fields)
	await changeAccount(request.ctx, id, { user_metadata: { name, ...(name === null && { full_name: null }) } })
	return finish(request, id, { notice: 'learner-renamed', action: 'learner_renamed' })
}

export async function noteAboutLearner(request: ConsoleActionRequest, { note = '' }: Fields) {
	const { id } = await requireLearnerOf(request)
	await addLearnerNote(request.ctx, { userId: id, authorId: request.by.userId, text: note })
	return finish(request, id, { notice: 'learner-noted', action: 'learner_note_added' })
}

export async function deleteNoteAboutLearner(request: ConsoleActionRequest) {
	const { id } = await requireLearnerOf(request)
	await deleteLearnerNote(request.ctx, { id: request.params.note ?? '', userId: id })
	return finish(request, id, { notice: 'learner-note-deleted', action: 'learner_note_deleted' })
}

/** @param act adds or removes the tag, and returns it; null if nothing was changed */
async function changeTags(request: ConsoleActionRequest, { tag = '' }: Fields, act: typeof addTag) {
	const { id } = await requireLearnerOf(request)
	const changed = await act(request.ctx, { userId: id, tag })
	if (changed === null) return redirectToLearner(request, id, 'tags-unchanged')
	const object = { kind: 'account', id } as const
	const done =
		act === addTag ? { action: 'learner_tagged', after: { tag: changed } } : { action: 'learner_untagged', before: { tag: changed } }
	const undo = await recordAction(request, request.ctx.db, { ...done, object })
	return redirectToLearner(request, id, `${act === addTag ? 'tag-added' : 'tag-removed'}&undo=${undo}`)
}

export const tagLearner = (request: ConsoleActionRequest, fields: Fields) => changeTags(request, fields, addTag)
export const untagLearner = (request: ConsoleActionRequest, fields: Fields) => changeTags(request, fields, removeTag)

export async function banLearner(request: ConsoleActionRequest, fields: Fields) {
	const { ctx } = request
	const account = await requireLearnerOf(request)
	await requireOther(request, account)
	const reason = requireReason(fields)
	await changeAccount(ctx, account.id, { ban_duration: PERMANENT })
	await signOut(ctx, { userId: account.id, sessionId: '' }, 'global')
	return finish(request, account.id, { notice: 'banned', action: 'account_banned', reason })
}

export async function liftBan(request: ConsoleActionRequest, fields: Fields) {
	const { ctx } = request
	const { id, banned_until: until } = await requireLearnerOf(request)
	const reason = requireReason(fields)
	await changeAccount(ctx, id, { ban_duration: 'none' })
	return finish(request, id, { notice: 'ban-lifted', action: 'ban_lifted', reason, before: { banned_until: until?.toISOString() ?? null } })
}

export async function grantAccess(request: ConsoleActionRequest, fields: Fields) {
	const { ctx } = request
	const account = await requireLearnerOf(request)
	const { id } = account
	const reason = requireReason(fields)
	const course = fields.course || MAIN_COURSE_ID
	const endsAt = readAccessEnd(ctx, fields)
	const { order, waits } = await giveAccess(ctx, account, { itemId: course, endsAt })
	return finish(request, id, {
		notice: withEnd(waits ? 'access-waits' : 'access-given', endsAt),
		action: 'access_given',
		reason,
		after: {
			order,
			course: ctx.content.courseById(course)?.title ?? course,
			...(endsAt && { until: endsAt.toISOString() }),
		},
	})
}

/** Removes all second factors and passkeys, and ends all sessions (docs/lost-second-factor.md). */
export async function removeFactors(request: ConsoleActionRequest, fields: Fields) {
	const { ctx } = request
	const account = await requireLearnerOf(request)
	await requireOther(request, account)
	const reason = requireReason(fields)
	const { id } = account
	const lost = account.factors.filter(({ factor_type: type }) => type !== 'recovery_code')
	for (const factor of lost) await removeFactor(ctx, { userId: id, id: factor.id })
	const passkeys = await listPasskeysOf(ctx, id)
	for (const passkey of passkeys) await removePasskey(ctx, { userId: id, id: passkey.id })
	await signOut(ctx, { userId: id, sessionId: '' }, 'global')
	return finish(request, id, {
		notice: 'factors-removed',
		action: 'second_factors_removed',
		reason,
		before: { factors: lost.map(({ factor_type: type }) => type), passkeys: passkeys.length },
	})
}

export async function downloadDataCopy(request: ConsoleActionRequest, fields: Fields) {
	const { c, ctx, outside } = request
	const { id } = await requireLearnerOf(request)
	const reason = requireReason(fields)
	const { mediaType, content } = exportPerson(outside, await findPerson(ctx.db, id), 'json')
	await recordAction(request, ctx.db, { action: 'data_copied', object: { kind: 'account', id }, reason })
	return sendFile(c, { name: `data-of-${id.slice(-8)}.json`, content, type: mediaType })
}

export async function requestErasure(request: ConsoleActionRequest, fields: Fields) {
	const { ctx } = request
	const account = await requireLearnerOf(request)
	await requireOther(request, account)
	const reason = requireReason(fields)
	const { id } = account
	const pending = await requestErasureFor(ctx, { person: await findPerson(ctx.db, id), accountId: id })
	return finish(request, id, {
		notice: 'erasure-requested',
		action: 'erasure_requested',
		reason,
		after: { erases_at: pending?.erasesAt ?? null },
	})
}

export async function cancelErasure(request: ConsoleActionRequest, fields: Fields) {
	const { ctx } = request
	const { id } = await requireLearnerOf(request)
	const reason = requireReason(fields)
	const isCanceled = await inTransaction(ctx.db, (tx) => cancelErasureOf(ctx, tx, { userId: id, by: 'operator' }))
	if (isCanceled) await recordAction(request, ctx.db, { action: 'erasure_canceled', object: { kind: 'account', id }, reason })
	return redirectToLearner(request, id, isCanceled ? 'erasure-canceled' : 'erasure-none')
}
