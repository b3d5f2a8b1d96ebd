import type { Content } from '#content/load-content.server.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { CODE_SECONDS } from '#domain/sms/code-attempts.ts'
import type { Config } from '#server/config/config.ts'

const MINUTES = CODE_SECONDS / 60
const HIDDEN_CODE = '••••••'

const codeSentence = (content: Content, code: string) =>
	`${code} is your ${content.site.name} code. It works for ${MINUTES} minutes. Never share it.`

/**
 * Returns the SMS with a code, in one segment and without a link. The last line lets the browser fill in the code on our site
 * only (WebOTP, origin-bound codes).
 */
export const codeText = (content: Content, code: string, config: Config): string =>
	`${codeSentence(content, code)}\n\n@${new URL(config.siteUrl).hostname} #${code}`

export const redactedCodeText = (content: Content): string => codeSentence(content, HIDDEN_CODE)

const STOP_LINE = 'Reply STOP to end these texts.'

export const paymentText = (content: Content, order: { product_name: string; total_cents: number; currency: string }): string =>
	`${content.site.name}: we received ${formatMoney(order.total_cents, order.currency)} ${order.currency.toUpperCase()} for ${order.product_name.slice(0, 60)}. Your receipt is in your email. ${STOP_LINE}`

/** @param sections number of sections passed since the last digest, at least one */
export function progressDigestText(content: Content, { sections, moduleId }: { sections: number; moduleId: number }): string {
	const what = sections === 1 ? 'one more section' : `${sections} more sections`
	return `${content.site.name}: ${what} done, the latest in module ${moduleId}. Keep going! ${STOP_LINE}`
}

/** Returns our replies to a keyword, used if the provider doesn't reply itself. */
export const keywordReplies = ({ site }: Content) => ({
	stop: `${site.name}: you’re opted out and won’t get these texts anymore. Reply START to get them again.`,
	start: `${site.name}: you’re opted in again. Reply HELP for help, STOP to end these texts.`,
	help: `${site.name}: help at ${site.supportEmail}. Message and data rates may apply. ${STOP_LINE}`,
})
