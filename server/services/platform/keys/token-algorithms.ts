import { createHmac, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto'

import type { Config } from '#server/config/config.ts'

export type JwtConfig = Config['auth']['jwt']
export type JwtAlgorithm = NonNullable<JwtConfig['signer']>['alg']

/** A key with the one algorithm it may be used with. */
export type TokenKey = { alg: JwtAlgorithm; key: KeyObject }

const hmac = (key: KeyObject, input: Buffer) => createHmac('sha256', key).update(input).digest()

const toOptions = ({ alg, key }: TokenKey) => (alg === 'ES256' ? { key, dsaEncoding: 'ieee-p1363' as const } : key)
/** Ed25519 includes its own hash. */
const hashOf = ({ alg }: TokenKey) => (alg === 'EdDSA' ? null : 'sha256')

/** Signature of a token's first two parts (RFC 7518 §3). */
export const signToken = (key: TokenKey, input: Buffer): Buffer =>
	key.alg === 'HS256' ? hmac(key.key, input) : sign(hashOf(key), input, toOptions(key))

/** True if this key made the signature. Constant time for secrets. */
export function isSignedBy(key: TokenKey, input: Buffer, signature: Buffer): boolean {
	if (key.alg !== 'HS256') return verify(hashOf(key), input, toOptions(key), signature)
	const expected = hmac(key.key, input)
	return expected.length === signature.length && timingSafeEqual(expected, signature)
}
