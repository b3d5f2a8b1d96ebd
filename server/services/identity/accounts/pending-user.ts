import { mergeMetadata, type Metadata } from '#domain/auth/user-metadata.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

import type { AccountAddress } from './account-address.ts'
import { emailClaims, phoneClaims } from './create-user.ts'

/** The answer to a sign-up that awaits its confirmation. */
export type PendingUser = { id: string; address: AccountAddress; userMetadata: Metadata; at: Date }

/** A random-looking id that stays the same for an address, as a real one does. */
async function madeUpId(ctx: ServiceContext, address: AccountAddress): Promise<string> {
	const bytes = (await keyedHash(ctx, 'made-up-users', [address.value])).subarray(0, 16)
	bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
	bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
	return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Everything in the answer comes from the request, except the id of an account that is new or still unconfirmed. So it does not reveal
 * whether the address has an account, or anything about it (docs/adr/0326).
 * @param id of the unconfirmed account; null makes one up
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
