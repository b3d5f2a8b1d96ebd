import type { LogFields } from '#server/kernel/logger.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { bulkRoom } from '#server/services/messaging/outbox/bulk-room.ts'

import { sendInvitations } from './send-invitations.ts'

/** What of the newsletter may be queued in this minute. */
export async function sendBulk(ctx: ServiceContext): Promise<LogFields> {
	return { invited: await sendInvitations(ctx, bulkRoom(ctx)) }
}
