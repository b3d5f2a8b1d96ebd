import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { enqueueFew } from '#server/services/messaging/outbox/enqueue-few.ts'
import type { OutgoingMessage } from '#server/services/messaging/outbox/enqueue-message.ts'

import { ACKNOWLEDGEMENT_TEMPLATES } from './support-mails.ts'

/**
 * Emails the sender that a form has arrived, at most a few times a day per address. Call it in the transaction that stores the
 * form, which is stored in any case.
 */
export async function acknowledge(ctx: ServiceContext, tx: Tx, message: OutgoingMessage): Promise<void> {
	await enqueueFew(ctx, tx, { message, templates: ACKNOWLEDGEMENT_TEMPLATES })
}
