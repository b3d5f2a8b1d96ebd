import { sql } from 'kysely'

import { latestBelievableMs } from '#domain/clock/stored-time.ts'
import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { enqueueMessage, type OutgoingMessage } from '#server/services/messaging/outbox/enqueue-message.ts'

import { ACKNOWLEDGEMENT_TEMPLATES } from './support-mails.ts'

const A_DAY_MS = 86_400_000
/** Anyone can type any address, so the acknowledgements are limited per address. The message is stored in any case. */
export const ACKNOWLEDGEMENTS_PER_DAY = 3

/** Tells the sender that a form has arrived, a few times a day for one address. Call it in the transaction that stores the form. */
export async function acknowledge(ctx: ServiceContext, tx: Tx, message: OutgoingMessage): Promise<void> {
	// Forms from one address run one after the other, so that parallel ones are counted too.
	await sql`select pg_advisory_xact_lock(hashtextextended(${`acknowledge:${message.to}`}, 0))`.execute(tx)
	const { count } = await tx
		.selectFrom('outbox_messages')
		.select((eb) => eb.fn.countAll<string>().as('count'))
		.where('to_address', '=', message.to)
		.where('template', 'in', [...ACKNOWLEDGEMENT_TEMPLATES])
		.where('created_at', '>', new Date(ctx.now().getTime() - A_DAY_MS))
		.where('created_at', '<=', new Date(latestBelievableMs(ctx.now())))
		.executeTakeFirstOrThrow()
	if (Number(count) >= ACKNOWLEDGEMENTS_PER_DAY) return ctx.log.info('acknowledgement held back', { requestId: ctx.requestId })
	await enqueueMessage(ctx, tx, message)
}
