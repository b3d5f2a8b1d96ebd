import { PageTabs, useConsole } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'

export const toneOfApplication = (status: string) => (status === 'new' ? 'warn' : 'calm')

const TABS = [
	{ label: 'Tickets', href: consolePaths.tickets, role: 'support' },
	{ label: 'Privacy requests', href: consolePaths.privacy, role: 'operator' },
	{ label: 'Applications', href: consolePaths.applications, role: 'operator' },
	{ label: 'Feedback', href: consolePaths.feedback, role: 'support' },
	{ label: 'Early access', href: consolePaths.earlyAccess, role: 'support' },
	{ label: 'Saved replies', href: consolePaths.answers, role: 'support' },
] as const

export function InboxTabs() {
	const { role, unusedTabs } = useConsole()
	return (
		<PageTabs label="Inbox" tabs={TABS.filter((tab) => (tab.role === 'support' || tab.role === role) && !unusedTabs.includes(tab.href))} />
	)
}
