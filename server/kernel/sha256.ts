import { createHash } from 'node:crypto'

/** Hashes a random token. A fast hash is enough, because the token can't be guessed. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
