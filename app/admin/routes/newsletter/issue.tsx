import { useRef, useState } from 'react'
import { Link, useLoaderData, useLocation } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { ActionForm, type ActionFormProps, toFormId, useKeptForm } from '#app/admin/ui/action-form.tsx'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { Fact, Facts, formatRelativeTime, ShareBar, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page, useConsole } from '#app/admin/ui/page.tsx'
import { usePolling } from '#app/admin/ui/use-polling.ts'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { nameIssue } from '#domain/newsletter/name-issue.ts'
import { readIssue } from '#server/console/newsletter/read-issues.ts'

import { IssueForm } from './issue-form.tsx'
import { formatHour, toneOfIssue } from './newsletter-parts.tsx'
import { type IssueSaveState, useIssueAutosave } from './use-issue-autosave.ts'

export const loader = load(readIssue)

type Read = Awaited<ReturnType<typeof loader>>

const toAction = ({ id }: Read['issue'], what: string) => `${consolePaths.newsletter}/${id}/${what}`

const SAVING: Record<IssueSaveState, string> = {
	clean: '',
	saving: 'Saving…',
	saved: 'Saved as a draft',
	offline: 'Not saved: we can’t reach the server. We’ll keep trying.',
	conflict: 'Not saved: someone else changed this email. Copy your text, then reload the page.',
	refused: 'Not saved yet: an email needs a subject or a text, and pictures from Media.',
}

/** Form of a draft, with autosave. Reloading the page's data doesn't change the text fields. */
function EditForm({ issue: newest, seen, form }: Read) {
	const [issue] = useState(newest)
	const action = `${consolePaths.newsletter}/${issue.id}`
	const status = useRef<HTMLParagraphElement>(null)
	const saving = useIssueAutosave(toFormId(action), `${action}/autosave`, status)
	if (!useKeptForm(newest.state === 'draft', 'subject')) return null
	return (
		<>
			<IssueForm action={action} issue={issue} form={form} hidden={{ seen }} />
			<p ref={status} role="status" tabIndex={-1} className="text-soft">
				{SAVING[saving]}
			</p>
		</>
	)
}

const Step = ({ issue, step, ...form }: Pick<Read, 'issue'> & { step: string } & Omit<ActionFormProps, 'action' | 'hidden'>) => (
	<ActionForm action={toAction(issue, 'step')} id={step} hidden={{ step }} tone="secondary" {...form} />
)

const count = (of: number) => of.toLocaleString('en-US')

/** Describes the progress of an issue that is still being sent. */
function describeSending({ issue: { shownState: state, startsAt, waits }, progress, hours }: Read, now: Date): string | null {
	if (progress === null) return null
	const { recipients, left, perHour, end } = progress
	const readers = `${count(recipients)} ${recipients === 1 ? 'subscriber' : 'subscribers'}`
	if (state === 'paused') return `Paused. ${count(left)} of ${readers} left.`
	if (state === 'scheduled') {
		const isLater = startsAt === null || startsAt > now
		const start = waits ? ' Starts when the email before it is sent.' : ` Starts at ${formatHour(hours.first)}.`
		return `Scheduled for ${readers}.${isLater ? '' : start}`
	}
	const sending = `Sending to ${readers}${left < recipients ? `, ${count(left)} left` : ''}.`
	if (end === null)
		return `${sending} ${perHour === 0 ? 'No email was sent in the last five minutes.' : 'This will take more than a year.'}`
	const until = formatRelativeTime(end, now)
	return `${sending} Done ${until === 'now' ? 'within a minute' : until}.`
}

function SentShare({ recipients, left }: NonNullable<Read['progress']>) {
	const sent = Math.max(0, recipients - left)
	return (
		<p>
			<ShareBar share={sent / Math.max(1, recipients)} label={`${count(sent)} of ${count(recipients)}`} />
		</p>
	)
}

