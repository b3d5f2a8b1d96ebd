import { ResendBody } from '#contracts/auth.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { resendCode } from '#server/services/accounts/resend-code.ts'

import type { MessageLimits } from './message-limits.ts'

export const createPostResend =
	(limits: MessageLimits): HttpHandler =>
	async (c) => {
		const input = await readJson(c, ResendBody)
		await (input.phone ? limits.texts : limits.mails)(c)
		await resendCode(c.var.ctx, { ...input, redirectTo: c.req.query('redirect_to') ?? null })
		return c.json({})
	}
