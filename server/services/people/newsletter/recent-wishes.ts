import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { isOfMailbox, lockMailbox } from '#server/services/messaging/outbox/of-mailbox.ts'

import { WISH_TEMPLATES } from './newsletter-mails.ts'

const A_DAY_MS = 86_400_000

/**
 * Returns the times of emails that forms triggered for this mailbox in the last day. Locks the mailbox until the transaction
 * ends.
 */
export async function lockAndListRecentFormMails(ctx: ServiceContext, tx: Tx, email: string): Promise<Date[]> {
	await lockMailbox(tx, email)
	const rows = await tx
		.selectFrom('outbox_messages')
		.select('created_at')
		.where(isOfMailbox(email))
		.where('created_at', '>', new Date(ctx.now().getTime() - A_DAY_MS))
		.where('template', 'in', [...WISH_TEMPLATES])
		.execute()
	return rows.map((row) => row.created_at)
}
