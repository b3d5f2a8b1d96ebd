import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import { leadingZeroBits, type ProofOfWorkChallenge } from '#domain/auth/proof-of-work.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

const VALID_MS = 5 * 60_000

const sign = async (ctx: ServiceContext, payload: string) => (await keyedHash(ctx, 'proof-of-work', [payload])).toString('base64url')

/** Creates a challenge that every server on this database accepts. It is stored only once it is spent. */
export async function issueChallenge(ctx: ServiceContext, bits: number): Promise<ProofOfWorkChallenge> {
	const payload = `${randomBytes(12).toString('base64url')}.${bits}.${ctx.now().getTime() + VALID_MS}`
	return { challenge: `${payload}.${await sign(ctx, payload)}`, bits }
}

/**
 * Accepts `challenge.nonce` once, on any of the servers.
 * @returns true if the challenge is ours, not expired, not used before, at least `bits` hard and solved
 */
export async function spendProof(ctx: ServiceContext, proof: string, bits: number): Promise<boolean> {
	const [, payload = '', salt = '', claimedBits = '', expiresAt = '', mac = ''] =
		/^(([\w-]{16})\.(\d{1,2})\.(\d{1,16}))\.([\w-]{43})\.[\w-]{1,20}$/.exec(proof) ?? []
	if (mac === '' || !timingSafeEqual(Buffer.from(mac), Buffer.from(await sign(ctx, payload)))) return false
	if (Number(expiresAt) <= ctx.now().getTime() || Number(claimedBits) < bits) return false
	if (leadingZeroBits(createHash('sha256').update(proof).digest()) < Number(claimedBits)) return false
	const spent = await ctx.db
		.insertInto('auth.spent_proofs')
		.values({ salt, expires_at: new Date(Number(expiresAt)) })
		.onConflict((conflict) => conflict.column('salt').doNothing())
		.executeTakeFirst()
	return spent.numInsertedOrUpdatedRows === 1n
}
