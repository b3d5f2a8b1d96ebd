import { SignUpBody } from '#contracts/auth.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import type { Limiter } from '#server/http/rate-limit.ts'
import { signInAnonymously } from '#server/services/identity/sign-in/sign-in-anonymously.ts'
import { signUp } from '#server/services/identity/sign-in/sign-up.ts'

import { sendSession } from './session-body.ts'
import { presentPendingUser } from './user-body.ts'

/** @param anonymous limit for anonymous accounts */
export const createPostSignup =
	(anonymous: Limiter): HttpHandler =>
	async (c) => {
		const input = await readJson(c, SignUpBody)
		if (!input.email && !input.phone) {
			if (c.var.ctx.config.auth.anonymousEnabled) await anonymous(c)
			return sendSession(c, await signInAnonymously(c.var.ctx, input))
		}
		const result = await signUp(c.var.ctx, { ...input, redirectTo: c.req.query('redirect_to') ?? null })
		return result.kind === 'session' ? sendSession(c, result.session) : c.json(presentPendingUser(result.user))
	}
