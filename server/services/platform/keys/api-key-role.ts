import { isUuid } from '#server/db/uuid.ts'

/** Roles of an API key. `supabase_admin` counts as `service_role`. */
export type ApiKeyRole = 'anon' | 'service_role'

const ROLES: Record<string, ApiKeyRole> = { anon: 'anon', service_role: 'service_role', supabase_admin: 'service_role' }

/**
 * Returns the role of an API key in the older, signed format, which contains a role but no user. Null for anything else,
 * including any token with a session or an account, whatever its role.
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
