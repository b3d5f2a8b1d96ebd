import { z } from 'zod'

import { ServiceError } from '#server/errors.ts'
import { readBearer } from '#server/http/access.ts'
import type { HttpContext, HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { readApiKey } from '#server/services/keys/read-api-key.ts'

const LONGEST_TOKEN = 10_000
const Body = z.object({ gotrue_meta_security: z.object({ captcha_token: z.string().max(LONGEST_TOKEN).nullish() }).nullish() })

const refused = (reason: string) => new ServiceError('invalid', 'captcha_failed', `captcha protection: request disallowed (${reason})`)

/** A program has nobody who could solve one. A token that is not good is no reason to refuse here: it opens nothing. */
async function isOperator(c: HttpContext): Promise<boolean> {
	const token = readBearer(c)
	return token !== null && (await readApiKey(c.var.ctx, token).catch(() => null)) === 'service_role'
}

async function requireCaptcha(c: HttpContext): Promise<void> {
	const { captcha, clientAddress } = c.var.ctx
	if (!captcha || (await isOperator(c))) return
	const token = (await readJson(c, Body)).gotrue_meta_security?.captcha_token?.trim()
	if (!token) throw refused('no captcha_token found')
	const verdict = await captcha(token, clientAddress)
	if (verdict === 'refused') throw refused('the captcha was not solved')
	if (verdict === 'unreachable') throw new Error('captcha: the provider gave no verdict')
}

/**
 * Lets a call through that brings a solved captcha, where the operator asks for one; before anything else is looked at
 * (AUTH_WIRE §5.1, §7); not of the operator's programs. Missing or refused: 400 `captcha_failed`; no verdict: 500, and nobody passes.
 */
export const withCaptcha =
	(handler: HttpHandler): HttpHandler =>
	async (c, next) => {
		await requireCaptcha(c)
		return handler(c, next)
	}
