import type { CaptchaProvider } from '#contracts/captcha.ts'

/** Origins of each widget's frame, styles and calls. Its script is allowed because a script of ours loads it. */
const ORIGINS: Record<CaptchaProvider, string> = {
	hcaptcha: 'https://hcaptcha.com https://*.hcaptcha.com',
	turnstile: 'https://challenges.cloudflare.com',
}

/** A page's policy with the only third party it may load from: the captcha that the operator has configured. */
export function allowCaptcha(policy: string, provider: CaptchaProvider | null): string {
	if (provider === null) return policy
	const origins = ORIGINS[provider]
	const widened = policy.replace(/(^|; )((?:style|connect)-src [^;]+)/g, `$1$2 ${origins}`)
	return `${widened}; frame-src ${origins}`
}
