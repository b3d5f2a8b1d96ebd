import type { ServiceContext } from '#server/services/context.ts'

import { findClient, type OauthClient } from './client-rows.ts'
import { isRightSecret } from './client-secret.ts'
import { OauthFailure } from './oauth-failure.ts'

/** Credentials of a client by authentication method; `none` sends only the id. */
export type ClientProof =
	| { method: 'none'; clientId: string }
	| { method: 'client_secret_basic' | 'client_secret_post'; clientId: string; secret: string }

const refused = () => new OauthFailure('invalid_client', 'Client authentication failed')

/**
 * Authenticates the application that sends a request. An application with a secret must send it, in the header or in the form. An
 * unknown application and a wrong secret give the same error after the same time.
 * @throws OauthFailure invalid_client
 */
export async function authenticateClient(ctx: ServiceContext, proof: ClientProof): Promise<OauthClient> {
	const client = await findClient(ctx.db, proof.clientId)
	const isProven = proof.method === 'none' ? client?.client_type === 'public' : isRightSecret(client?.secret_hash ?? null, proof.secret)
	if (!client || !isProven) throw refused()
	return client
}
