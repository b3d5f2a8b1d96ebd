import type { HttpHandler } from '#server/http/environment.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { LOGOUT_SCOPES, type LogoutScope, signOut } from '#server/services/identity/sessions/end-sessions.ts'
import { requireFreshChange } from '#server/services/identity/sessions/fresh-proof.ts'

import { requireSignedIn } from './signed-in.ts'

const isScope = (scope: string): scope is LogoutScope => (LOGOUT_SCOPES as readonly string[]).includes(scope)

export const postLogout: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	const scope = c.req.query('scope') ?? 'global'
	if (!isScope(scope)) throw new ServiceError('invalid', 'validation_failed', `Unsupported logout scope "${scope.slice(0, 50)}"`)
	// A session may always end itself. To end the account's other sessions, a session opened by our pages needs a fresh proof.
	if (scope !== 'local') await requireFreshChange(c.var.ctx, c.var.ctx.db, caller)
	await signOut(c.var.ctx, caller, scope)
	return c.body(null, 204)
}
