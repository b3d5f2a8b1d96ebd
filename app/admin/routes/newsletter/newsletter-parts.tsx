import type { Tone } from '#app/admin/ui/format.tsx'
import { PageTabs } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'

const TONES: Readonly<Record<string, Tone>> = {
	draft: 'calm',
	scheduled: 'warn',
	starting: 'warn',
	sending: 'warn',
	paused: 'warn',
	stopped: 'bad',
	sent: 'good',
}

export const toneOfIssue = (state: string): Tone => TONES[state] ?? 'calm'

/** Time at which a draft is sent: as soon as possible, or on a date. */
export type When = 'now' | 'later'

/** Formats an hour as `8 AM`. */
export const formatHour = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`

const TABS = [
	{ label: 'Newsletter', href: consolePaths.newsletter },
	{ label: 'Automations', href: consolePaths.lifecycle },
]

export const NewsletterTabs = () => <PageTabs label="Emails" tabs={TABS} />
