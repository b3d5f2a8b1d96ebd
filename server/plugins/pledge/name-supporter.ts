import { sql } from 'kysely'

import type { NameSupporter, PledgeResponse } from '#contracts/pledge.ts'
import {
	ASK_WINDOW_DAYS,
	MAX_INVITATIONS_FROM_ACCOUNT,
	MAX_INVITATIONS_TO_ADDRESS,
	canAgree,
	nextSupporterUpdateAt,
} from '#domain/pledge/supporter.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireFormBudget } from '#server/services/identity/codes/message-turn.ts'
import { findVerifiedEmail } from '#server/services/learning/entitlements/entitlements.ts'
import { lockLearner } from '#server/services/learning/progress/merge-learner-progress.ts'
import { enqueueMessage, UNSOLICITED_PRIORITY } from '#server/services/messaging/outbox/enqueue-message.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'
import { loadSecrets } from '#server/services/platform/keys/server-secret.ts'

import { supporterInvitationMail, supportUrl } from './pledge-mails.ts'
import {
	daysAgo,
	findPledge,
	findSupporter,
	lockSupporter,
	mailKey,
	readLearnerName,
	removeSupporter,
	supporterKey,
} from './pledge-rows.ts'
import { readStudyRecord } from './read-study.ts'
import { decideReminder } from './remind.ts'
import { readPledge } from './save-pledge.ts'
import { readSignedLink, signLink } from './signed-link.ts'

/**
 * Requires that the learner may name this supporter.
 * @throws ServiceError `pledge_not_found` (404), `email_not_confirmed` (422), `supporter_exists`, `supporter_nothing_to_tell`
 * (409), `validation_failed` (400)
 */
async function requireMaySupport(ctx: ServiceContext, tx: Tx, { userId, email }: { userId: string; email: string }): Promise<void> {
	if (!(await findPledge(tx, userId))) throw new ServiceError('not-found', 'pledge_not_found', 'Pick your evenings first')
	if (await findSupporter(tx, userId))
		throw new ServiceError('conflict', 'supporter_exists', 'You already have a supporter. Remove them first, then name another.')
	const ownEmail = await findVerifiedEmail(tx, userId)
	if (ownEmail === null) throw new ServiceError('unprocessable', 'email_not_confirmed', 'Confirm your email address first.')
	if (ownEmail.toLowerCase() === email)
		throw new ServiceError('invalid', 'validation_failed', 'Please check the marked fields.', {
			fields: { email: 'This is your own address' },
		})
	const decision = await decideReminder(ctx, tx, { userId, study: await readStudyRecord(ctx.content, tx, userId) })
	if (!decision.ok && decision.ends) {
		const message = 'There’s nothing to report: your course or your access to it has ended.'
		throw new ServiceError('conflict', 'supporter_nothing_to_tell', message)
	}
}

/**
 * Counts recent requests of the account and to the address.
 * @returns `isTooMany` if the address opted out or was asked too often
 * @throws ServiceError `supporter_too_often` (429) if the account has sent too many
 */
async function countRequests(
	ctx: ServiceContext,
	tx: Tx,
	{ userId, key }: { userId: string; key: Buffer },
): Promise<{ isTooMany: boolean }> {
	// Serialize accounts that name the same address at the same time.
	await sql`select pg_advisory_xact_lock(hashtextextended(${`supporter:${key.toString('hex')}`}, 0))`.execute(tx)
	const since = daysAgo(ctx, ASK_WINDOW_DAYS)
	const { rows } = await sql<{ own: number; to: number; first: Date | null; refused: boolean }>`
		select count(*) filter (where user_id = ${userId}::uuid and asked_at > ${since})::int as own,
			count(*) filter (where address_key = ${key} and asked_at > ${since})::int as to,
			min(asked_at) filter (where user_id = ${userId}::uuid and asked_at > ${since}) as first,
			coalesce(bool_or(address_key = ${key} and refused_at is not null), false) as refused
		from supporter_requests where user_id = ${userId}::uuid or address_key = ${key}`.execute(tx)
	const { own = 0, to = 0, first = null, refused = false } = rows[0] ?? {}
	if (own >= MAX_INVITATIONS_FROM_ACCOUNT)
		throw new ServiceError(
			'rate-limited',
			'supporter_too_often',
			`You can ask ${MAX_INVITATIONS_FROM_ACCOUNT} times in ${ASK_WINDOW_DAYS} days.`,
			{
				retryAfterSeconds: Math.max(1, Math.ceil(((first ?? since).getTime() - since.getTime()) / 1000)),
			},
		)
	return { isTooMany: refused || to >= MAX_INVITATIONS_TO_ADDRESS }
}

