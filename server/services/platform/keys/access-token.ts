import { type SessionRights, sessionRights } from '#domain/auth/session-rights.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { roleOfApiKey } from './api-key-role.ts'
import { type Keeper, readRecentKeys, reloadSigningKeys, type SigningKeys } from './signing-keys.ts'
import { isSignedBy, signToken, type TokenKey } from './token-algorithms.ts'

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
	/** In a token that an application holds: which application, and the scopes that it was granted. */
	client_id?: string
	scope?: string
	/** An operator looks on: the token only reads (docs/adr/0343), and `session_id` is that of the view. */
	view_only?: true
}
/** Claims of a verified token: only signature and expiry are proven. Only an API key has no expiry. */
export type VerifiedClaims = Partial<AccessClaims> & { nbf?: unknown }

/** Rights of a token; an application's has its id. */
export const rightsOfToken = ({ client_id: client }: VerifiedClaims): SessionRights =>
	sessionRights[client === undefined ? 'learner' : 'application']

const MAX_CACHED = 10_000
const CLOCK_SKEW_MS = 30_000

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const invalid = (why: string) => new ServiceError('forbidden', 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`)

/** True if a token was made for this server's own endpoints: a signature only says who made it. */
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
		// handled below like any other text that is not a token
	}
	throw invalid('token is malformed')
}

/** A token that names no key was signed with the configured secret. */
async function findKey(keeper: Keeper, kid: unknown): Promise<TokenKey> {
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
	// A token of another kind, or one whose extensions have to be understood.
	if ((typ !== undefined && typ !== 'JWT') || crit !== undefined) throw invalid('token is of another kind')
	const key = await findKey(ctx, kid)
	// The algorithm is the key's, not the token's to choose: no `none`, and no HMAC keyed with a public key.
	if (alg !== key.alg) throw invalid('signing method is invalid')
	if (!isSignedBy(key, Buffer.from(`${head}.${body}`), Buffer.from(signature, 'base64url'))) throw invalid('signature is invalid')
	const claims = decodeObject(body)
	const mayLast = claims.exp === undefined && roleOfApiKey(claims) !== null
	if (!mayLast && !(typeof claims.exp === 'number' && Number.isFinite(claims.exp))) throw invalid('token has no expiry')
	return claims
}

/**
 * Claims of a token that we signed and that has not expired. Verified tokens are cached until they expire, since a signature
 * check costs more than the rest of a request.
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
