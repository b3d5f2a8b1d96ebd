import { consolePaths } from '#contracts/console-paths.ts'

import type { Role } from './session.ts'

export const NAVIGATION_GROUPS = ['Home', 'Sales', 'People', 'Content', 'Email', 'Administration'] as const

type Page = { label: string; href: string }
type Entry = Page & {
	group: (typeof NAVIGATION_GROUPS)[number]
	role: Role
	/** Related pages with unrelated paths; pages below this entry's path belong to it anyway. */ also?: readonly Page[]
	hasTabs?: true
}

export const NAVIGATION: readonly Entry[] = [
	{ group: 'Home', label: 'Today', href: consolePaths.today, role: 'support' },
	{
		group: 'Home',
		label: 'Overview',
		href: consolePaths.overview,
		role: 'operator',
		hasTabs: true,
		also: [{ label: 'Funnel', href: consolePaths.funnel }],
	},
	{ group: 'Sales', label: 'Orders', href: consolePaths.orders, role: 'support' },
	{ group: 'Sales', label: 'Prices', href: `${consolePaths.settings}/prices`, role: 'operator' },
	{ group: 'Sales', label: 'Coupons', href: consolePaths.coupons, role: 'operator' },
	{
		group: 'Sales',
		label: 'Invoices',
		href: consolePaths.invoices,
		role: 'operator',
		also: [{ label: 'Payouts', href: consolePaths.payouts }],
	},
	{
		group: 'People',
		label: 'Learners',
		href: consolePaths.learners,
		role: 'support',
		also: [{ label: 'Import learners', href: consolePaths.learnerImports }],
	},
	{
		group: 'People',
		label: 'Inbox',
		href: consolePaths.tickets,
		role: 'support',
		hasTabs: true,
		also: [
			{ label: 'Privacy requests', href: consolePaths.privacy },
			{ label: 'Applications', href: consolePaths.applications },
			{ label: 'Feedback', href: consolePaths.feedback },
			{ label: 'Early access', href: consolePaths.earlyAccess },
			{ label: 'Saved replies', href: consolePaths.answers },
		],
	},
	{
		group: 'People',
		label: 'Subscribers',
		href: consolePaths.subscribers,
		role: 'support',
		also: [{ label: 'Import subscribers', href: consolePaths.imports }],
	},
	{ group: 'Content', label: 'Course', href: consolePaths.course, role: 'operator' },
	{ group: 'Content', label: 'Pages & articles', href: consolePaths.content, role: 'operator' },
	{ group: 'Content', label: 'Media', href: consolePaths.media, role: 'operator' },
	{
		group: 'Content',
		label: 'Publish',
		href: consolePaths.contentPublish,
		role: 'operator',
		also: [{ label: 'Releases', href: consolePaths.contentReleases }],
	},
	{
		group: 'Email',
		label: 'Emails',
		href: consolePaths.newsletter,
		role: 'operator',
		hasTabs: true,
		also: [
			{ label: 'Audiences', href: consolePaths.audiences },
			{ label: 'Automations', href: consolePaths.lifecycle },
		],
	},
	{
		group: 'Email',
		label: 'Email log',
		href: consolePaths.messages,
		role: 'support',
		hasTabs: true,
		also: [
			{ label: 'Text messages', href: consolePaths.sms },
			{ label: 'Suppressed addresses', href: consolePaths.suppressions },
		],
	},
	{
		group: 'Administration',
		label: 'Settings',
		href: consolePaths.settings,
		role: 'operator',
		also: [{ label: 'Brand', href: `${consolePaths.settings}/brand` }],
	},
	{
		group: 'Administration',
		label: 'Health',
		href: consolePaths.health,
		role: 'operator',
		also: [{ label: 'Launch checklist', href: consolePaths.checklist }],
	},
	{ group: 'Administration', label: 'Activity log', href: consolePaths.actions, role: 'operator' },
]

const contains = ({ href }: Pick<Page, 'href'>, pathname: string) => `${pathname}/`.startsWith(`${href}/`)

const pagesOf = (entry: Entry): Page[] => [...(entry.also ?? []), entry]

/** Returns the navigation entry of a page: Publish has its own, although its path is below that of Pages & articles. */
export function findEntry(pathname: string): Entry | undefined {
	const found = NAVIGATION.flatMap((entry) =>
		pagesOf(entry).flatMap(({ href }) => (contains({ href }, pathname) ? [{ entry, length: href.length }] : [])),
	)
	return found.toSorted((a, b) => b.length - a.length)[0]?.entry
}

/** Lists the pages above a page, starting with its navigation entry. Pages joined by tabs are on the same level. */
export function findPagesAbove(pathname: string): Page[] {
	const entry = findEntry(pathname)
	const page = entry && pagesOf(entry).find((each) => contains(each, pathname))
	if (!entry || !page) return []
	const above = [...(page === entry || entry.hasTabs ? [] : [entry]), ...(page.href === pathname ? [] : [page])]
	return above.map(({ label, href }) => ({ label, href }))
}
