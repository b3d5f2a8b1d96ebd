import { consolePaths, fileAddress, legalTextsAddress } from '#contracts/console-paths.ts'

type Role = 'operator' | 'support'

/** Something the palette offers without asking the server. */
export type Command = {
	label: string
	href: string
	/** Other words that find it. */
	words?: string
	role: Role
	/** Outside this app: the browser loads a new document. */
	isDocument?: boolean
}

const { contentBegin, newsletter, orders } = consolePaths

/** Common tasks under the words people search for. Each opens the page that does it. */
export const ACTIONS: readonly Command[] = [
	{ label: 'Publish changes', href: consolePaths.contentPublish, words: 'release drafts go live', role: 'operator' },
	{ label: 'Preview the site with your drafts', href: consolePaths.contentSite, words: 'look', role: 'operator' },
	{ label: 'New lesson', href: `${contentBegin}/lesson`, words: 'write add section module', role: 'operator' },
	{ label: 'New article', href: `${contentBegin}/article`, words: 'write add blog post', role: 'operator' },
	{ label: 'New offer', href: `${contentBegin}/offer`, words: 'price product sell', role: 'operator' },
	{ label: 'New coupon', href: `${consolePaths.coupons}/new-coupon`, words: 'discount code', role: 'operator' },
	{ label: 'Upload a picture or video', href: consolePaths.media, words: 'media image file', role: 'operator' },
	{ label: 'Invite a person to the team', href: consolePaths.team, words: 'support role colleague', role: 'operator' },
	{ label: 'New email', href: `${newsletter}/new`, words: 'newsletter write send campaign', role: 'operator' },
	{ label: 'Refund an order', href: `${orders}?state=paid`, words: 'money back return', role: 'operator' },
	{ label: 'Send a receipt again', href: `${orders}?state=paid`, words: 'resend invoice', role: 'support' },
	{ label: 'Grant access to a learner', href: consolePaths.learners, words: 'give course free', role: 'operator' },
	{ label: 'Answer the next ticket', href: consolePaths.tickets, words: 'support reply inbox', role: 'support' },
	{ label: 'Edit saved answers', href: consolePaths.answers, words: 'templates snippets', role: 'support' },
	{ label: 'Import subscribers', href: consolePaths.imports, words: 'csv upload', role: 'operator' },
	{ label: 'Allow email to an address again', href: consolePaths.suppressions, words: 'bounce unblock', role: 'operator' },
	{ label: 'Run the launch checklist', href: consolePaths.checklist, words: 'check setup', role: 'operator' },
	{ label: 'View the site', href: '/', words: 'home public', role: 'support', isDocument: true },
]

/** Other words that find pages of the navigation, by their address. */
export const WORDS_OF: Readonly<Record<string, string>> = {
	[consolePaths.actions]: 'log history audit settings',
}

/** Pages that the navigation reaches through another page. */
export const FURTHER_PAGES: readonly Command[] = [
	{ label: 'Payouts', href: consolePaths.payouts, words: 'fees bank', role: 'operator' },
	{ label: 'Funnel', href: consolePaths.funnel, words: 'conversion visits', role: 'operator' },
	{ label: 'Stalled learners', href: `${consolePaths.learners}?show=stuck`, role: 'support' },
	{ label: 'Applications', href: consolePaths.applications, words: 'jobs', role: 'operator' },
	{ label: 'Feedback', href: consolePaths.feedback, role: 'support' },
	{ label: 'Early access', href: consolePaths.earlyAccess, words: 'waiting list', role: 'support' },
	{ label: 'Data requests', href: consolePaths.privacy, words: 'privacy gdpr delete copy', role: 'operator' },
	{ label: 'Legal texts', href: legalTextsAddress, words: 'terms privacy cookies', role: 'operator' },
	{ label: 'Privacy Policy', href: fileAddress('legal/privacy-policy.md'), words: 'legal gdpr data', role: 'operator' },
	{ label: 'Terms of Service', href: fileAddress('legal/terms.md'), words: 'legal conditions', role: 'operator' },
	{ label: 'Cookie Policy', href: fileAddress('legal/cookie-policy.md'), words: 'legal', role: 'operator' },
	{ label: 'Text messages', href: consolePaths.sms, words: 'sms log', role: 'support' },
	{ label: 'Suppressed addresses', href: consolePaths.suppressions, words: 'bounces', role: 'operator' },
	{ label: 'Automations', href: consolePaths.lifecycle, words: 'emails', role: 'operator' },
	{ label: 'Releases', href: consolePaths.contentReleases, words: 'history restore', role: 'operator' },
	{ label: 'Failed jobs', href: consolePaths.deadJobs, words: 'retry', role: 'operator' },
]

export const allowed = (commands: readonly Command[], role: Role): readonly Command[] =>
	commands.filter((command) => role === 'operator' || command.role === 'support')
