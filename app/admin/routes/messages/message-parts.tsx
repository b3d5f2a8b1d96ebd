import type { Tone } from '#app/admin/ui/format.tsx'
import { PageTabs, useConsole } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'

export const toneOfMail = (status: string): Tone =>
	status === 'sent' ? 'good' : status === 'queued' || status === 'suppressed' ? 'calm' : 'bad'

export function MessageTabs() {
	const { role } = useConsole()
	const tabs = [
		{ label: 'Emails', href: consolePaths.messages },
		{ label: 'Text messages', href: consolePaths.sms },
		...(role === 'operator' ? [{ label: 'Suppressed addresses', href: consolePaths.suppressions }] : []),
	]
	return <PageTabs label="Email log" tabs={tabs} />
}
