import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { tellFormsNearlyUsed } from '#server/services/identity/codes/form-turn.ts'
import { findVerifiedEmail } from '#server/services/learning/entitlements/list-entitlements.ts'
import { enqueueFew } from '#server/services/messaging/outbox/enqueue-few.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'

import { TRANSFER_TEMPLATES, transferMail, type TransferMailStep, type TransferNews } from './transfer-mails.ts'

/** Mails for a guest's order share the budget of forms; its reminders were counted with it. */
async function mayMailStranger(ctx: ServiceContext, tx: Tx): Promise<boolean> {
	if (ctx.actor.type === 'system' || ctx.isLocalDevelopment) return true
	const { isTaken, isNearlyOver } = ctx.messageBudget.takeForForm()
	if (isNearlyOver) await tellFormsNearlyUsed(ctx, tx)
	return isTaken
}

/**
 * Mails the buyer of a transfer; call it under the order's lock. A guest may have typed anybody's address, so it gets a few a day,
 * and the page has the rest. An account that has proven its address gets every one, whatever strangers do in its name.
 * @returns false when this step was mailed before, or is held back
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
