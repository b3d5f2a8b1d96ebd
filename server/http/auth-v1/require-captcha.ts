import { z } from 'zod'

import { ServiceError } from '#server/errors.ts'
import type { HttpContext, HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'

const LONGEST_TOKEN = 10_000
const Body = z.object({ gotrue_meta_security: z.object({ captcha_token: z.string().max(LONGEST_TOKEN).nullish() }).nullish() })

const refused = (reason: string) => new ServiceError('invalid', 'captcha_failed', `captcha protection: request disallowed (${reason})`)

async function requireCaptcha(c: HttpContext): Promise<void> {
	const { captcha, clientAddress } = c.var.ctx
	if (!captcha) return
	const token = (await readJson(c, Body)).gotrue_meta_security?.captcha_token?.trim()
	if (!token) throw refused('no captcha_token found')
	const verdict = await captcha(token, clientAddress)
	if (verdict === 'refused') throw refused('the captcha was not solved')
	if (verdict === 'unreachable') throw new Error('captcha: the provider gave no verdict')
}

/**
 * Lets a call through that brings a solved captcha, where the operator asks for one; before anything else is looked at
 * (AUTH_WIRE §5.1, §7). Missing or refused: 400 `captcha_failed`; no verdict: 500, and nobody passes.
 */
export const withCaptcha =
	(handler: HttpHandler): HttpHandler =>
	async (c, next) => {
		await requireCaptcha(c)
		return handler(c, next)
	}
