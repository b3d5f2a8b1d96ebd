import { latestBelievableMs } from '#domain/clock/stored-time.ts'
import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { enqueueMessage, type OutgoingMessage, TO_STRANGERS } from './enqueue-message.ts'
import { isOfMailbox, lockMailbox } from './mail-suppressions.ts'

const A_DAY_MS = 86_400_000
export const FEW_PER_DAY = 3

/**
 * Like `enqueueMessage`, for an address that anyone can enter: a few per mailbox and day, sent after sign-in codes.
 * @param templates templates that count together
 * @returns null also if the limit is reached
 */
export async function enqueueFew(
	ctx: ServiceContext,
	tx: Tx,
	{ message, templates }: { message: OutgoingMessage; templates: readonly string[] },
): Promise<string | null> {
	const to = message.to.toLowerCase()
	await lockMailbox(tx, to)
	const { count } = await tx
		.selectFrom('outbox_messages')
		.select((eb) => eb.fn.countAll<string>().as('count'))
		.where(isOfMailbox(to))
		.where('template', 'in', [...templates])
		.where('created_at', '>', new Date(ctx.now().getTime() - A_DAY_MS))
		.where('created_at', '<=', new Date(latestBelievableMs(ctx.now())))
		.executeTakeFirstOrThrow()
	if (Number(count) < FEW_PER_DAY) return enqueueMessage(ctx, tx, { ...message, to, priority: TO_STRANGERS })
	ctx.log.throttled('info', 'email not sent', { template: message.template, why: 'limit per address reached' })
	return null
}
