import { isUuid } from '#server/db/uuid.ts'

/** The two roles a key may speak for; a key of `supabase_admin` counts as the second. */
export type ApiKeyRole = 'anon' | 'service_role'

const ROLES: Record<string, ApiKeyRole> = { anon: 'anon', service_role: 'service_role', supabase_admin: 'service_role' }

/**
 * Role of an API key in the older, signed form: it names a role and no person. Null for everything else, and so for every token that names
 * a session or an account, whatever its role.
 */
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
