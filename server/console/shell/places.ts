import { consolePaths } from '#contracts/console-paths.ts'

import type { Role } from './role.ts'

/** The addresses of the console. */
export const places = consolePaths

/** The navigation, in its order; each page adds its line. */
export const NAVIGATION: readonly { label: string; href: string; role: Role }[] = [
	{ label: 'Today', href: places.today, role: 'support' },
	{ label: 'Overview', href: places.overview, role: 'operator' },
	{ label: 'Orders', href: places.orders, role: 'support' },
	{ label: 'Invoices', href: places.invoices, role: 'operator' },
	{ label: 'Learners', href: places.learners, role: 'support' },
	{ label: 'Inbox', href: places.tickets, role: 'support' },
	{ label: 'Email log', href: places.messages, role: 'support' },
	{ label: 'Subscribers', href: places.subscribers, role: 'support' },
	{ label: 'Emails', href: places.letters, role: 'operator' },
	{ label: 'Content', href: places.content, role: 'operator' },
	{ label: 'Health', href: places.health, role: 'operator' },
	{ label: 'Activity log', href: places.actions, role: 'operator' },
]
