import type { ReactNode } from 'react'

import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { formatCounted, StateBadge, type Tone } from '#app/admin/ui/format.tsx'
import { PageTabs, useConsole } from '#app/admin/ui/page.tsx'
import { TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import type { AutomationState } from '#server/console/lifecycle/read-automations.ts'
import type { AudienceReach } from '#server/services/people/newsletter-issues/issue-counts.ts'
import type { Audience } from '#server/services/people/newsletter-issues/issues.ts'

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

const AUTOMATION_TONES = { on: 'good', off: 'calm', 'needs a text': 'warn' } as const

export const AutomationBadge = ({ state }: { state: AutomationState }) => <StateBadge word={state} tone={AUTOMATION_TONES[state]} />

/** Quotes up to three texts. */
export const quoteTexts = (texts: readonly string[]) =>
	texts
		.slice(0, 3)
		.map((text) => `“${text}”`)
		.join(', ')

/** Time at which a draft is sent: as soon as possible, or on a date. */
export type SendTime = 'now' | 'later'

/** A sentence that opens the fields which change it. */
export const ChangeToggle = ({ children }: { children: ReactNode }) => (
	<summary className="w-fit cursor-pointer list-none py-2 [&::-webkit-details-marker]:hidden">
		{children} <span aria-hidden="true">· </span>
		<span className="link">Change</span>
	</summary>
)

export const formatSubscriberCount = (count: number) => countNoun(count, 'subscriber')

/** Says which learners don't get an email, and why. */
export function describeLeftOut({ learners }: Pick<AudienceReach, 'learners'>): string {
	if (learners === 0) return 'Every learner in this audience has subscribed.'
	if (learners === null) return 'Learners who haven’t subscribed don’t get it: newsletters need consent.'
	const who = learners === 1 ? '1 learner isn’t a subscriber' : `${formatCounted(learners)} learners aren’t subscribers`
	return `${who} and won’t get it: newsletters need consent.`
}

/** Says how many subscribers get an email, and how many others match its audience. */
export function formatAudience({ count, others }: Audience): string {
	const [who, more] =
		others === 1 ? ['1 subscriber', '1 other'] : [formatSubscriberCount(others), `${others.toLocaleString('en-US')} others`]
	if (count > 0) return `${formatSubscriberCount(count)}.${others === 0 ? '' : ` ${more} didn’t agree to newsletters.`}`
	return others === 0 ? '0 subscribers.' : `0 subscribers. ${who} in this audience didn’t agree to newsletters.`
}

/** Returns the URL of the emails of an issue with this result. */
export const linkToMails = (issue: string, result: 'sent' | 'failed' | 'held' | 'waiting') =>
	`${consolePaths.messages}?${new URLSearchParams({ issue, result }).toString()}`

const TABS = [
	{ label: 'Newsletter', href: consolePaths.newsletter },
	{ label: 'Audiences', href: consolePaths.audiences },
	{ label: 'Automations', href: consolePaths.lifecycle },
]

export const NewsletterTabs = () => <PageTabs label="Emails" tabs={TABS} />

export const DELAY_UNITS = [
	['hour', 'Hours'],
	['day', 'Days'],
] as const

export const TEST_LABEL = 'Send a test…'

/** Button that sends a test to the operator's address or another one. */
export function SendTest({ action, isOpenAtFirst = false }: { action: string; isOpenAtFirst?: boolean }) {
	const { email } = useConsole()
	return (
		<ConfirmForm
			action={action}
			opener={TEST_LABEL}
			isOpenAtFirst={isOpenAtFirst}
			label="Send test"
			title="Send a test?"
			hasReason={false}
			isGuarded={false}
			tone="primary"
		>
			{({ field, typed }) => (
				<TextField {...field('to')} type="email" label="To" maxLength={254} defaultValue={typed.to ?? email} required />
			)}
		</ConfirmForm>
	)
}
