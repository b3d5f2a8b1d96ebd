import { SendOtpBody } from '#contracts/auth.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { startOtp } from '#server/services/identity/sign-in/start-otp.ts'

/** Sends a sign-in code. Also mounted under its old name, /magiclink. */
export const postOtp: HttpHandler = async (c) => {
	await startOtp(c.var.ctx, { ...(await readJson(c, SendOtpBody)), redirectTo: c.req.query('redirect_to') ?? null })
	return c.json({})
}
