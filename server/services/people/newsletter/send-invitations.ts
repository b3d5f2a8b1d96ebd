import { sql } from 'kysely'

import { sha256 } from '#server/kernel/sha256.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { enqueueMany } from '#server/services/messaging/outbox/enqueue-message.ts'
import { inBatches } from '#server/services/messaging/outbox/in-batches.ts'

import { invitationMail, invitationText, newConfirmToken } from './newsletter-mails.ts'

const CONFIRM_DAYS = 7
const DAY_MS = 86_400_000

/**
 * Invites imported addresses once. They count only after their owner confirms.
 * @param maxRecipients limit of this run
 * @returns the number of recipients processed
 */
export const sendInvitations = (ctx: ServiceContext, maxRecipients: number): Promise<number> =>
	inBatches(ctx, maxRecipients, async (tx, limit) => {
		const waiting = await tx
			.selectFrom('newsletter_subscriptions')
			.select(['id', 'email'])
			.where(sql<boolean>`source = 'import' and status = 'pending' and confirm_hash is null`)
			.orderBy('id')
			.limit(limit)
			.forUpdate()
			.skipLocked()
			.execute()
		if (waiting.length === 0) return null
		const now = ctx.now()
		const invited = waiting.map(({ id, email }) => ({ id, email, token: newConfirmToken() }))
		await sql`update newsletter_subscriptions s
			set confirm_hash = decode(t.hash, 'hex'), confirm_expires_at = ${new Date(now.getTime() + CONFIRM_DAYS * DAY_MS)},
				requested_at = ${now}, consent_text = ${invitationText(ctx.content)}, covers_newsletters = true
			from jsonb_to_recordset(${JSON.stringify(invited.map(({ id, token }) => ({ id, hash: sha256(token).toString('hex') })))}::jsonb)
				as t(id uuid, hash text) where s.id = t.id`.execute(tx)
		const mails = invited.map(({ email, token }) => ({ to: email, ...invitationMail(ctx.content, ctx.config, token) }))
		await enqueueMany(ctx, tx, mails)
		return waiting.length
	})
