import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Secrets and codes here are 256 random bits: a plain hash protects them at rest. */
export const hashOfSecret = (text: string): Buffer => createHash('sha256').update(text).digest()

/** 43 letters, digits, `-` and `_`. */
export const makeSecret = (): string => randomBytes(32).toString('base64url')

const NOBODYS_HASH = hashOfSecret(makeSecret())

/** Takes the same time for every guess, and for applications that do not exist (`null`). */
export function isRightSecret(hash: Buffer | null, secret: string): boolean {
	const matches = timingSafeEqual(hashOfSecret(secret), hash ?? NOBODYS_HASH)
	return hash !== null && matches
}
