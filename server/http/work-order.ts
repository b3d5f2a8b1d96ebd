import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { leadingZeroBits, type WorkOrder } from '#domain/auth/proof-of-work.ts'

const GOOD_FOR_MS = 5 * 60_000
/** An order outlives no restart; whoever holds one asks for another. */
const KEY = randomBytes(32)
/** Salts of orders that were paid with, until they would have expired: each cost somebody its work, so there are few. */
const spent = new Map<string, number>()

const sign = (order: string) => createHmac('sha256', KEY).update(order).digest('base64url')

/** A piece of work that the server keeps nothing of. */
export function makeWorkOrder(bits: number, now: Date): WorkOrder {
	const order = `${randomBytes(12).toString('base64url')}.${bits}.${now.getTime() + GOOD_FOR_MS}`
	return { challenge: `${order}.${sign(order)}`, bits }
}

function forgetExpired(now: Date): void {
	for (const [salt, expiresAt] of spent) if (expiresAt <= now.getTime()) spent.delete(salt)
}

/**
 * Takes a proof of work, `challenge.nonce`, once.
 * @returns whether it is one of ours, in time, not used before and worth at least so many bits
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
