import { createPrivateKey, createPublicKey, createSecretKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'

const LEAST_SECRET = 32
const LEAST_RSA_BITS = 2048

/** Secrets copied from public documentation: with one of them, anyone could sign tokens as the operator. */
const PUBLISHED_SECRETS: readonly string[] = [
	'super-secret-jwt-token-with-at-least-32-characters-long',
	'your-super-secret-jwt-token-with-at-least-32-characters-long',
]

type JwtAlgorithm = 'ES256' | 'RS256' | 'EdDSA' | 'HS256'

/** Key from the configuration. `kid` is null for a secret, whose tokens have no key ID. */
export type ConfiguredKey = {
	kid: string | null
	alg: JwtAlgorithm
	/** Public key, or the shared secret itself. */
	verifies: KeyObject
	/** Key that signs; null for one that only verifies. */
	signs: KeyObject | null
}

const Jwk = z.looseObject({
	kty: z.enum(['EC', 'RSA', 'OKP', 'oct']),
	kid: z.string().min(1).max(200),
	alg: z.string().optional(),
	crv: z.string().optional(),
	k: z.string().optional(),
	d: z.string().optional(),
	key_ops: z.array(z.string()).default([]),
})
type Jwk = z.output<typeof Jwk>

const ALGORITHMS: Record<string, JwtAlgorithm> = { 'EC P-256': 'ES256', 'OKP Ed25519': 'EdDSA', 'RSA ': 'RS256', 'oct ': 'HS256' }

function algorithmOf({ kty, crv = '', alg }: Jwk): JwtAlgorithm {
	const fitting = ALGORITHMS[`${kty} ${kty === 'EC' || kty === 'OKP' ? crv : ''}`]
	if (fitting === undefined || (alg !== undefined && alg !== fitting)) throw new Error('only ES256, RS256, EdDSA and HS256 are supported')
	return fitting
}

function toSecret(bytes: Buffer): KeyObject {
	if (bytes.length < LEAST_SECRET) throw new Error(`needs at least ${LEAST_SECRET} bytes`)
	return createSecretKey(bytes)
}

/** @throws Error that explains the problem without revealing any of the key */
function toKey(jwk: Jwk): ConfiguredKey {
	const alg = algorithmOf(jwk)
	const isSigner = jwk.key_ops.includes('sign')
	if (alg === 'HS256') {
		const secret = toSecret(Buffer.from(jwk.k ?? '', 'base64url'))
		return { kid: jwk.kid, alg, verifies: secret, signs: isSigner ? secret : null }
	}
	if (isSigner && jwk.d === undefined) throw new Error('has no private part to sign with')
	try {
		const verifies = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })
		const bits = verifies.asymmetricKeyDetails?.modulusLength ?? LEAST_RSA_BITS
		if (bits >= LEAST_RSA_BITS)
			return { kid: jwk.kid, alg, verifies, signs: isSigner ? createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' }) : null }
	} catch {
		throw new Error('cannot be read')
	}
	throw new Error(`needs at least ${LEAST_RSA_BITS} bits`)
}

function readKeys(text: string): ConfiguredKey[] {
	let parsed: unknown
	try {
		parsed = JSON.parse(text)
	} catch {
		throw new Error('must be a JSON array of keys (JWK)')
	}
	const list = z.array(Jwk).min(1).safeParse(parsed)
	if (!list.success) throw new Error('must be a JSON array of keys (JWK), each with kty and kid')
	const keys = list.data.map((jwk) => {
		try {
			return toKey(jwk)
		} catch (error) {
			throw new Error(`the key ${jwk.kid} ${error instanceof Error ? error.message : ''}`, { cause: error })
		}
	})
	if (new Set(keys.map(({ kid }) => kid)).size < keys.length) throw new Error('has the same kid twice')
	if (keys.filter(({ signs }) => signs !== null).length !== 1) throw new Error('must contain exactly one key with "sign" in its key_ops')
	return keys
}

const jwks = z.string().transform((text, issues) => {
	try {
		return readKeys(text)
	} catch (error) {
		issues.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'cannot be read' })
		return z.NEVER
	}
})

export const jwtVariables = {
	GOTRUE_JWT_EXP: z.coerce.number().int().min(1).max(31_536_000).default(3600),
	GOTRUE_JWT_SECRET: z.string().min(LEAST_SECRET, `must have at least ${LEAST_SECRET} characters`).max(1000).optional(),
	GOTRUE_JWT_KEY_ID: z.string().max(200).optional(),
	GOTRUE_JWT_KEYS: jwks.optional(),
	GOTRUE_JWT_ISSUER: z.string().max(500).optional(),
	GOTRUE_JWT_AUD: z.string().max(200).default('authenticated'),
}

type JwtVariables = z.output<z.ZodObject<typeof jwtVariables>>

export function findJwtProblem(env: JwtVariables & { NODE_ENV: string }): { variable: keyof JwtVariables; message: string } | null {
	if (env.GOTRUE_JWT_KEY_ID !== undefined && env.GOTRUE_JWT_SECRET === undefined)
		return { variable: 'GOTRUE_JWT_KEY_ID', message: 'is the name of GOTRUE_JWT_SECRET, which is not set' }
	if (env.NODE_ENV === 'production' && PUBLISHED_SECRETS.includes(env.GOTRUE_JWT_SECRET ?? ''))
		return { variable: 'GOTRUE_JWT_SECRET', message: 'is a public example; generate your own' }
	return null
}

/** @param url public URL of /auth/v1, which is the default issuer */
export function toJwtConfig(env: JwtVariables, url: string) {
	const bytes = env.GOTRUE_JWT_SECRET === undefined ? null : createSecretKey(Buffer.from(env.GOTRUE_JWT_SECRET))
	const secret: ConfiguredKey | null = bytes && { kid: env.GOTRUE_JWT_KEY_ID ?? null, alg: 'HS256', verifies: bytes, signs: bytes }
	const keys = env.GOTRUE_JWT_KEYS ?? []
	return {
		accessTokenSeconds: env.GOTRUE_JWT_EXP,
		issuer: env.GOTRUE_JWT_ISSUER ?? url,
		audience: env.GOTRUE_JWT_AUD,
		jwt: {
			/** Key that signs tokens; null uses the server's own keys. */
			signer: keys.find(({ signs }) => signs !== null) ?? secret,
			keys,
			/** Secret for tokens without a key ID. */
			secret,
		},
	}
}
