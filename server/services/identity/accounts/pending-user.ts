import { mergeMetadata, type Metadata } from '#domain/auth/user-metadata.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

import type { AccountAddress } from './account-address.ts'
import { emailClaims, phoneClaims } from './create-user.ts'

export type PendingUser = { id: string; address: AccountAddress; userMetadata: Metadata; at: Date }

/** Returns a random-looking ID that is always the same for an address. */
async function madeUpId(ctx: ServiceContext, address: AccountAddress): Promise<string> {
	const bytes = (await keyedHash(ctx, 'made-up-users', [address.value])).subarray(0, 16)
	bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
	bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
	return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Describes an account that awaits confirmation, from the request only, so that the response doesn't reveal whether the address
 * has an account (docs/adr/0326).
 * @param id of the unconfirmed account; null generates one
 */
export async function describePendingUser(
	ctx: ServiceContext,
	request: { address: AccountAddress; data: Metadata; id: string | null },
): Promise<PendingUser> {
	const made = await madeUpId(ctx, request.address)
	const id = request.id ?? made
	const { kind, value } = request.address
	const claims = kind === 'email' ? emailClaims(id, value, false) : phoneClaims(id, value, false)
	return { id, address: request.address, userMetadata: mergeMetadata(request.data, claims), at: ctx.now() }
}
