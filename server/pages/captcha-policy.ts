import type { CaptchaProvider } from '#contracts/captcha.ts'

/** Origins of each widget. `strict-dynamic` allows its script, because our own script loads it. */
const ORIGINS: Record<CaptchaProvider, string> = {
	hcaptcha: 'https://hcaptcha.com https://*.hcaptcha.com',
	turnstile: 'https://challenges.cloudflare.com',
}

/** Allows a page to load the captcha, the only third party it may load anything from. */
export function allowCaptcha(policy: string, provider: CaptchaProvider | null): string {
	if (provider === null) return policy
	const origins = ORIGINS[provider]
	const widened = policy.replace(/(^|; )((?:style|connect)-src [^;]+)/g, `$1$2 ${origins}`)
	return `${widened}; frame-src ${origins}`
}
