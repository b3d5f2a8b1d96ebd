import { consolePaths } from '#contracts/console-paths.ts'

import type { Role } from './role.ts'

/** Headings of the navigation, in their order. */
export const GROUPS = ['Home', 'Sales', 'People', 'Content', 'Email', 'Settings'] as const

type Entry = {
	group: (typeof GROUPS)[number]
	label: string
	href: string
	role: Role
	/** Further addresses that belong to it; pages below an address do anyway. */ also?: readonly string[]
}

/** The navigation; inside a group in this order. Each page adds its line. */
export const NAVIGATION: readonly Entry[] = [
	{ group: 'Home', label: 'Today', href: consolePaths.today, role: 'support' },
	{ group: 'Home', label: 'Overview', href: consolePaths.overview, role: 'operator' },
	{ group: 'Sales', label: 'Orders', href: consolePaths.orders, role: 'support' },
	{ group: 'Sales', label: 'Coupons', href: consolePaths.coupons, role: 'operator' },
	{ group: 'Sales', label: 'Invoices', href: consolePaths.invoices, role: 'operator', also: [consolePaths.payouts] },
	{ group: 'People', label: 'Learners', href: consolePaths.learners, role: 'support' },
	{
		group: 'People',
		label: 'Inbox',
		href: consolePaths.tickets,
		role: 'support',
		also: [consolePaths.privacy, consolePaths.applications, consolePaths.feedback, consolePaths.earlyAccess, consolePaths.answers],
	},
	{ group: 'People', label: 'Subscribers', href: consolePaths.subscribers, role: 'support', also: [consolePaths.imports] },
	{ group: 'Content', label: 'Course', href: consolePaths.course, role: 'operator' },
	{ group: 'Content', label: 'Pages & articles', href: consolePaths.content, role: 'operator' },
	{ group: 'Content', label: 'Media', href: consolePaths.media, role: 'operator', also: [consolePaths.logo] },
	{ group: 'Email', label: 'Emails', href: consolePaths.newsletter, role: 'operator', also: [consolePaths.lifecycle] },
	{ group: 'Email', label: 'Email log', href: consolePaths.messages, role: 'support', also: [consolePaths.sms, consolePaths.suppressions] },
	{ group: 'Settings', label: 'Settings', href: consolePaths.settings, role: 'operator' },
	{ group: 'Settings', label: 'Health', href: consolePaths.health, role: 'operator', also: [consolePaths.checklist] },
	{ group: 'Settings', label: 'Activity log', href: consolePaths.actions, role: 'operator' },
]
