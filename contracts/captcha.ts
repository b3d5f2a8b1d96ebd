/** Who can ask whether a person is there (AUTH_WIRE §7). */
export const CAPTCHA_PROVIDERS = ['hcaptcha', 'turnstile'] as const
export type CaptchaProvider = (typeof CAPTCHA_PROVIDERS)[number]

/** `captcha` of `GET /auth/v1/settings`; absent where none is asked for. */
export type CaptchaWidget = { provider: CaptchaProvider; site_key: string }
