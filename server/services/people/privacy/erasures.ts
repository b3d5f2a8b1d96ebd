import { paths } from '#contracts/paths.ts'
import type { PendingErasure, PrivacyState } from '#contracts/privacy.ts'
import { PRIVACY_RESPONSE_DAYS, DELETION_GRACE_DAYS } from '#domain/privacy/periods.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import type { RenderedMail, ServiceContext } from '#server/services/context.ts'
import { requireOtherOperator } from '#server/services/identity/accounts/operators.ts'
import { lockUser } from '#server/services/identity/accounts/user-record.ts'
import { findProofNeeded, requireProof } from '#server/services/identity/sessions/fresh-proof.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { erasureCanceledMail, erasureRequestedMail, type RequestedBy } from './privacy-mails.ts'
import { requireLearner } from './require-learner.ts'

const DAY_MS = 86_400_000

const daysAfter = (time: Date, days: number) => new Date(time.getTime() + days * DAY_MS)

export const findPendingErasure = (db: Db | Tx, userId: string) =>
	db
		.selectFrom('privacy_requests')
		.select(['id', 'asked_at', 'erases_at'])
		.where('user_id', '=', userId)
		.where('kind', '=', 'erase')
		.where('answered_at', 'is', null)
		.executeTakeFirst()

type Pending = { asked_at: Date; erases_at: Date | null }

const toPendingErasure = ({ asked_at, erases_at }: Pending): PendingErasure => ({
	requestedAt: asked_at.toISOString(),
	erasesAt: (erases_at ?? asked_at).toISOString(),
})

/** @returns the message's ID, or null if the account has no verified address */
export async function queueMailToAccount(
	ctx: ServiceContext,
	tx: Tx,
	{ userId, mail }: { userId: string; mail: RenderedMail },
): Promise<string | null> {
	const user = await tx.selectFrom('auth.users').select(['email', 'email_confirmed_at']).where('id', '=', userId).executeTakeFirst()
	if (!user?.email || !user.email_confirmed_at) return null
	return enqueueMessage(ctx, tx, { to: user.email, ...mail })
}

/** Returns the privacy state for the settings page: a pending deletion, and the proof that an export or deletion requires. */
export async function readPrivacyState(ctx: ServiceContext): Promise<PrivacyState> {
	const learner = requireLearner(ctx)
	const pending = await findPendingErasure(ctx.db, learner.userId)
	return { proof: await findProofNeeded(ctx, learner), erasure: pending ? toPendingErasure(pending) : null }
}

/**
 * Schedules the deletion after the grace period, and ends all sessions. Signing in again until then allows canceling it. A
 * repeated request doesn't change the date. The caller has verified the person's identity.
 * @throws ServiceError last_operator (409)
 */
export async function scheduleErasure(ctx: ServiceContext, userId: string, by: RequestedBy): Promise<PendingErasure> {
	return inTransaction(ctx.db, async (tx) => {
		await requireOtherOperator({ ...ctx, db: tx }, userId)
		await lockUser(tx, userId)
		await tx.deleteFrom('auth.sessions').where('user_id', '=', userId).execute()
		const earlier = await findPendingErasure(tx, userId)
		if (earlier) return toPendingErasure(earlier)
		const now = ctx.now()
		const erasesAt = daysAfter(now, DELETION_GRACE_DAYS)
		await tx
			.insertInto('privacy_requests')
			.values({ kind: 'erase', user_id: userId, asked_at: now, due_at: daysAfter(now, PRIVACY_RESPONSE_DAYS), erases_at: erasesAt })
			.execute()
		const signInUrl = `${ctx.config.siteUrl}${paths.login}?next=${encodeURIComponent(paths.settings)}`
		await queueMailToAccount(ctx, tx, { userId, mail: erasureRequestedMail(ctx.content, { erasesAt, signInUrl, by }) })
		await recordAudit(ctx, tx, { action: 'erasure_requested', outcome: 'success', userId })
		return toPendingErasure({ asked_at: now, erases_at: erasesAt })
	})
}

/**
 * Schedules the deletion of the learner's account.
 * @throws ServiceError session_not_found, insufficient_aal, reauthentication_needed (403), reauthentication_not_valid (422),
 * over_request_rate_limit (429), last_operator (409)
 */
export async function requestErasure(ctx: ServiceContext, { nonce }: { nonce?: string | undefined }): Promise<PendingErasure> {
	const learner = requireLearner(ctx)
	await requireProof(ctx, learner, nonce)
	return scheduleErasure(ctx, learner.userId, 'owner')
}

/** @returns false if no deletion is pending */
export async function cancelErasureOf(ctx: ServiceContext, tx: Tx, { userId, by }: { userId: string; by: RequestedBy }): Promise<boolean> {
	const canceled = await tx
		.updateTable('privacy_requests')
		.set({ answered_at: ctx.now(), outcome: 'canceled' })
		.where('user_id', '=', userId)
		.where('kind', '=', 'erase')
		.where('answered_at', 'is', null)
		.returning('id')
		.executeTakeFirst()
	if (!canceled) return false
	await queueMailToAccount(ctx, tx, { userId, mail: erasureCanceledMail(ctx.content, by) })
	await recordAudit(ctx, tx, { action: 'erasure_canceled', outcome: 'success', userId })
	return true
}

export async function cancelErasure(ctx: ServiceContext): Promise<void> {
	const { userId } = requireLearner(ctx)
	await inTransaction(ctx.db, (tx) => cancelErasureOf(ctx, tx, { userId, by: 'owner' }))
}