/**
 * Emails the supporter a request. An address that opted out or was asked too often gets no email; the response is the same.
 * @throws ServiceError as requireMaySupport and countRequests; forms_busy (429)
 */
export async function nameSupporter(ctx: ServiceContext, request: NameSupporter): Promise<PledgeResponse> {
	const userId = requireLearnerId(ctx)
	const email = request.email.toLowerCase()
	await requireFormBudget(ctx, email)
	await loadSecrets(ctx)
	const key = await supporterKey(ctx, email)
	await inTransaction(ctx.db, async (tx) => {
		await lockLearner(tx, userId)
		await requireMaySupport(ctx, tx, { userId, email })
		const { isTooMany } = await countRequests(ctx, tx, { userId, key })
		const own = { user_id: userId, asked_at: ctx.now() }
		await tx
			.insertInto('supporter_requests')
			.values({ ...own, address_key: key })
			.execute()
		await tx.updateTable('pledges').set({ supporter_ended: null }).where('user_id', '=', userId).execute()
		const row = await tx
			.insertInto('pledge_supporters')
			.values({ ...own, email })
			.returning(['id', 'user_id'])
			.executeTakeFirstOrThrow()
		if (isTooMany) return ctx.log.throttled('info', 'email not sent', { why: 'the address had enough requests, or refused' })
		const mail = supporterInvitationMail(ctx.content, ctx.config, {
			name: await readLearnerName(tx, userId),
			agreeUrl: supportUrl(ctx.config, 'support', await signLink(ctx, 'supporter-agree', row.id)),
			endUrl: supportUrl(ctx.config, 'unsupport', await signLink(ctx, 'supporter-end', row.id)),
		})
		await enqueueMessage(ctx, tx, { to: email, ...mail, dedupeKey: mailKey('ask', row), priority: UNSOLICITED_PRIORITY })
	})
	return readPledge(ctx)
}

/** Removes the learner's supporter. Idempotent. */
export async function endSupport(ctx: ServiceContext): Promise<PledgeResponse> {
	const userId = requireLearnerId(ctx)
	await inTransaction(ctx.db, async (tx) => {
		if (await lockSupporter(tx, { userId })) await removeSupporter(tx, userId, null)
	})
	return readPledge(ctx)
}

/**
 * Accepts a request, which starts the weekly updates. Idempotent.
 * @returns `unknown` if the link isn't ours or is too old, or the request no longer exists
 */
export async function agreeToSupport(ctx: ServiceContext, token: string): Promise<'done' | 'unknown'> {
	const id = await readSignedLink(ctx, 'supporter-agree', token)
	if (id === null) return 'unknown'
	return inTransaction(ctx.db, async (tx): Promise<'done' | 'unknown'> => {
		const row = await lockSupporter(tx, { id })
		if (row?.agreed_at) return 'done'
		const pledge = row && (await findPledge(tx, row.user_id))
		const now = ctx.now()
		if (!row || !pledge || !canAgree(row.asked_at.getTime(), now.getTime())) return 'unknown'
		const values = { agreed_at: now, line_at: new Date(nextSupporterUpdateAt(pledge.zone, now.getTime())) }
		await tx.updateTable('pledge_supporters').set(values).where('id', '=', id).execute()
		return 'done'
	})
}

/**
 * Opts out by the link in every email: the address can't be asked again. Idempotent.
 * @returns `unknown` if the token isn't ours
 */
export async function refuseSupport(ctx: ServiceContext, token: string): Promise<'done' | 'unknown'> {
	const id = await readSignedLink(ctx, 'supporter-end', token)
	if (id === null) return 'unknown'
	return inTransaction(ctx.db, async (tx): Promise<'done' | 'unknown'> => {
		const row = await lockSupporter(tx, { id })
		if (!row) return 'done'
		const refusal = { address_key: await supporterKey(ctx, row.email), asked_at: row.asked_at, refused_at: ctx.now() }
		await tx.insertInto('supporter_requests').values(refusal).execute()
		await removeSupporter(tx, row.user_id, row.agreed_at ? 'stopped' : 'declined')
		return 'done'
	})
}
