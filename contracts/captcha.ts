export const CAPTCHA_PROVIDERS = ['hcaptcha', 'turnstile'] as const
export type CaptchaProvider = (typeof CAPTCHA_PROVIDERS)[number]

/** `captcha` in the response of `GET /auth/v1/settings`; missing if no CAPTCHA is required. */
export type CaptchaWidget = { provider: CaptchaProvider; site_key: string }
