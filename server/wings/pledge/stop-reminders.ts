import { timingSafeEqual } from 'node:crypto'

import { isCanonicalUuid } from '#server/db/uuid.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

import { endReminders } from './pledge-rows.ts'

const seal = (ctx: ServiceContext, pledgeId: string) => keyedHash(ctx, 'newsletter', ['pledge-reminders', pledgeId])

/** Derived, not stored: each reminder of a pledge carries the same one, and it never expires. */
export const stopToken = async (ctx: ServiceContext, pledgeId: string): Promise<string> =>
	`${pledgeId}.${(await seal(ctx, pledgeId)).toString('base64url')}`

/**
 * Ends the reminders that a mail belongs to. Repeating it changes nothing, also after the pledge itself is gone.
 * @returns `unknown` for a token that is not ours
 */
export async function stopReminders(ctx: ServiceContext, token: string): Promise<'ended' | 'unknown'> {
	const [id = '', told = ''] = token.split('.')
	if (!isCanonicalUuid(id)) return 'unknown'
	const expected = await seal(ctx, id)
	const given = Buffer.from(told, 'base64url')
	if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'unknown'
	await endReminders(ctx.db, { id }, 'unsubscribed')
	return 'ended'
}
