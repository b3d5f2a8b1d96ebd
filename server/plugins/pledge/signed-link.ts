import { timingSafeEqual } from 'node:crypto'

import { isCanonicalUuid } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

/** Purpose of a link, part of its signature: the link works only for this purpose. */
export type LinkPurpose = 'pledge-reminders' | 'supporter-agree' | 'supporter-end'

const sign = (ctx: ServiceContext, purpose: LinkPurpose, id: string) => keyedHash(ctx, 'newsletter', [purpose, id])

/** Returns the token of a link. It's derived instead of stored: every email about the same ID has the same token, and it never expires. */
export const signLink = async (ctx: ServiceContext, purpose: LinkPurpose, id: string): Promise<string> =>
	`${id}.${(await sign(ctx, purpose, id)).toString('base64url')}`

/** @returns the ID, or null if the token isn't ours or has another purpose */
export async function readSignedLink(ctx: ServiceContext, purpose: LinkPurpose, token: string): Promise<string | null> {
	const [id = '', signature = ''] = token.split('.')
	if (!isCanonicalUuid(id)) return null
	const expected = await sign(ctx, purpose, id)
	const received = Buffer.from(signature, 'base64url')
	return received.length === expected.length && timingSafeEqual(received, expected) ? id : null
}
