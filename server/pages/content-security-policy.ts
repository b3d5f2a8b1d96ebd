import { createHash } from 'node:crypto'

import type { CaptchaProvider } from '#contracts/captcha.ts'

const sourceHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Removes the values of attributes, because their text could look like markup. */
const withoutValues = (markup: string) => markup.replaceAll(/="[^"]*"/g, '=""')

const isCode = (attributes: string) => !/\ssrc=/.test(withoutValues(attributes)) && !/\stype="application\/(?:ld\+)?json"/.test(attributes)

function inlineScripts(html: string): string[] {
	const blocks = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
	return blocks.filter(([, attributes, code]) => isCode(attributes ?? '') && code).map(([, , code]) => sourceHash(code ?? ''))
}

const inlineStyles = (html: string) => [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => sourceHash(css ?? ''))

/**
 * Builds the strictest policy with which a rendered page works.
 * @throws Error for a style attribute or an inline event handler, which the policy would silently block
 */
export function contentSecurityPolicy(html: string, page: string): string {
	const markup = withoutValues(html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ''))
	const blocked = /<[a-z][^>]*?\s(style|on[a-z]+)="/i.exec(markup)
	if (blocked) throw new Error(`${page}: a ${blocked[1]} attribute in the markup is blocked by the content security policy`)
	const scripts = [...new Set(inlineScripts(html))].join(' ')
	const styles = [...new Set(inlineStyles(html))].join(' ')
	return [
		`default-src 'self'`,
		`script-src ${scripts ? `'strict-dynamic' ${scripts}` : `'none'`}`,
		`style-src 'self'${styles && ` ${styles}`}`,
		`img-src 'self' data:`,
		`font-src 'self'`,
		`connect-src 'self'`,
		`worker-src 'self'`,
		`object-src 'none'`,
		`base-uri 'none'`,
		`form-action 'self'`,
		`frame-ancestors 'none'`,
	].join('; ')
}

/** Origins of each widget. `strict-dynamic` allows its script, because our own script loads it. */
const ORIGINS: Record<CaptchaProvider, string> = {
	hcaptcha: 'https://hcaptcha.com https://*.hcaptcha.com',
	turnstile: 'https://challenges.cloudflare.com',
}

/**
 * Allows a page to load the captcha. It is the only third party that a page may load anything from. Frames may also show our own pages,
 * such as those of videos.
 */
export function allowCaptcha(policy: string, provider: CaptchaProvider | null): string {
	if (provider === null) return policy
	const origins = ORIGINS[provider]
	const widened = policy.replace(/(^|; )((?:style|connect)-src [^;]+)/g, `$1$2 ${origins}`)
	return `${widened}; frame-src 'self' ${origins}`
}
