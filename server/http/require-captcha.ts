import { z } from 'zod'

import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { isTrustedOrigin } from '#server/services/identity/accounts/trusted-origin.ts'
import { formsBusy, isExemptFromFormBudget } from '#server/services/identity/codes/message-turn.ts'
import { fileProofBits } from '#server/services/people/quotas/require-upload-quota.ts'
import { readApiKey } from '#server/services/platform/keys/server-secret.ts'

import { readBearer } from './access.ts'
import { type HttpContext, type HttpHandler, readJson } from './environment.ts'
import { spendProof } from './proof-of-work.ts'

const MAX_TOKEN_LENGTH = 10_000
const Body = z.object({ gotrue_meta_security: z.object({ captcha_token: z.string().max(MAX_TOKEN_LENGTH).nullish() }).nullish() })
const Recipient = z.object({ email: z.string().max(320).nullish(), phone: z.string().max(40).nullish() })

const refused = (reason: string) => new ServiceError('invalid', 'captcha_failed', `captcha protection: request disallowed (${reason})`)

/** True for the operator's programs, which can't solve a captcha. An invalid token isn't refused here: it grants nothing. */
async function isOperator(c: HttpContext): Promise<boolean> {
	const token = readBearer(c)
	return token !== null && (await readApiKey(c.var.ctx, token).catch(() => null)) === 'service_role'
}

const readToken = async (c: HttpContext) => (await readJson(c, Body)).gotrue_meta_security?.captcha_token?.trim()

async function requireCaptcha(c: HttpContext): Promise<void> {
	if (!c.var.ctx.captcha || (await isOperator(c))) return
	await requireSolved(c.var.ctx, await readToken(c))
}

async function requireSolved({ captcha, clientAddress }: ServiceContext, token: string | undefined): Promise<void> {
	if (!token) throw refused('no captcha_token found')
	const verdict = await captcha?.(token, clientAddress)
	if (verdict === 'refused') throw refused('the captcha was not solved')
	if (verdict === 'unreachable') throw new Error('captcha: the provider gave no verdict')
}

/**
 * Requires a proof of work while unusually many messages are requested. Trusted origins, the operator's programs and local
 * development are exempt.
 * @throws ServiceError captcha_failed (400) if the proof is missing or invalid
 */
async function requireProof(c: HttpContext): Promise<void> {
	const { ctx } = c.var
	const { email, phone } = await readJson(c, Recipient)
	if (ctx.isLocalDevelopment) return
	const bits = await ctx.messageBudget.proofBits(ctx.db, phone ? 'texts' : 'mails')
	if (bits === 0 || (await isTrustedOrigin(ctx, { email, phone })) || (await isOperator(c))) return
	await requireSpent(ctx, { proof: await readToken(c), bits })
}

async function requireSpent(ctx: ServiceContext, { proof, bits }: { proof: string | undefined; bits: number }): Promise<void> {
	if (!proof) throw refused(`no captcha_token found; solve proof_of_work of /auth/v1/settings and send challenge.nonce`)
	if (!(await spendProof(ctx, proof, bits))) throw refused('the proof of work is invalid or expired')
}

const formBits = async (ctx: ServiceContext, hasFile: boolean) =>
	Math.max(await ctx.messageBudget.proofBits(ctx.db, 'forms'), hasFile ? await fileProofBits(ctx) : 0)

/**
 * Requires a captcha under heavy use, or a proof of work if no captcha is configured. Call it before a form emails an unconfirmed
 * address or stores a file.
 * @throws ServiceError captcha_failed (400)
 */
export async function requireAbuseCheck(c: HttpContext, email: string, hasFile = false): Promise<void> {
	const { ctx } = c.var
	const bits = await formBits(ctx, hasFile)
	if (bits === 0 || (await isExemptFromFormBudget(ctx, email)) || (await isOperator(c))) return
	const token = c.req.header('captcha-token')?.slice(0, MAX_TOKEN_LENGTH).trim()
	await (ctx.captcha ? requireSolved(ctx, token) : requireSpent(ctx, { proof: token, bits }))
}

/**
 * Refuses forms posted without JavaScript while requireAbuseCheck would demand a captcha or proof of work, which they can't
 * provide.
 * @throws ServiceError forms_busy (429)
 */
export async function refuseScriptlessFormUnderLoad(c: HttpContext, email: string, hasFile = false): Promise<void> {
	const { ctx } = c.var
	if ((await formBits(ctx, hasFile)) > 0 && !(await isExemptFromFormBudget(ctx, email)))
		throw formsBusy((await ctx.messageBudget.read(ctx.db, 'forms')).seconds)
}

/**
 * Like `withCaptcha`, for endpoints that send a message. Without a configured captcha, requires a proof of work while unusually
 * many messages are requested; trusted origins and the operator's own programs are exempt.
 */
export const withAbuseCheck =
	(handler: HttpHandler): HttpHandler =>
	async (c, next) => {
		await (c.var.ctx.captcha ? requireCaptcha(c) : requireProof(c))
		return handler(c, next)
	}

/**
 * Requires a captcha, if one is configured, before any other check; the operator's own programs are exempt. Missing or refused:
 * 400 `captcha_failed`; no verdict: 500.
 */
export const withCaptcha =
	(handler: HttpHandler): HttpHandler =>
	async (c, next) => {
		await requireCaptcha(c)
		return handler(c, next)
	}
