import { PageTabs } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'

const TABS = [
	{ label: 'Newsletter', href: consolePaths.newsletter },
	{ label: 'Automations', href: consolePaths.lifecycle },
]

export const NewsletterTabs = () => <PageTabs label="Emails" tabs={TABS} />
