import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { tellFormsNearlyUsed } from '#server/services/identity/codes/form-turn.ts'
import { findVerifiedEmail } from '#server/services/learning/entitlements/list-entitlements.ts'
import { enqueueFew } from '#server/services/messaging/outbox/enqueue-few.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'

import { TRANSFER_TEMPLATES, transferMail, type TransferMailStep, type TransferNews } from './transfer-mails.ts'

/** Charges an email to an unverified address to the budget of public forms. Reminders are sent by the system and are exempt. */
async function mayMailStranger(ctx: ServiceContext, tx: Tx): Promise<boolean> {
	if (ctx.actor.type === 'system' || ctx.isLocalDevelopment) return true
	const { isTaken, isNearlyOver } = await ctx.messageBudget.takeForForm(tx)
	if (isNearlyOver) await tellFormsNearlyUsed(ctx, tx)
	return isTaken
}

/**
 * Emails a step of a bank transfer, once per order. Call it while holding the order's lock. A guest may have entered someone
 * else's address, so an unverified address gets only a few emails a day.
 * @returns false if the order has no address, or this step was emailed before or is held back
 */
export async function mailTransfer(ctx: ServiceContext, tx: Tx, { step, ...news }: TransferNews & { step: TransferMailStep }) {
	const { user_id: userId, email: to, id } = news.order
	if (to === null) return false
	const message = { channel: 'email', to, ...transferMail(step, news, ctx), dedupeKey: `transfer-${step}:${id}` } as const
	const isProven = userId !== null && (await findVerifiedEmail(tx, userId)) === to
	if (!isProven && !(await mayMailStranger(ctx, tx))) return false
	const sent = isProven ? enqueueMessage(ctx, tx, message) : enqueueFew(ctx, tx, { message, templates: TRANSFER_TEMPLATES })
	return (await sent) !== null
}
