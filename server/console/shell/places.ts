import type { Role } from './role.ts'

const ROOT = '/admin'

/** The addresses of the console. */
export const places = {
	root: ROOT,
	signIn: `${ROOT}/sign-in`,
	secondFactor: `${ROOT}/second-factor`,
	signOut: `${ROOT}/sign-out`,
	style: `${ROOT}/console.css`,
	script: `${ROOT}/console.js`,
	search: `${ROOT}/search`,
	queueLater: `${ROOT}/queue/later`,
	queueDone: `${ROOT}/queue/done`,
	queueBack: `${ROOT}/queue/back`,
	actions: `${ROOT}/actions`,
	tickets: `${ROOT}/tickets`,
	overview: `${ROOT}/overview`,
	overviewFile: `${ROOT}/overview.csv`,
	funnel: `${ROOT}/overview/funnel`,
	funnelFile: `${ROOT}/overview/funnel.csv`,
	orders: `${ROOT}/orders`,
	invoices: `${ROOT}/invoices`,
	invoiceFile: `${ROOT}/invoices.csv`,
	learners: `${ROOT}/learners`,
	applications: `${ROOT}/applications`,
	feedback: `${ROOT}/feedback`,
	earlyAccess: `${ROOT}/early-access`,
	answers: `${ROOT}/answers`,
	privacy: `${ROOT}/privacy`,
	messages: `${ROOT}/messages`,
	texts: `${ROOT}/texts`,
	suppressions: `${ROOT}/suppressions`,
	subscribers: `${ROOT}/subscribers`,
	imports: `${ROOT}/imports`,
	letters: `${ROOT}/letters`,
	lifecycle: `${ROOT}/lifecycle`,
	health: `${ROOT}/health`,
	checklist: `${ROOT}/checklist`,
} as const

/** The navigation, in its order; each page adds its line. */
export const NAVIGATION: readonly { label: string; href: string; role: Role }[] = [
	{ label: 'Today', href: places.root, role: 'support' },
	{ label: 'Overview', href: places.overview, role: 'operator' },
	{ label: 'Orders', href: places.orders, role: 'support' },
	{ label: 'Invoices', href: places.invoices, role: 'operator' },
	{ label: 'Learners', href: places.learners, role: 'support' },
	{ label: 'Inbox', href: places.tickets, role: 'support' },
	{ label: 'Messages', href: places.messages, role: 'support' },
	{ label: 'Subscribers', href: places.subscribers, role: 'support' },
	{ label: 'Letters', href: places.letters, role: 'operator' },
	{ label: 'Health', href: places.health, role: 'operator' },
	{ label: 'What was done', href: places.actions, role: 'operator' },
]
