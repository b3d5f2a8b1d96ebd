import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

import { endReminders } from './pledge-rows.ts'
import { readLink } from './signed-link.ts'

const HEX = 16
/**
 * Returns a learner's pledge ID, a UUID of version 8 (RFC 9562). It stays the same after ending and renewing a pledge, so that
 * links in earlier emails still stop its reminders. Doesn't reveal the learner.
 */
export async function pledgeIdOf(ctx: ServiceContext, userId: string): Promise<string> {
	const hex = (await keyedHash(ctx, 'newsletter', ['pledge-id', userId])).toString('hex')
	const variant = ((Number.parseInt(hex[16] ?? '0', HEX) & 3) | 8).toString(HEX)
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Stops the reminders of a pledge. Idempotent, even if the pledge no longer exists.
 * @returns `unknown` if the token isn't ours
 */
export async function stopReminders(ctx: ServiceContext, token: string): Promise<'done' | 'unknown'> {
	const id = await readLink(ctx, 'pledge-reminders', token)
	if (id === null) return 'unknown'
	await endReminders(ctx.db, { id }, 'unsubscribed')
	return 'done'
}
