import { createHmac, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto'

import { sessionRights, type SessionRights } from '#domain/auth/session-rights.ts'
import type { Config } from '#server/config/config.ts'
import { isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { type KeyContext, readRecentKeys, reloadSigningKeys, type SigningKeys } from './signing-keys.ts'

/** Role of an API key. `supabase_admin` counts as `service_role`. */
export type ApiKeyRole = 'anon' | 'service_role'

const ROLES: Record<string, ApiKeyRole> = { anon: 'anon', service_role: 'service_role', supabase_admin: 'service_role' }

/** Returns the role of a legacy JWT API key. Null for any token with a session or an account. */
export function roleOfApiKey({
	role,
	session_id: sessionId,
	sub,
}: {
	role?: unknown
	session_id?: unknown
	sub?: unknown
}): ApiKeyRole | null {
	if (sessionId !== undefined || typeof role !== 'string' || !Object.hasOwn(ROLES, role)) return null
	return typeof sub === 'string' && isUuid(sub) ? null : (ROLES[role] ?? null)
}

export type JwtConfig = Config['auth']['jwt']
export type JwtAlgorithm = NonNullable<JwtConfig['signer']>['alg']

/** Key and the only algorithm it may be used with. */
export type TokenKey = { alg: JwtAlgorithm; key: KeyObject }

const hmac = (key: KeyObject, input: Buffer) => createHmac('sha256', key).update(input).digest()

const toOptions = ({ alg, key }: TokenKey) => (alg === 'ES256' ? { key, dsaEncoding: 'ieee-p1363' as const } : key)
/** Hash algorithm for `sign` and `verify`; null for EdDSA (Ed25519), which has a built-in hash function. */
const hashOf = ({ alg }: TokenKey) => (alg === 'EdDSA' ? null : 'sha256')

const signToken = (key: TokenKey, input: Buffer): Buffer =>
	key.alg === 'HS256' ? hmac(key.key, input) : sign(hashOf(key), input, toOptions(key))

/** Verifies a signature; for HMAC, in constant time. */
function isSignedBy(key: TokenKey, input: Buffer, signature: Buffer): boolean {
	if (key.alg !== 'HS256') return verify(hashOf(key), input, toOptions(key), signature)
	const expected = hmac(key.key, input)
	return expected.length === signature.length && timingSafeEqual(expected, signature)
}

export type AmrEntry = { method: string; timestamp: number; provider?: string }

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
	/** Application that holds the token; `scope` contains its granted scopes. */
	client_id?: string
	scope?: string
	/** True for an operator's read-only view of a learner's pages (docs/adr/0343); `session_id` is the view's ID. */
	view_only?: true
}
/** Claims of a token whose signature and expiry were verified, but not its audience or session. Only an API key has no expiry. */
export type VerifiedClaims = Partial<AccessClaims> & { nbf?: unknown }

/** Returns the rights of a token. An application's token has a `client_id`. */
export const rightsOfToken = ({ client_id: client }: VerifiedClaims): SessionRights =>
	sessionRights[client === undefined ? 'learner' : 'application']

const MAX_CACHED = 10_000
const CLOCK_SKEW_MS = 30_000

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const invalid = (why: string) => new ServiceError('forbidden', 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`)

/** True if the token was issued for this server; a valid signature alone doesn't prove that. */
export const isIntendedForUs = ({ config }: ServiceContext, { aud, iss }: VerifiedClaims): boolean =>
	aud === config.auth.audience && iss === config.auth.issuer

export function signClaims({ current: { kid, alg, privateKey } }: SigningKeys, claims: { iss: string; aud: string; exp: number }): string {
	const input = `${encode({ alg, ...(kid !== null && { kid }), typ: 'JWT' })}.${encode(claims)}`
	return `${input}.${signToken({ alg, key: privateKey }, Buffer.from(input)).toString('base64url')}`
}

export const signAccessToken = (keys: SigningKeys, claims: AccessClaims): string => signClaims(keys, claims)

function decodeObject(part: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
		if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
	} catch {
		// The text isn't JSON, so it isn't a token.
	}
	throw invalid('token is malformed')
}

/** Finds the key of a token. A token without a `kid` was signed with the configured secret. */
async function findKey(keeper: KeyContext, kid: unknown): Promise<TokenKey> {
	const keys = await readRecentKeys(keeper)
	const known = kid === undefined ? keys.unnamed : typeof kid === 'string' ? keys.verifiers.get(kid) : undefined
	if (known) return known
	if (typeof kid !== 'string') throw invalid('signing method is invalid')
	const found = (await reloadSigningKeys(keeper)).verifiers.get(kid)
	if (!found) throw invalid('unrecognized JWT kid')
	return found
}

async function checkSignature(ctx: ServiceContext, token: string): Promise<VerifiedClaims> {
	const parts = token.split('.')
	const [head = '', body = '', signature = ''] = parts
	if (parts.length !== 3) throw invalid('token contains an invalid number of segments')
	const { alg, kid, typ, crit } = decodeObject(head)
	// Rejects other types of token, and critical extensions that we don't support.
	if ((typ !== undefined && typ !== 'JWT') || crit !== undefined) throw invalid('token has a different type')
	const key = await findKey(ctx, kid)
	// The key determines the algorithm. This prevents `none`, and HMAC keyed with a public key.
	if (alg !== key.alg) throw invalid('signing method is invalid')
	if (!isSignedBy(key, Buffer.from(`${head}.${body}`), Buffer.from(signature, 'base64url'))) throw invalid('signature is invalid')
	const claims = decodeObject(body)
	const needsNoExpiry = claims.exp === undefined && roleOfApiKey(claims) !== null
	if (!needsNoExpiry && !(typeof claims.exp === 'number' && Number.isFinite(claims.exp))) throw invalid('token has no expiry')
	return claims
}

/**
 * Verifies a token and returns its claims. Verified tokens are cached until they expire: a signature check costs more than the
 * rest of a request.
 * @throws ServiceError `bad_jwt` (403)
 */
export async function verifyAccessToken(ctx: ServiceContext, token: string): Promise<VerifiedClaims> {
	const { verified: cache } = await readRecentKeys(ctx)
	const claims = cache.get(token) ?? (await checkSignature(ctx, token))
	if (claims.exp !== undefined && claims.exp * 1000 <= ctx.now().getTime()) {
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
