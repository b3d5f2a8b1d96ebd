import type { CaptchaProvider } from '#contracts/captcha.ts'

/**
 * Origins of each widget's frames, styles and requests. Its script is allowed by `strict-dynamic`, because our own script loads
 * it.
 */
const ORIGINS: Record<CaptchaProvider, string> = {
	hcaptcha: 'https://hcaptcha.com https://*.hcaptcha.com',
	turnstile: 'https://challenges.cloudflare.com',
}

/** Adds the configured captcha to a page's policy, the only third party from which a page may load anything. */
export function allowCaptcha(policy: string, provider: CaptchaProvider | null): string {
	if (provider === null) return policy
	const origins = ORIGINS[provider]
	const widened = policy.replace(/(^|; )((?:style|connect)-src [^;]+)/g, `$1$2 ${origins}`)
	return `${widened}; frame-src ${origins}`
}
