import { GenerateLinkBody, InviteBody } from '#contracts/auth-admin.ts'
import { presentUser } from '#server/http/auth-v1/user-body.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { generateLink } from '#server/services/operations/accounts/generate-link.ts'
import { inviteUser } from '#server/services/operations/accounts/invite-user.ts'

export const postInvite: HttpHandler = async (c) => {
	const body = await readJson(c, InviteBody)
	return c.json(presentUser(await inviteUser(c.var.ctx, { ...body, redirectTo: c.req.query('redirect_to') ?? null })))
}

export const postGenerateLink: HttpHandler = async (c) => {
	const body = await readJson(c, GenerateLinkBody)
	const link = await generateLink(c.var.ctx, body, c.req.query('redirect_to') ?? null)
	return c.json({
		...presentUser(link.user),
		action_link: link.url,
		email_otp: link.code,
		hashed_token: link.linkToken,
		verification_type: link.type,
		redirect_to: link.redirectTo,
	})
}
