import { PageTabs } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'

const TABS = [
	{ label: 'Newsletter', href: consolePaths.letters },
	{ label: 'Automations', href: consolePaths.lifecycle },
]

export const LetterTabs = () => <PageTabs label="Emails" tabs={TABS} />
