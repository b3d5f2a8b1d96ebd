import type { HttpHandler } from '#server/http/environment.ts'
import { reauthenticate } from '#server/services/identity/sign-in/reauthenticate.ts'

import { requireSignedIn } from './signed-in.ts'

/** A GET that sends a message, as upstream has it; the bearer token keeps pages of others from causing it. */
export const getReauthenticate: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	// Probing with HEAD sends nothing.
	if (c.req.method !== 'HEAD') await reauthenticate(c.var.ctx, caller)
	return c.json({})
}
