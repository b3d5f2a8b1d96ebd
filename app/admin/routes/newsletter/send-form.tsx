import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'

import { toFormId } from '#app/admin/ui/action-form.tsx'
import { ConfirmForm, type Consequence } from '#app/admin/ui/confirm-form.tsx'
import { Time, useTimeFormat } from '#app/admin/ui/format.tsx'
import { useConsole } from '#app/admin/ui/page.tsx'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox, RadioGroup } from '#app/ui/choice.tsx'
import { TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { formatHour } from '#domain/clock/format-hour.ts'
import { localClock, localTimeToMs } from '#domain/clock/local-clock.ts'
import { nextSendingTime } from '#domain/newsletter/next-sending-time.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import type { readIssue } from '#server/console/newsletter/read-issues.ts'

import { formatSubscriberCount, formatAudience, quoteTexts, SendTest, type SendTime, TEST_LABEL } from './newsletter-parts.tsx'

type Read = Awaited<ReturnType<typeof readIssue>>

const count = (of: number) => of.toLocaleString('en-US')

/** Names the audience even if it happens to be everyone today, because tomorrow it may not be. */
function describeReaders({ audience, issue }: Read, { chosen, all }: NonNullable<Read['readers']>): string {
	const isEveryone = issue.audience.saved === null && issue.audience.rows.length === 0
	const who = isEveryone ? `All subscribers: ${count(all)}` : `${audience}: ${count(chosen)} of ${countNoun(all, 'subscriber')}`
	return `${who}, and anyone who joins them before it starts`
}

/** Parses a datetime-local field; null if it is empty, or while the digits of a year are typed, such as 0020. */
function readTyped(typed: string, zone: string): number | null {
	const [day, hour, minute] = typed.split(/[T:]/)
	if (!day || day.startsWith('0') || hour === undefined || minute === undefined) return null
	return localTimeToMs(localClock(zone), day, Number(hour) * 60 + Number(minute))
}

/** Returns the choice between now and later, and the time at which the email would be sent; null unless that is in the future. */
function useWhen({ hours }: Read) {
	const { failure, now, timeZone: zone } = useConsole()
	const [when, setWhen] = useState<SendTime>(failure?.typed.when === 'later' ? 'later' : 'now')
	const [typed, setTyped] = useState(failure?.typed.starts_at ?? '')
	const due = when === 'now' ? now.getTime() : readTyped(typed, zone)
	const isPast = due !== null && due < now.getTime()
	const goesOut = due === null || isPast ? null : new Date(nextSendingTime({ hours, zone }, due))
	return { when, setWhen, setTyped, goesOut, isPast, isNow: when === 'now' && goesOut?.getTime() === now.getTime() }
}

/** Dialog that sends or schedules a saved draft. */
function SendDialog({ read, readers, isOpenAtFirst }: { read: Read; readers: NonNullable<Read['readers']>; isOpenAtFirst: boolean }) {
	const { issue, seen, zoneName, hours, pictures, placeholders } = read
	const { when, setWhen, setTyped, goesOut, isPast, isNow } = useWhen(read)
	const format = useTimeFormat()
	const hasScript = useHydrated()
	const send = `Send to ${formatSubscriberCount(readers.chosen)}`
	const label = !hasScript ? 'Send or schedule' : isNow ? send : goesOut === null ? 'Schedule' : `Schedule for ${format(goesOut)}`
	const shownTime: Consequence[] = hasScript ? [['Send time', isNow ? 'Now' : <Time key="time" at={goesOut} />]] : []
	return (
		<ConfirmForm
			action={`${consolePaths.newsletter}/${issue.id}/schedule`}
			opener="Send…"
			openerTone="primary"
			isOpenAtFirst={isOpenAtFirst}
			label={label}
			title={`Send “${issue.subject}”?`}
			hidden={{ seen }}
			consequences={[
				['Recipients', describeReaders(read, readers)],
				...(pictures === null ? [] : [['Pictures', `${pictures} in each email`] as const]),
				...shownTime,
			]}
			hasReason={false}
			tone="primary"
		>
			{({ field, errors }) => (
				<>
					{placeholders.length > 0 && (
						<Checkbox name="as_typed" value="yes" required label={`Send ${quoteTexts(placeholders)} as typed`} error={errors.as_typed} />
					)}
					<RadioGroup
						label="When"
						name="when"
						options={[
							{ value: 'now', label: 'As soon as possible' },
							{ value: 'later', label: 'On a date' },
						]}
						value={when}
						onChange={setWhen}
					/>
					<div hidden={hasScript && when === 'now' && errors.starts_at === undefined}>
						<TextField
							{...field('starts_at')}
							label={`Date and time (${zoneName})`}
							type="datetime-local"
							error={isPast ? 'This time has passed.' : errors.starts_at}
							disabled={hasScript && when === 'now'}
							required={hasScript && when === 'later'}
							onInput={({ currentTarget }) => setTyped(currentTarget.value)}
						/>
					</div>
					<p className="text-soft">{`Emails go out between ${formatHour(hours.first)} and ${formatHour(hours.last)}, ${zoneName}.`}</p>
				</>
			)}
		</ConfirmForm>
	)
}

/** Shown instead of a working button. The page’s first line says why. */
const DisabledSendButton = () => (
	<Button disabled aria-describedby="no-readers">
		Send…
	</Button>
)

type Opened = 'send' | 'test'

/** Buttons for an email that was never saved. Like the buttons in the dialogs, they save the text first; then the dialog opens. */
function SendNew({ issue, canSend, onOpen }: Pick<Read, 'issue'> & { canSend: boolean; onOpen: (what: Opened) => void }) {
	const [isEmpty, setIsEmpty] = useState(false)
	function open(what: Opened) {
		const form = document.getElementById(toFormId(`${consolePaths.newsletter}/${issue.id}`))
		const subject = form?.querySelector<HTMLInputElement>('[name="subject"]')
		setIsEmpty(subject?.value === '')
		if (subject?.value === '') subject.focus()
		else onOpen(what)
	}
	return (
		<div data-sends className="contents">
			{canSend ? <Button onClick={() => open('send')}>Send…</Button> : <DisabledSendButton />}
			<Button variant="secondary" onClick={() => open('test')}>
				{TEST_LABEL}
			</Button>
			{isEmpty && (
				<p role="status" className="self-center">
					Enter a subject first.
				</p>
			)}
		</div>
	)
}

/**
 * True if the email can have recipients. A new email's audience is saved with its text; until then, `chosen` may be the
 * count of an earlier choice.
 */
const mayHaveReaders = (seen: string, { chosen, all }: NonNullable<Read['readers']>) => (seen === '' ? all : chosen) > 0

/** Actions for a draft: send or schedule it, and send a test. */
export function SendIssueForm(read: Read): ReactNode {
	const { readers, issue, seen } = read
	const hasScript = useHydrated()
	const [opened, setOpened] = useState<Opened | null>(null)
	if (readers === null) return null
	// Otherwise, the dialog would open by itself once an audience with recipients is chosen.
	if (opened === 'send' && seen !== '' && readers.chosen === 0) setOpened(null)
	if (seen === '' && hasScript) return <SendNew issue={issue} canSend={mayHaveReaders(seen, readers)} onOpen={setOpened} />
	if (seen === '') return <p className="text-soft">Once the draft is saved, you can send it or a test.</p>
	return (
		<div data-sends className="contents">
			{readers.chosen === 0 ? <DisabledSendButton /> : <SendDialog read={read} readers={readers} isOpenAtFirst={opened === 'send'} />}
			<SendTest action={`${consolePaths.newsletter}/${issue.id}/test`} isOpenAtFirst={opened === 'test'} />
		</div>
	)
}

/** Says why a draft can't be sent, and what to do. */
export function NoReadersNotice({ readers, seen }: Read) {
	if (readers === null || mayHaveReaders(seen, readers)) return null
	const { all, others } = readers
	const reason = others > 0 ? formatAudience({ count: 0, others }) : 'No subscriber matches this audience.'
	return (
		<p id="no-readers">
			{all + others > 0 ? `${reason} Choose another audience, or ` : 'You have no subscribers yet. You can '}
			<Link to={consolePaths.imports}>import subscribers</Link>.
		</p>
	)
}
