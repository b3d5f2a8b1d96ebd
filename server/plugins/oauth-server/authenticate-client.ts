import { randomBytes, timingSafeEqual } from 'node:crypto'

import { sha256 } from '#server/kernel/sha256.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { findClient, type OauthClient, OauthFailure } from './clients.ts'

/** Creates a secret of 43 letters, digits, `-` and `_`. */
export const makeSecret = (): string => randomBytes(32).toString('base64url')

const DUMMY_HASH = sha256(makeSecret())

/** Compares a secret with its hash. Takes the same time for every guess, even for an unknown application (null). */
function isRightSecret(hash: Buffer | null, secret: string): boolean {
	const matches = timingSafeEqual(sha256(secret), hash ?? DUMMY_HASH)
	return hash !== null && matches
}

/** Credentials of a client by authentication method; `none` sends only the ID. */
export type ClientProof =
	| { method: 'none'; clientId: string }
	| { method: 'client_secret_basic' | 'client_secret_post'; clientId: string; secret: string }

const invalidClient = () => new OauthFailure('invalid_client', 'Client authentication failed')

/**
 * Authenticates an application, which must send its secret if it has one. An unknown application and a wrong secret give the same error
 * after the same time.
 * @throws OauthFailure invalid_client
 */
export async function authenticateClient(ctx: ServiceContext, proof: ClientProof): Promise<OauthClient> {
	const client = await findClient(ctx.db, proof.clientId)
	const isProven = proof.method === 'none' ? client?.client_type === 'public' : isRightSecret(client?.secret_hash ?? null, proof.secret)
	if (!client || !isProven) throw invalidClient()
	return client
}
