export const CAPTCHA_PROVIDERS = ['hcaptcha', 'turnstile'] as const
export type CaptchaProvider = (typeof CAPTCHA_PROVIDERS)[number]

/** `captcha` of `GET /auth/v1/settings`; absent where no captcha is required. */
export type CaptchaWidget = { provider: CaptchaProvider; site_key: string }
