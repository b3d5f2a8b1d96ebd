import type { ServiceContext } from '#server/services/context.ts'

import { findClient, type OauthClient } from './client-rows.ts'
import { isRightSecret } from './client-secret.ts'
import { OauthFailure } from './oauth-failure.ts'

/** Client authentication method; `none` sends only its id. */
export type ClientProof =
	| { method: 'none'; clientId: string }
	| { method: 'client_secret_basic' | 'client_secret_post'; clientId: string; secret: string }

const refused = () => new OauthFailure('invalid_client', 'Client authentication failed')

/**
 * The application that sends a request. One with a secret must send it, in the header or in the form: clients choose between
 * the two. An unknown application and a wrong secret get the same answer after the same time.
 * @throws OauthFailure invalid_client
 */
export async function authenticateClient(ctx: ServiceContext, proof: ClientProof): Promise<OauthClient> {
	const client = await findClient(ctx.db, proof.clientId)
	const isProven = proof.method === 'none' ? client?.client_type === 'public' : isRightSecret(client?.secret_hash ?? null, proof.secret)
	if (!client || !isProven) throw refused()
	return client
}
