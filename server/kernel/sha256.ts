import { createHash } from 'node:crypto'

/** Hashes a random token, for which a fast hash is enough: it can't be guessed. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
