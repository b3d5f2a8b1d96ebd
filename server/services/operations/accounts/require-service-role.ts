import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { readApiKey } from '#server/services/platform/keys/read-api-key.ts'

/**
 * Requires one of the operator's keys: the secret API key, or a signed key with the role `service_role` or `supabase_admin`. A
 * token of a session or account is never accepted, whatever its role.
 * @param token null if the request has none
 * @throws ServiceError no_authorization (401), bad_jwt, not_admin (403)
 */
export async function requireServiceRole(ctx: ServiceContext, token: string | null): Promise<void> {
	if (token === null) throw new ServiceError('unauthenticated', 'no_authorization', 'This endpoint requires a valid Bearer token')
	if ((await readApiKey(ctx, token)) !== 'service_role') throw new ServiceError('forbidden', 'not_admin', 'User not allowed')
}
