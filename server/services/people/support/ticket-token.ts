import { timingSafeEqual } from 'node:crypto'

import { ticketPath } from '#contracts/ticket-path.ts'
import { isCanonicalUuid } from '#server/db/uuid.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

const seal = (ctx: ServiceContext, id: string) => keyedHash(ctx, 'tickets', ['thread', id])

/** Returns the URL of a ticket's page for its sender. Its token is derived, not stored, so every answer contains the same URL. */
export const ticketUrl = async (ctx: ServiceContext, id: string): Promise<string> =>
	`${ctx.config.siteUrl}${ticketPath(`${id}.${(await seal(ctx, id)).toString('base64url')}`)}`

/**
 * Verifies the token of a ticket's URL.
 * @returns the ticket's ID, or null for an invalid token
 */
export async function readTicketToken(ctx: ServiceContext, token: string): Promise<string | null> {
	const [id = '', sealed = ''] = token.split('.')
	if (!isCanonicalUuid(id)) return null
	const expected = await seal(ctx, id)
	const given = Buffer.from(sealed, 'base64url')
	return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}
