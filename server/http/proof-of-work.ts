import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { leadingZeroBits, type ProofOfWorkChallenge } from '#domain/auth/proof-of-work.ts'

const GOOD_FOR_MS = 5 * 60_000
/** Key that signs challenges. They don't survive a restart; clients then request new ones. */
const KEY = randomBytes(32)
/** Salts of used challenges until they expire. Each cost the client work, so there are few. */
const spent = new Map<string, number>()

const sign = (order: string) => createHmac('sha256', KEY).update(order).digest('base64url')

/** Creates a challenge. The server stores nothing about it. */
export function issueChallenge(bits: number, now: Date): ProofOfWorkChallenge {
	const order = `${randomBytes(12).toString('base64url')}.${bits}.${now.getTime() + GOOD_FOR_MS}`
	return { challenge: `${order}.${sign(order)}`, bits }
}

function forgetExpired(now: Date): void {
	for (const [salt, expiresAt] of spent) if (expiresAt <= now.getTime()) spent.delete(salt)
}

/**
 * Accepts `challenge.nonce` once.
 * @returns true if the challenge is ours, not expired, not used before, at least `bits` hard and solved
 */
export function spendProof(proof: string, bits: number, now: Date): boolean {
	const [, order = '', salt = '', promised = '', expiresAt = '', mac = ''] =
		/^(([\w-]{16})\.(\d{1,2})\.(\d{1,16}))\.([\w-]{43})\.[\w-]{1,20}$/.exec(proof) ?? []
	if (mac === '' || !timingSafeEqual(Buffer.from(mac), Buffer.from(sign(order)))) return false
	if (Number(expiresAt) <= now.getTime() || Number(promised) < bits || spent.has(salt)) return false
	if (leadingZeroBits(createHash('sha256').update(proof).digest()) < Number(promised)) return false
	forgetExpired(now)
	spent.set(salt, Number(expiresAt))
	return true
}
