import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

import type { ServiceContext } from '#server/services/context.ts'

import { keyedHash } from './server-secret.ts'

const IV_BYTES = 12
const TAG_BYTES = 16
/** Key versions, stored in the first byte, so that an operator's key can be added later without losing encrypted data. */
const DATABASE_KEY = 1
const BOTH_KEYS = 2

export type Sealer = Pick<ServiceContext, 'config' | 'state'>

const deriveKey = (ctx: Sealer, version: number) =>
	keyedHash(ctx, 'factor-secrets', version === BOTH_KEYS ? ['aes-256-gcm', ctx.config.auth.encryptionKey ?? ''] : ['aes-256-gcm'])

/**
 * Encrypts with AES-256-GCM, with one of the server's keys combined with the operator's, if there is one.
 * @param owner ID of the row that stores the result; a copy in another row can't be decrypted
 */
export async function seal(ctx: Sealer, owner: string, plain: Buffer): Promise<Buffer> {
	const version = ctx.config.auth.encryptionKey ? BOTH_KEYS : DATABASE_KEY
	const iv = randomBytes(IV_BYTES)
	const cipher = createCipheriv('aes-256-gcm', await deriveKey(ctx, version), iv).setAAD(Buffer.from(owner))
	const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
	return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), sealed])
}

/** @throws Error if the bytes were changed, moved to another row or encrypted with another key */
export async function unseal(ctx: Sealer, owner: string, sealed: Buffer): Promise<Buffer> {
	const iv = sealed.subarray(1, 1 + IV_BYTES)
	const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES)
	const key = await deriveKey(ctx, sealed[0] ?? 0)
	const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner)).setAuthTag(tag)
	return Buffer.concat([decipher.update(sealed.subarray(1 + IV_BYTES + TAG_BYTES)), decipher.final()])
}
