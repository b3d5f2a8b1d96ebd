import { type KeyObject, sign, verify } from 'node:crypto'

import type { ServiceContext } from '#server/context.ts'
import { ServiceError } from '#server/errors.ts'

import { readRecentKeys, reloadSigningKeys, type SigningKeys } from './signing-keys.ts'

export type AmrEntry = { method: string; timestamp: number; provider?: string }

/** Claims of a user's token (AUTH_WIRE §4). */
export type AccessClaims = {
	iss: string
	sub: string
	aud: string
	exp: number
	iat: number
	role: string
	email: string
	phone: string
	app_metadata: unknown
	user_metadata: unknown
	session_id: string
	aal: 'aal1' | 'aal2'
	amr: AmrEntry[]
	is_anonymous: boolean
}
/** What a verified token may hold: signature and expiry are proven, nothing else is. */
export type VerifiedClaims = Partial<AccessClaims> & { exp: number; nbf?: unknown }

const MAX_CACHED = 10_000
const CLOCK_SKEW_MS = 30_000
const caches = new WeakMap<SigningKeys, Map<string, VerifiedClaims>>()

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const invalid = (why: string) => new ServiceError('forbidden', 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`)

/** Whether a token was made for this server's own surfaces: a signature alone says only who made it. */
export const isMadeForUs = ({ config }: ServiceContext, { aud, iss }: VerifiedClaims): boolean =>
	aud === 'authenticated' && iss === config.auth.issuer

/** Signs a user's access token with the current key. */
export function signAccessToken(keys: SigningKeys, claims: AccessClaims): string {
	const input = `${encode({ alg: 'ES256', kid: keys.current.kid, typ: 'JWT' })}.${encode(claims)}`
	const signature = sign('sha256', Buffer.from(input), { key: keys.current.privateKey, dsaEncoding: 'ieee-p1363' })
	return `${input}.${signature.toString('base64url')}`
}

function decodeObject(part: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
		if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
	} catch {
		// answered below like any other text that is not a token
	}
	throw invalid('token is malformed')
}

async function findKey(ctx: ServiceContext, kid: string): Promise<KeyObject> {
	const known = (await readRecentKeys(ctx.db, ctx.now())).publicKeys.get(kid)
	const key = known ?? (await reloadSigningKeys(ctx.db, ctx.now())).publicKeys.get(kid)
	if (!key) throw invalid('unrecognized JWT kid for algorithm ES256')
	return key
}

async function checkSignature(ctx: ServiceContext, token: string): Promise<VerifiedClaims> {
	const parts = token.split('.')
	const [head = '', body = '', signature = ''] = parts
	if (parts.length !== 3) throw invalid('token contains an invalid number of segments')
	const { alg, kid, typ, crit } = decodeObject(head)
	// The algorithm is ours, not the token's to choose: no `none`, and no HMAC keyed with a public key.
	if (alg !== 'ES256' || typeof kid !== 'string') throw invalid('signing method is invalid')
	// A token of another kind, or one whose extensions have to be understood.
	if ((typ !== undefined && typ !== 'JWT') || crit !== undefined) throw invalid('token is of another kind')
	const key = await findKey(ctx, kid)
	const isGenuine = verify(
		'sha256',
		Buffer.from(`${head}.${body}`),
		{ key, dsaEncoding: 'ieee-p1363' },
		Buffer.from(signature, 'base64url'),
	)
	if (!isGenuine) throw invalid('signature is invalid')
	const claims = decodeObject(body)
	if (typeof claims.exp !== 'number' || !Number.isFinite(claims.exp)) throw invalid('token has no expiry')
	return claims as VerifiedClaims
}

/**
 * Claims of a token that we signed and that has not expired. Verified tokens are remembered until they expire, since a
 * signature costs more than the rest of a request.
 * @throws ServiceError `bad_jwt` (403)
 */
export async function verifyAccessToken(ctx: ServiceContext, token: string): Promise<VerifiedClaims> {
	const keys = await readRecentKeys(ctx.db, ctx.now())
	const cache = caches.get(keys) ?? new Map<string, VerifiedClaims>()
	caches.set(keys, cache)
	const claims = cache.get(token) ?? (await checkSignature(ctx, token))
	if (claims.exp * 1000 <= ctx.now().getTime()) {
		cache.delete(token)
		throw invalid('token is expired')
	}
	const { nbf } = claims
	if (nbf !== undefined && !(typeof nbf === 'number' && nbf * 1000 <= ctx.now().getTime() + CLOCK_SKEW_MS))
		throw invalid('token is not valid yet')
	if (!cache.has(token)) {
		const [oldest] = cache.keys()
		if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest)
		cache.set(token, claims)
	}
	return claims
}
