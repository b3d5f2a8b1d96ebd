import { z } from 'zod'

import { CAPTCHA_PROVIDERS, type CaptchaProvider } from '#contracts/captcha.ts'

import { flag } from './variable.ts'

const duration = z
	.string()
	.regex(/^[1-9]\d?s$/, 'must be whole seconds below 100, e.g. 10s')
	.transform((text) => Number.parseInt(text, 10) * 1000)

/** Captcha variables. GoTrue has no variable for the site key, which is public. */
export const captchaVariables = {
	GOTRUE_SECURITY_CAPTCHA_ENABLED: flag.default(false),
	GOTRUE_SECURITY_CAPTCHA_PROVIDER: z.enum(CAPTCHA_PROVIDERS).default('hcaptcha'),
	GOTRUE_SECURITY_CAPTCHA_SECRET: z.string().min(1).max(200).optional(),
	GOTRUE_SECURITY_CAPTCHA_TIMEOUT: duration.prefault('10s'),
	CAPTCHA_SITE_KEY: z
		.string()
		.regex(/^[\w-]{1,100}$/)
		.optional(),
}

type CaptchaVariables = z.output<z.ZodObject<typeof captchaVariables>>

export type CaptchaConfig = { provider: CaptchaProvider; secret: string; siteKey: string; timeoutMs: number }

export function missingCaptchaVariable(env: CaptchaVariables): keyof CaptchaVariables | null {
	if (!env.GOTRUE_SECURITY_CAPTCHA_ENABLED) return null
	if (!env.GOTRUE_SECURITY_CAPTCHA_SECRET) return 'GOTRUE_SECURITY_CAPTCHA_SECRET'
	return env.CAPTCHA_SITE_KEY ? null : 'CAPTCHA_SITE_KEY'
}

export function toCaptchaConfig(env: CaptchaVariables): CaptchaConfig | null {
	const { GOTRUE_SECURITY_CAPTCHA_SECRET: secret, CAPTCHA_SITE_KEY: siteKey } = env
	if (!env.GOTRUE_SECURITY_CAPTCHA_ENABLED || !secret || !siteKey) return null
	return { provider: env.GOTRUE_SECURITY_CAPTCHA_PROVIDER, secret, siteKey, timeoutMs: env.GOTRUE_SECURITY_CAPTCHA_TIMEOUT }
}
