import { consolePaths } from '#contracts/console-paths.ts'

import { PageTabs } from '../../ui/page.tsx'
import { useConsole } from '../../use-console.ts'

export function MessageTabs() {
	const { role } = useConsole()
	const tabs = [
		{ label: 'Mails', href: consolePaths.messages },
		{ label: 'Texts', href: consolePaths.texts },
		...(role === 'operator' ? [{ label: 'Suppressed addresses', href: consolePaths.suppressions }] : []),
	]
	return <PageTabs label="Messages" tabs={tabs} />
}
