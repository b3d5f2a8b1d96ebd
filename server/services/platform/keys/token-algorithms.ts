import { createHmac, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto'

import type { Config } from '#server/config/config.ts'

export type JwtConfig = Config['auth']['jwt']
export type JwtAlgorithm = NonNullable<JwtConfig['signer']>['alg']

/** A key with the only algorithm it may be used with. */
export type TokenKey = { alg: JwtAlgorithm; key: KeyObject }

const hmac = (key: KeyObject, input: Buffer) => createHmac('sha256', key).update(input).digest()

const toOptions = ({ alg, key }: TokenKey) => (alg === 'ES256' ? { key, dsaEncoding: 'ieee-p1363' as const } : key)
/** EdDSA (Ed25519) has a built-in hash function, so none is chosen for it. */
const hashOf = ({ alg }: TokenKey) => (alg === 'EdDSA' ? null : 'sha256')

/** Signs the first two parts of a token (RFC 7518 §3). */
export const signToken = (key: TokenKey, input: Buffer): Buffer =>
	key.alg === 'HS256' ? hmac(key.key, input) : sign(hashOf(key), input, toOptions(key))

/** True if this key made the signature. Compares in constant time for HMAC. */
export function isSignedBy(key: TokenKey, input: Buffer, signature: Buffer): boolean {
	if (key.alg !== 'HS256') return verify(hashOf(key), input, toOptions(key), signature)
	const expected = hmac(key.key, input)
	return expected.length === signature.length && timingSafeEqual(expected, signature)
}
