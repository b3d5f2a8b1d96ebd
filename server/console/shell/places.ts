import { consolePaths } from '#contracts/console-paths.ts'

import type { Role } from './role.ts'

/** The addresses of the console. */
export const places = consolePaths

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
	{ group: 'Home', label: 'Today', href: places.today, role: 'support' },
	{ group: 'Home', label: 'Overview', href: places.overview, role: 'operator' },
	{ group: 'Sales', label: 'Orders', href: places.orders, role: 'support' },
	{ group: 'Sales', label: 'Coupons', href: places.coupons, role: 'operator' },
	{ group: 'Sales', label: 'Invoices', href: places.invoices, role: 'operator', also: [places.payouts] },
	{ group: 'People', label: 'Learners', href: places.learners, role: 'support' },
	{
		group: 'People',
		label: 'Inbox',
		href: places.tickets,
		role: 'support',
		also: [places.privacy, places.applications, places.feedback, places.earlyAccess, places.answers],
	},
	{ group: 'People', label: 'Subscribers', href: places.subscribers, role: 'support', also: [places.imports] },
	{ group: 'Content', label: 'Course', href: places.course, role: 'operator' },
	{ group: 'Content', label: 'Content', href: places.content, role: 'operator' },
	{ group: 'Content', label: 'Media', href: places.media, role: 'operator', also: [places.logo] },
	{ group: 'Email', label: 'Emails', href: places.letters, role: 'operator', also: [places.lifecycle] },
	{ group: 'Email', label: 'Email log', href: places.messages, role: 'support', also: [places.texts, places.suppressions] },
	{ group: 'Settings', label: 'Settings', href: places.settings, role: 'operator' },
	{ group: 'Settings', label: 'Health', href: places.health, role: 'operator', also: [places.checklist] },
	{ group: 'Settings', label: 'Activity log', href: places.actions, role: 'operator' },
]
