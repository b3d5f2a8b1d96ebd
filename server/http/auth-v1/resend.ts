import { ResendBody } from '#contracts/auth.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { resendCode } from '#server/services/identity/sign-in/resend-code.ts'

export const postResend: HttpHandler = async (c) => {
	await resendCode(c.var.ctx, { ...(await readJson(c, ResendBody)), redirectTo: c.req.query('redirect_to') ?? null })
	return c.json({})
}
