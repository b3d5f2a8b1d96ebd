import { timingSafeEqual } from 'node:crypto'

import { ticketPath } from '#contracts/ticket-path.ts'
import { isCanonicalUuid } from '#server/db/uuid.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

const seal = (ctx: ServiceContext, id: string) => keyedHash(ctx, 'tickets', ['thread', id])

/** Address of the page of a ticket for the person who wrote it. Derived, not stored: every answer carries the same one. */
export const ticketUrl = async (ctx: ServiceContext, id: string): Promise<string> =>
	`${ctx.config.siteUrl}${ticketPath(`${id}.${(await seal(ctx, id)).toString('base64url')}`)}`

/** @returns the ticket's ID, or null for a token that is not ours */
export async function readTicketToken(ctx: ServiceContext, token: string): Promise<string | null> {
	const [id = '', sealed = ''] = token.split('.')
	if (!isCanonicalUuid(id)) return null
	const expected = await seal(ctx, id)
	const given = Buffer.from(sealed, 'base64url')
	return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}
