import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Hashes a secret or code. They have 256 random bits, so a plain hash is enough. */
export const hashOfSecret = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Makes a secret of 43 letters, digits, `-` and `_`. */
export const makeSecret = (): string => randomBytes(32).toString('base64url')

const NOBODYS_HASH = hashOfSecret(makeSecret())

/** Compares a secret. Takes the same time for every guess, and also for unknown applications (`null`). */
export function isRightSecret(hash: Buffer | null, secret: string): boolean {
	const matches = timingSafeEqual(hashOfSecret(secret), hash ?? NOBODYS_HASH)
	return hash !== null && matches
}
