import { timingSafeEqual } from 'node:crypto'

import { isCanonicalUuid } from '#server/db/uuid.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

/** Purpose of a mailed link; one for another purpose does nothing. */
export type LinkPurpose = 'pledge-reminders' | 'supporter-agree' | 'supporter-end'

const seal = (ctx: ServiceContext, purpose: LinkPurpose, id: string) => keyedHash(ctx, 'newsletter', [purpose, id])

/** Derived, not stored: each mail about the same carries the same one, and it never expires by itself. */
export const signLink = async (ctx: ServiceContext, purpose: LinkPurpose, id: string): Promise<string> =>
	`${id}.${(await seal(ctx, purpose, id)).toString('base64url')}`

/** @returns the id, or null for a token that is not ours or is for something else */
export async function readLink(ctx: ServiceContext, purpose: LinkPurpose, token: string): Promise<string | null> {
	const [id = '', told = ''] = token.split('.')
	if (!isCanonicalUuid(id)) return null
	const expected = await seal(ctx, purpose, id)
	const given = Buffer.from(told, 'base64url')
	return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}
