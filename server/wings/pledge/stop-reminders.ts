import { timingSafeEqual } from 'node:crypto'

import { isCanonicalUuid } from '#server/db/uuid.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

import { endReminders } from './pledge-rows.ts'

const seal = (ctx: ServiceContext, pledgeId: string) => keyedHash(ctx, 'newsletter', ['pledge-reminders', pledgeId])

/** Derived, not stored: each reminder of a pledge carries the same one, and it never expires. */
export const stopToken = async (ctx: ServiceContext, pledgeId: string): Promise<string> =>
	`${pledgeId}.${(await seal(ctx, pledgeId)).toString('base64url')}`

const HEX = 16
/**
 * The id of a learner's pledge: the same when it was ended and is made anew, so that links in earlier mails still end its reminders. It does not
 * tell whose it is. A UUID of version 8 (RFC 9562).
 */
export async function pledgeIdOf(ctx: ServiceContext, userId: string): Promise<string> {
	const hex = (await keyedHash(ctx, 'newsletter', ['pledge-id', userId])).toString('hex')
	const variant = ((Number.parseInt(hex[16] ?? '0', HEX) & 3) | 8).toString(HEX)
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

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
