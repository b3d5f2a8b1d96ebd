import type { ConsoleRole } from '#contracts/console-pages.ts'
import { consolePaths, fileAddress, LEGAL_TEXTS } from '#contracts/console-paths.ts'

/** A palette entry that is available without a server search. */
export type PaletteCommand = {
	label: string
	href: string
	/** Name of the page that opens, if the label doesn't say it. */
	note?: string
	words?: string
	role: ConsoleRole
	/** True for a page outside the console app, which needs a full page load. */
	isDocument?: boolean
}

const { contentBegin, newIssue, orders } = consolePaths

/** Common tasks in the words people search for. Each opens the page where it is done. */
export const COMMON_TASKS: readonly PaletteCommand[] = [
	{ label: 'Publish changes', href: consolePaths.contentPublish, words: 'release drafts go live', role: 'operator' },
	{ label: 'Preview the site with your drafts', href: consolePaths.contentSite, words: 'look', role: 'operator' },
	{ label: 'New lesson', href: `${contentBegin}/lesson`, words: 'write add section module', role: 'operator' },
	{ label: 'New module', href: `${contentBegin}/module`, words: 'add chapter week', role: 'operator' },
	{ label: 'New course', href: `${contentBegin}/course`, words: 'add second', role: 'operator' },
	{ label: 'New article', href: `${contentBegin}/article`, words: 'write add blog post', role: 'operator' },
	{ label: 'New page', href: `${contentBegin}/page`, words: 'write add about legal faq', role: 'operator' },
	{ label: 'New offer', href: `${contentBegin}/offer`, words: 'price product sell', role: 'operator' },
	{ label: 'New coupon', href: `${consolePaths.coupons}/new-coupon`, words: 'discount promo code voucher', role: 'operator' },
	{ label: 'Upload a picture, video or file', href: consolePaths.media, words: 'media image pdf audio download', role: 'operator' },
	{ label: 'Invite a person to the team', href: consolePaths.team, words: 'support role colleague', role: 'operator' },
	{ label: 'New email', href: newIssue, words: 'newsletter write send campaign', role: 'operator' },
	{
		label: 'Refund an order',
		note: 'Choose a paid order',
		href: `${orders}?state=paid`,
		words: 'money back return cancel order chargeback',
		role: 'operator',
	},
	{ label: 'Resend a receipt', note: 'Choose a paid order', href: `${orders}?state=paid`, words: 'resend invoice', role: 'support' },
	{
		label: 'Give access to a learner',
		note: 'Choose a learner',
		href: consolePaths.learners,
		words: 'give gift course free enroll unlock',
		role: 'operator',
	},
	{ label: 'Answer the next ticket', href: consolePaths.tickets, words: 'support reply inbox', role: 'support' },
	{ label: 'Edit saved replies', href: consolePaths.answers, words: 'templates snippets', role: 'support' },
	{ label: 'Add subscriber', href: consolePaths.addSubscriber, words: 'new newsletter reader person', role: 'operator' },
	{ label: 'Import subscribers', href: consolePaths.imports, words: 'csv upload', role: 'operator' },
	{ label: 'Resume emails to an address', href: consolePaths.suppressions, words: 'bounce unblock', role: 'operator' },
	{ label: 'Back up now', note: 'Health', href: `${consolePaths.health}#backups`, words: 'backup save copy database', role: 'operator' },
	{ label: 'Test a restore', note: 'Health', href: `${consolePaths.health}#backups`, words: 'backup drill recovery', role: 'operator' },
	{ label: 'Export orders', note: 'Orders, Export', href: orders, words: 'csv download list', role: 'operator' },
	{ label: 'Export learners', note: 'Learners, Export', href: consolePaths.learners, words: 'csv download list', role: 'operator' },
	{
		label: 'Export subscribers',
		note: 'Subscribers, Export',
		href: consolePaths.subscribers,
		words: 'csv download list',
		role: 'operator',
	},
	{ label: 'View the site', href: '/', words: 'home public', role: 'support', isDocument: true },
]

export const SEARCH_TERMS: Readonly<Record<string, string>> = {
	[consolePaths.actions]: 'log history audit who did',
	[consolePaths.settings]: 'preferences configuration options',
	[consolePaths.health]: 'status jobs errors backup disk server',
	[consolePaths.overview]: 'sales revenue figures statistics reports analytics',
	[consolePaths.tickets]: 'support tickets messages contact',
	[consolePaths.learners]: 'customers students members people users buyers',
	[consolePaths.orders]: 'sales purchases payments refunds',
	[consolePaths.coupons]: 'discount promo codes',
	[consolePaths.subscribers]: 'newsletter list readers',
	[consolePaths.newsletter]: 'newsletter campaigns broadcasts',
	[consolePaths.media]: 'images pictures videos files library',
}

/** @param id settings page, with the anchor of a single setting on it */
const setting = (label: string, id: string, words: string): PaletteCommand => ({
	label,
	note: 'Settings',
	href: `${consolePaths.settings}/${id}`,
	words: `${words} settings`,
	role: 'operator',
})

