import type { HttpHandler } from '#server/http/environment.ts'
import { reauthenticate } from '#server/services/identity/sign-in/reauthenticate.ts'

import { requireSignedIn } from './signed-in.ts'

/**
 * Sends a code. A GET with side effects, as in GoTrue; other sites' pages can't trigger it, because it requires the bearer token.
 */
export const sendReauthenticationCode: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	// A HEAD request must not send a message.
	if (c.req.method !== 'HEAD') await reauthenticate(c.var.ctx, caller)
	return c.json({})
}
