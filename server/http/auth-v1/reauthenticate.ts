import type { HttpHandler } from '#server/http/environment.ts'
import { reauthenticate } from '#server/services/identity/sign-in/reauthenticate.ts'

import { requireSignedIn } from './signed-in.ts'

/** A GET that sends a message, as in GoTrue; other sites' pages cannot trigger it, since it needs the bearer token. */
export const getReauthenticate: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	// A HEAD request sends nothing.
	if (c.req.method !== 'HEAD') await reauthenticate(c.var.ctx, caller)
	return c.json({})
}
