import { SignUpBody } from '#contracts/auth.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { signUp } from '#server/services/accounts/sign-up.ts'

import { sendSession } from './session-body.ts'
import { presentPendingUser } from './user-body.ts'

export const postSignup: HttpHandler = async (c) => {
	const input = await readJson(c, SignUpBody)
	const result = await signUp(c.var.ctx, { ...input, redirectTo: c.req.query('redirect_to') ?? null })
	return result.kind === 'session' ? sendSession(c, result.session) : c.json(presentPendingUser(result.user))
}
