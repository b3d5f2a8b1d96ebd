import { ServiceError } from '#server/errors.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { requireFreshChange } from '#server/services/accounts/fresh-proof.ts'
import { LOGOUT_SCOPES, type LogoutScope, signOut } from '#server/services/sessions/end-sessions.ts'

import { requireSignedIn } from './signed-in.ts'

const isScope = (scope: string): scope is LogoutScope => (LOGOUT_SCOPES as readonly string[]).includes(scope)

export const postLogout: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	const scope = c.req.query('scope') ?? 'global'
	if (!isScope(scope)) throw new ServiceError('invalid', 'validation_failed', `Unsupported logout scope "${scope.slice(0, 50)}"`)
	// The way out is always open. Ending the sessions of others in one's name is not, where our pages opened this one.
	if (scope !== 'local') await requireFreshChange(c.var.ctx, c.var.ctx.db, caller)
	await signOut(c.var.ctx, caller, scope)
	return c.body(null, 204)
}
