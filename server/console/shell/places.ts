import { consolePaths } from '#contracts/console-paths.ts'

import type { Role } from './role.ts'

/** The addresses of the console. */
export const places = consolePaths

type Entry = {
	label: string
	href: string
	role: Role
	/** Further addresses that belong to it; pages below an address do anyway. */ also?: readonly string[]
}

/** The navigation, in its order; each page adds its line. */
export const NAVIGATION: readonly Entry[] = [
	{ label: 'Today', href: places.today, role: 'support' },
	{ label: 'Overview', href: places.overview, role: 'operator' },
	{ label: 'Orders', href: places.orders, role: 'support' },
	{ label: 'Invoices', href: places.invoices, role: 'operator', also: [places.payouts] },
	{ label: 'Learners', href: places.learners, role: 'support' },
	{
		label: 'Inbox',
		href: places.tickets,
		role: 'support',
		also: [places.privacy, places.applications, places.feedback, places.earlyAccess, places.answers],
	},
	{ label: 'Email log', href: places.messages, role: 'support', also: [places.texts, places.suppressions] },
	{ label: 'Subscribers', href: places.subscribers, role: 'support', also: [places.imports] },
	{ label: 'Emails', href: places.letters, role: 'operator', also: [places.lifecycle] },
	{ label: 'Content', href: places.content, role: 'operator' },
	{ label: 'Health', href: places.health, role: 'operator', also: [places.checklist] },
	{ label: 'Activity log', href: places.actions, role: 'operator' },
]
