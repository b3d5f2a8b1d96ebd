import { sql } from 'kysely'

import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { enqueueMany } from '#server/services/messaging/outbox/enqueue-many.ts'
import { unsubscribeUrl } from '#server/services/people/newsletter/newsletter-mails.ts'
import { unsubscribeToken } from '#server/services/people/newsletter/subscription-tokens.ts'

import { composeLetter, type LetterText } from './letter-mail.ts'

type Copies = {
	text: LetterText
	readers: readonly { id: string; email: string }[]
	/** What they are written for: with the subscription's id it is the key of each copy. */
	cause: string
	letterId?: string
}

/** Queues a letter for these subscriptions, and notes that they had one this week. Load the secrets first. @returns how many are new */
export async function queueCopies(ctx: ServiceContext, tx: Tx, { text, readers, cause, letterId }: Copies): Promise<number> {
	const compose = composeLetter(ctx.config, text)
	const mails = await Promise.all(
		readers.map(async ({ id, email }) => ({
			channel: 'email' as const,
			to: email,
			...compose(unsubscribeUrl(ctx.config, await unsubscribeToken(ctx, id))),
			dedupeKey: `${cause}:${id}`,
			...(letterId !== undefined && { letterId }),
		})),
	)
	const queued = await enqueueMany(ctx, tx, mails)
	const ids = readers.map(({ id }) => id)
	await sql`update newsletter_subscriptions set last_letter_at = ${ctx.now()} where id = any(${ids}::uuid[])`.execute(tx)
	return queued
}
