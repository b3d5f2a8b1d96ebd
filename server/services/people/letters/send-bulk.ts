import type { LogFields } from '#server/kernel/logger.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { bulkRoom } from '#server/services/messaging/outbox/bulk-room.ts'
import { sendInvitations } from '#server/services/people/newsletter/send-invitations.ts'

import { sendLetters } from './send-letters.ts'

/** What of the newsletter may be queued in this minute. */
export async function sendBulk(ctx: ServiceContext): Promise<LogFields> {
	const room = bulkRoom(ctx)
	const letters = room > 0 ? await sendLetters(ctx, room) : 0
	return { letters, invited: await sendInvitations(ctx, room - letters) }
}
