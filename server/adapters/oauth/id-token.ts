import type { JWTPayload } from 'jose'
import { createHash, timingSafeEqual } from 'node:crypto'

import type { GuardedFetch } from '#server/adapters/network/port.ts'

import { type IdTokenInput, type ProviderConfig, ProviderError } from './port.ts'

/** Accepted algorithms. All are asymmetric, so that only the provider can sign: a shared secret and `none` are refused. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const
const CLOCK_SECONDS = 30
const MAX_AGE = '1 day'

type Trust = {
	provider: ProviderConfig
	/** Issuer in the provider's discovery document, not from the caller. */
	issuer: string
	jwksUri: string
	fetch: GuardedFetch
	now: () => Date
}

const invalid = (message: string) => new ProviderError('invalid', message)
const sha = (bits: string, text: string) => createHash(`sha${bits}`).update(text).digest()
const isSame = (a: string, b: string) => timingSafeEqual(sha('256', a), sha('256', b))

/**
 * Checks that the nonce in the token is the SHA-256 (in hex) of the one that was sent.
 * @throws ProviderError unless it is, or both are absent
 */
function checkNonce(claimed: unknown, sent: string | null): void {
	if ((typeof claimed === 'string') !== (sent !== null)) throw invalid('only one of token and request has a nonce')
	if (typeof claimed === 'string' && sent !== null && !isSame(claimed, sha('256', sent).toString('hex'))) throw invalid('wrong nonce')
}

/**
 * Checks the hash of the access token (OpenID Connect Core 3.1.3.6). Skips the check if there is no access token, or no hash of it in the
 * identity token.
 * @throws ProviderError
 */
function checkAccessToken(claimed: unknown, { accessToken, alg }: { accessToken: string | null; alg: string }): void {
	if (accessToken === null || typeof claimed !== 'string') return
	const hash = sha(alg === 'EdDSA' ? '512' : alg.slice(2), accessToken)
	if (!isSame(claimed, hash.subarray(0, hash.length / 2).toString('base64url')))
		throw invalid('the access token does not match the identity token')
}

/**
 * Requires an asymmetric signature algorithm before the provider's keys are fetched.
 * @throws ProviderError
 */
export async function requireTokenForm(idToken: string): Promise<void> {
	const { decodeProtectedHeader } = await import('jose')
	const readHeader = () => {
		try {
			return decodeProtectedHeader(idToken)
		} catch {
			throw invalid('not a token')
		}
	}
	const { alg } = readHeader()
	if (!(ALGORITHMS as readonly unknown[]).includes(alg)) throw invalid('a signature algorithm that is not asymmetric')
}

/**
 * Verifies an identity token and returns its claims.
 * @throws ProviderError if a check fails or the provider's keys can't be fetched
 */
export async function checkIdToken(
	{ idToken, accessToken, nonce }: IdTokenInput,
	{ provider, issuer, jwksUri, fetch, now }: Trust,
): Promise<JWTPayload & { sub: string }> {
	const { createLocalJWKSet, jwtVerify } = await import('jose')
	const keys = await fetch(jwksUri)
	if (!keys.ok) throw new ProviderError('unreachable', `the provider's key endpoint returned ${keys.status}`)
	const verified = await jwtVerify(idToken, createLocalJWKSet((await keys.json()) as Parameters<typeof createLocalJWKSet>[0]), {
		issuer,
		audience: [...provider.clientIds],
		algorithms: [...ALGORITHMS],
		clockTolerance: CLOCK_SECONDS,
		currentDate: now(),
		maxTokenAge: MAX_AGE,
		requiredClaims: ['sub', 'iat', 'exp'],
	}).catch((error: unknown) => {
		throw invalid(error instanceof Error ? error.message : 'not a token')
	})
	const { payload, protectedHeader } = verified
	const { sub, azp } = payload
	if (!sub) throw invalid('no subject')
	// `azp` names the client that the token was issued to. A different client could otherwise replay it here.
	if (typeof azp === 'string' && !provider.clientIds.includes(azp)) throw invalid('authorized for another client')
	checkNonce(payload.nonce, nonce)
	checkAccessToken(payload.at_hash, { accessToken, alg: protectedHeader.alg })
	return { ...payload, sub }
}
