import { OtpBody } from '#contracts/auth.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { startOtp } from '#server/services/accounts/start-otp.ts'

import type { MessageLimits } from './message-limits.ts'

/** Also answers under its old name, /magiclink. */
export const createPostOtp =
	(limits: MessageLimits): HttpHandler =>
	async (c) => {
		const input = await readJson(c, OtpBody)
		await (input.phone ? limits.texts : limits.mails)(c)
		await startOtp(c.var.ctx, { ...input, redirectTo: c.req.query('redirect_to') ?? null })
		return c.json({})
	}
