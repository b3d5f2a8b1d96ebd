import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import { isCanonicalUuid } from '#server/db/uuid.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

const TOKEN_BYTES = 32

/** Creates a token. It's random, so a plain hash protects it at rest. */
export const newConfirmToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

export const hashConfirmToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const seal = (ctx: ServiceContext, id: string) => keyedHash(ctx, 'newsletter', ['unsubscribe', id])

/** Returns a token that never expires. It's derived from the ID, so all emails to a subscriber contain the same one. */
export const unsubscribeToken = async (ctx: ServiceContext, id: string): Promise<string> =>
	`${id}.${(await seal(ctx, id)).toString('base64url')}`

/** @returns the subscription's ID, or null for an invalid token */
export async function readUnsubscribeToken(ctx: ServiceContext, token: string): Promise<string | null> {
	const [id = '', told = ''] = token.split('.')
	if (!isCanonicalUuid(id)) return null
	const expected = await seal(ctx, id)
	const given = Buffer.from(told, 'base64url')
	return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}