export const FURTHER_PAGES: readonly PaletteCommand[] = [
	setting('General', 'general', 'academy name title description tagline seo meta google course name domain url'),
	setting('Contact', 'contact', 'support email social networks'),
	setting('Support hours', 'support-hours', 'opening answer reply time contact address office phone'),
	setting('Site pages', 'site-pages', 'turn off hide menu navigation quiz planner careers about testimonials samples made-up'),
	setting('Brand', 'brand', 'design theme look style appearance'),
	setting('Prices', 'prices', 'offers access price amount cost sell currency who may read'),
	setting('Payments', 'payments', 'stripe keys api webhook card checkout paypal'),
	setting('Tax', 'tax', 'vat id sales tax gst number seller invoices company business address legal imprint'),
	setting('Email settings', 'mail', 'smtp server sender from reply test email newsletter limits hours unsubscribe'),
	setting('Text message settings', 'text-messages', 'sms twilio phone'),
	setting('Rules for refunds', 'refunds', 'money back guarantee policy withdrawal days return cancel'),
	setting('Going live', 'going-live', 'launch sandbox production real buyers test mode'),
	setting('Time zone', 'time-zone', 'timezone clock hours region date'),
	setting('Team', 'team', 'people staff colleagues roles invite members admins users permissions'),
	setting('Academy name', 'general#f-name', 'rename title brand site school'),
	setting('Course name', 'general#f-program', 'rename title'),
	setting('Web address', 'general#service', 'domain url website https'),
	setting('Redirects', 'general#f-redirects', 'old links moved 301'),
	setting('Support email', 'contact#f-supportEmail', 'reply address'),
	setting('Social networks', 'contact#f-social', 'instagram youtube linkedin facebook tiktok x twitter links footer'),
	setting('Welcome video', 'site-pages#f-welcomeVideo', 'trailer intro free trial'),
	setting('Pages to turn off', 'site-pages#f-hiddenPages', 'hide menu navigation'),
	setting(
		'Newsletter pop-up',
		'site-pages#f-hideNewsletterPopup',
		'popup pop up box window dialog modal opt-in email signup form turn off hide texts visitors',
	),
	setting('Logo', 'brand#logo', 'icon favicon picture'),
	setting('Colors', 'brand#part-colors', 'colour accent buttons'),
	setting('Heading font', 'brand#heading-font', 'fonts typeface typography'),
	setting('Bank transfer', 'payments#part-bank', 'iban account number wire'),
	setting('What buyers agree to', 'payments#part-consent', 'checkout consent checkbox terms'),
	{ label: 'Launch checklist', note: 'Health', href: consolePaths.checklist, words: 'check setup ready run', role: 'operator' },
	{ label: 'Your account', href: consolePaths.account, words: 'password second factor recovery codes profile', role: 'support' },
	{ label: 'Payouts', href: consolePaths.payouts, words: 'fees bank', role: 'operator' },
	{ label: 'Funnel', href: consolePaths.funnel, words: 'conversion visits', role: 'operator' },
	{
		label: 'Add learner',
		href: consolePaths.addLearner,
		words: 'new student create invite enroll access customer person member',
		role: 'operator',
	},
	{ label: 'Import learners', href: consolePaths.learnerImports, words: 'csv file upload many students enroll', role: 'operator' },
	{ label: 'Stalled learners', href: `${consolePaths.learners}?progress=stalled`, role: 'support' },
	{ label: 'Applications', href: consolePaths.applications, words: 'jobs', role: 'operator' },
	{ label: 'Feedback', href: consolePaths.feedback, role: 'support' },
	{ label: 'Early access', href: consolePaths.earlyAccess, words: 'waiting list', role: 'support' },
	{ label: 'Privacy requests', href: consolePaths.privacy, words: 'privacy gdpr delete erase erasure deletion copy', role: 'operator' },
	...LEGAL_TEXTS.map(({ title, file, words }) => ({ label: title, href: fileAddress(file), words, role: 'operator' as const })),
	{ label: 'Text messages', href: consolePaths.sms, words: 'sms log', role: 'support' },
	{ label: 'Suppressed addresses', href: consolePaths.suppressions, words: 'bounces', role: 'operator' },
	{ label: 'Audiences', href: consolePaths.audiences, words: 'segments recipients emails', role: 'operator' },
	{ label: 'Automations', href: consolePaths.lifecycle, words: 'emails', role: 'operator' },
	{ label: 'Releases', href: consolePaths.contentReleases, words: 'history restore', role: 'operator' },
	{ label: 'Failed jobs', href: consolePaths.deadJobs, words: 'retry', role: 'operator' },
]

export const commandsForRole = (commands: readonly PaletteCommand[], role: ConsoleRole): readonly PaletteCommand[] =>
	commands.filter((command) => role === 'operator' || command.role === 'support')
