import type { LogFields } from '#server/kernel/logger.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { bulkRoom } from '#server/services/messaging/outbox/bulk-room.ts'
import { sendLetters } from '#server/services/people/letters/send-letters.ts'
import { sendInvitations } from '#server/services/people/newsletter/send-invitations.ts'

import { sendLifecycle } from './send-lifecycle.ts'

/** What of the newsletter may be queued in this minute. */
export async function sendBulk(ctx: ServiceContext): Promise<LogFields> {
	const room = bulkRoom(ctx)
	const letters = room > 0 ? await sendLetters(ctx, room) : 0
	const lifecycle = room > letters ? await sendLifecycle(ctx, room - letters) : 0
	return { letters, lifecycle, invited: await sendInvitations(ctx, room - letters - lifecycle) }
}