function Sent(read: Read) {
	const { issue, queued, mails, progress, unsubscribed } = read
	const { now } = useConsole()
	const { sent = 0, queued: waiting = 0, sending = 0, suppressed = 0, failed = 0, bounced = 0, unknown = 0 } = mails
	const { state } = issue
	const lost = suppressed + failed + bounced + unknown
	return (
		<>
			{progress !== null && (
				<>
					<p>{describeSending(read, now)}</p>
					<SentShare {...progress} />
				</>
			)}
			<Facts>
				<Fact name="Sent">{sent}</Fact>
				<Fact name="Not delivered">
					{count(lost)} {lost > 0 && <Link to={consolePaths.messages}>Email log</Link>}
				</Fact>
				<Fact name="Unsubscribed">{unsubscribed}</Fact>
			</Facts>
			<Disclosure summary="Details">
				<Facts>
					<Fact name="Starts">
						<Time at={issue.startsAt} />
					</Fact>
					<Fact name="Started">
						<Time at={issue.startedAt} />
					</Fact>
					<Fact name="Finished">
						<Time at={issue.endedAt} />
					</Fact>
					{progress?.end && (
						<Fact name="Estimated end">
							<Time at={progress.end} />
						</Fact>
					)}
					{progress && <Fact name="Pace">{`${count(Math.round(progress.perHour))} an hour`}</Fact>}
					<Fact name="Queued">{queued}</Fact>
					<Fact name="Waiting">{waiting + sending}</Fact>
					<Fact name="Suppressed">{suppressed}</Fact>
					<Fact name="Failed">{failed + bounced + unknown}</Fact>
				</Facts>
			</Disclosure>
			<div className="flex flex-wrap items-end gap-3">
				{state === 'scheduled' && <Step issue={issue} step="unschedule" label="Back to draft" />}
				{state === 'sending' && <Step issue={issue} step="pause" label="Pause" />}
				{state === 'paused' && <Step issue={issue} step="resume" label="Resume" />}
				{(state === 'sending' || state === 'paused') && (
					<ConfirmForm
						action={toAction(issue, 'step')}
						id="stop"
						label="Stop"
						title="Stop this email?"
						hidden={{ step: 'stop' }}
						consequences={[
							['Already sent', `${count(sent)}. They can’t be recalled.`],
							['Not sent', `${count(waiting + sending)} in the queue, and everyone after them.`],
						]}
						hasReason={false}
						isGuarded={false}
						isFinal
					/>
				)}
			</div>
		</>
	)
}

const WIDTHS = [
	['Phone', 390, ''],
	['Desktop', 680, 'max-md:hidden'],
] as const

const Previews = ({ issue, seen }: Read) => (
	<>
		<h2>Preview</h2>
		<div className="flex flex-wrap items-start gap-4">
			{WIDTHS.map(([name, width, visibility]) => (
				// The new key reloads the frame when the version changes.
				<figure key={`${name} ${seen}`} className={`max-w-full ${visibility}`}>
					<figcaption className="text-soft">{name}</figcaption>
					<iframe
						title={`Preview: ${name}`}
						src={toAction(issue, 'preview')}
						width={width}
						height={640}
						sandbox="allow-same-origin"
						className="max-w-full border border-line bg-white"
					/>
				</figure>
			))}
		</div>
	</>
)

/** Actions of a draft: send a test, send or schedule it, delete it. */
function Send({ issue, seen, zoneName, hours, readers, pictures }: Read) {
	if (readers === null) return null
	const recipients = count(readers.chosen)
	return (
		<>
			<div className="action-row">
				<div data-sends className="contents">
					<ConfirmForm
						action={toAction(issue, 'schedule')}
						opener="Send…"
						openerTone="primary"
						label={`Send to ${recipients} ${readers.chosen === 1 ? 'subscriber' : 'subscribers'}`}
						title={`Send “${issue.subject}”?`}
						hidden={{ seen }}
						fields={[
							{
								name: 'starts_at',
								label: `Send at (${zoneName})`,
								type: 'datetime-local',
								hint: `Leave empty to send now. Emails go out between ${formatHour(hours.first)} and ${formatHour(hours.last)}, ${zoneName}.`,
								isRequired: false,
							},
						]}
						consequences={[
							[
								'Recipients',
								`${readers.chosen === readers.all ? `All ${recipients}` : `${recipients} of ${count(readers.all)}`} subscribers, and anyone who joins them before it starts`,
							],
							...(pictures === null ? [] : [['Pictures', `${pictures} in each email`] as const]),
						]}
						hasReason={false}
						tone="primary"
					/>
					<ActionForm action={toAction(issue, 'test')} label="Send me a test" tone="secondary" />
				</div>
				<ConfirmForm
					action={toAction(issue, 'delete')}
					label="Delete draft"
					title={`Delete the draft “${issue.subject}”?`}
					consequences={[['You lose', 'Subject, text and audience. Nothing was sent.']]}
					hasReason={false}
					isGuarded={false}
					isFinal
				/>
			</div>
			{readers.chosen === 0 && (
				<p className="text-soft">No one would get this email now. Schedule it, choose another audience, or import subscribers.</p>
			)}
		</>
	)
}

const AGAIN_MS = 3000

export default function IssuePage() {
	const read = useLoaderData<typeof loader>()
	const { key } = useLocation()
	const { issue, seen, audience } = read
	usePolling(issue.shownState === 'sending', { everyMs: AGAIN_MS })
	return (
		<Page title={seen === '' ? 'New email' : nameIssue(issue.subject)}>
			{seen !== '' && (
				<Facts>
					<Fact name="Status">
						<StateBadge word={issue.shownState} tone={toneOfIssue(issue.shownState)} />
					</Fact>
					<Fact name="Audience">{audience === 'all' ? 'All subscribers' : audience}</Fact>
				</Facts>
			)}
			<Send {...read} />
			{issue.state !== 'draft' && <Sent {...read} />}
			<EditForm key={key} {...read} />
			{issue.state !== 'draft' && <Previews {...read} />}
			<Disclosure summary="Plain text">
				<div className="message-text">{read.text}</div>
			</Disclosure>
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
