import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { enqueueMany, type OutgoingMessage } from '#server/services/messaging/outbox/enqueue-message.ts'

import { unsubscribeToken, unsubscribeUrl } from './newsletter-mails.ts'

type Copies = {
	/** @param url unsubscribe link of the recipient */
	compose: (url: string) => Omit<OutgoingMessage, 'channel' | 'to' | 'dedupeKey'>
	readers: readonly { id: string; email: string }[]
	/** Prefix of each copy's deduplication key, followed by the subscription's ID. */
	cause: string
	letterId?: string
}

/**
 * Queues one copy per reader. Call `loadSecrets` first.
 * @returns the number of new messages
 */
export async function queueCopies(ctx: ServiceContext, tx: Tx, { compose, readers, cause, letterId }: Copies): Promise<number> {
	const mails = await Promise.all(
		readers.map(async ({ id, email }) => ({
			channel: 'email' as const,
			to: email,
			...compose(unsubscribeUrl(ctx.config, await unsubscribeToken(ctx, id))),
			dedupeKey: `${cause}:${id}`,
			...(letterId !== undefined && { letterId }),
		})),
	)
	return enqueueMany(ctx, tx, mails)
}
