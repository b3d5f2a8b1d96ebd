import { type ReactNode, useRef, useState } from 'react'
import { Link, useFetchers, useLoaderData, useLocation } from 'react-router'

import { formatShare } from '#app/admin/format-share.ts'
import { load } from '#app/admin/load.server.ts'
import { ActionForm, type ActionFormProps, STICKY, toFormId, useKeptForm } from '#app/admin/ui/action-form.tsx'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { Fact, Facts, formatRelativeTime, ShareBar, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page, useConsole } from '#app/admin/ui/page.tsx'
import { usePolling } from '#app/admin/ui/use-polling.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { nameIssue } from '#domain/newsletter/name-issue.ts'
import { readIssue } from '#server/console/newsletter/read-issues.ts'

import { IssueForm } from './issue-form.tsx'
import { MailPreview } from './mail-preview.tsx'
import { countSubscribers, toneOfIssue } from './newsletter-parts.tsx'
import { NoReaders, Send } from './send-form.tsx'
import { type IssueSaveState, useIssueAutosave } from './use-issue-autosave.ts'

export const loader = load(readIssue)

type Read = Awaited<ReturnType<typeof loader>>

const toAction = ({ id }: Read['issue'], what: string) => `${consolePaths.newsletter}/${id}/${what}`

const SAVING: Record<IssueSaveState, string> = {
	clean: '',
	typing: 'Not saved yet',
	saving: 'Saving…',
	saved: 'Saved as a draft',
	offline: 'Not saved: we can’t reach the server. We’ll keep trying.',
	conflict: 'Not saved: someone else changed this email. Copy your text, then reload the page.',
	refused: 'Not saved yet: an email needs a subject or a text, an audience, and pictures from Media.',
}

const LOUD: ReadonlySet<IssueSaveState> = new Set(['offline', 'conflict', 'refused'])

/** Form for a draft, with autosave and a bar of actions. Reloading the page's data doesn't change the text fields. */
function EditForm({ issue: newest, seen, form, readers, children }: Read & { children: ReactNode }) {
	const [issue] = useState(newest)
	const action = `${consolePaths.newsletter}/${issue.id}`
	const status = useRef<HTMLParagraphElement>(null)
	const hasScript = useHydrated()
	const isSubmitted = useFetchers().some(({ formAction }) => formAction === action)
	const saving = useIssueAutosave(toFormId(action), `${action}/autosave`, status)
	if (!useKeptForm(newest.state === 'draft', 'subject')) return null
	return (
		<>
			<IssueForm action={action} issue={issue} form={form} readers={readers} hidden={{ seen }} />
			<div
				className={
					hasScript
						? `${STICKY} max-md:gap-x-2 max-md:[&_.btn:not(dialog_*)]:px-2 max-md:[&_.btn:not(dialog_*)]:text-(length:--text-sm)`
						: 'action-row'
				}
			>
				{children}
				<Button type="submit" form={toFormId(action)} variant="secondary" pending={isSubmitted}>
					Save draft
				</Button>
				<p
					ref={status}
					role="status"
					tabIndex={-1}
					className={`self-center ${LOUD.has(saving) ? 'font-semibold text-danger-ink' : 'text-soft'}`}
				>
					{SAVING[saving]}
				</p>
			</div>
		</>
	)
}

const Step = ({ issue, step, ...form }: Pick<Read, 'issue'> & { step: string } & Omit<ActionFormProps, 'action' | 'hidden'>) => (
	<ActionForm action={toAction(issue, 'step')} id={step} hidden={{ step }} tone="secondary" {...form} />
)

const count = (of: number) => of.toLocaleString('en-US')

/** Describes the progress of an issue that is still being sent. */
function describeSending({ issue: { shownState: state, startsAt, waits }, progress }: Read, now: Date): ReactNode {
	if (progress === null) return null
	const { recipients, left, perHour, end } = progress
	const readers = countSubscribers(recipients)
	if (state === 'paused') return `Paused. ${count(left)} of ${readers} left.`
	if (state === 'starting') return `Starting. The first of ${count(recipients)} goes out within a minute.`
	if (state === 'scheduled') {
		if (waits && startsAt !== null && startsAt <= now) return `Scheduled for ${readers}. Starts when the email before it is sent.`
		return (
			<>
				{`Scheduled for ${readers}. Starts `}
				<Time at={startsAt} />.
			</>
		)
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

const withShare = (part: number, of: number) => (part === 0 || of === 0 ? count(part) : `${count(part)} (${formatShare(part / of)})`)

/** Results of an email that has started. */
function Report({ issue, queued, mails, progress, unsubscribed }: Read) {
	const { sent = 0, queued: waiting = 0, sending = 0, suppressed = 0, failed = 0, bounced = 0, unknown = 0 } = mails
	const lost = suppressed + failed + bounced + unknown
	return (
		<>
			<Facts>
				<Fact name="Sent">{sent}</Fact>
				<Fact name="Not delivered">
					{withShare(lost, sent + lost)} {lost > 0 && <Link to={consolePaths.messages}>Email log</Link>}
				</Fact>
				<Fact name="Unsubscribed">{withShare(unsubscribed, sent)}</Fact>
			</Facts>
			<p className="text-soft">We don’t track who opens an email or follows its links.</p>
			<Disclosure summary="Details">
				<Facts>
					<Fact name="Starts">
						<Time at={issue.startsAt} />
					</Fact>
					<Fact name="Started">
						<Time at={issue.startedAt} />
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
		</>
	)
}

function Sent(read: Read) {
	const { issue, mails, progress } = read
	const { now } = useConsole()
	const { sent = 0, queued: waiting = 0, sending = 0 } = mails
	const { state } = issue
	return (
		<>
			{progress !== null && (
				<>
					<p>{describeSending(read, now)}</p>
					{(state === 'sending' || state === 'paused') && <SentShare {...progress} />}
				</>
			)}
			{state !== 'scheduled' && <Report {...read} />}
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

const AGAIN_MS = 3000

export default function IssuePage() {
	const read = useLoaderData<typeof loader>()
	const { key } = useLocation()
	const { issue, seen, audience } = read
	usePolling(issue.shownState === 'starting' || issue.shownState === 'sending', { everyMs: AGAIN_MS })
	return (
		<Page title={seen === '' ? 'New email' : nameIssue(issue.subject)}>
			{/* A draft’s bar and fields show its audience. */}
			{issue.state !== 'draft' && (
				<Facts>
					<Fact name="Status">
						<StateBadge word={issue.shownState} tone={toneOfIssue(issue.shownState)} />
					</Fact>
					<Fact name="Audience">{audience}</Fact>
					{issue.endedAt !== null && (
						<Fact name="Finished">
							<Time at={issue.endedAt} />
						</Fact>
					)}
				</Facts>
			)}
			<NoReaders {...read} />
			{issue.state !== 'draft' && <Sent {...read} />}
			<EditForm key={key} {...read}>
				<Send {...read} />
			</EditForm>
			{issue.state !== 'draft' && (
				<MailPreview src={toAction(issue, 'preview')} title="Preview">
					<h2>Preview</h2>
				</MailPreview>
			)}
			<Disclosure summary="Plain text">
				<div className="message-text">{read.text}</div>
			</Disclosure>
			{issue.state === 'draft' && seen !== '' && (
				<ConfirmForm
					action={toAction(issue, 'delete')}
					label="Delete draft"
					title={`Delete the draft “${issue.subject}”?`}
					consequences={[['You lose', 'Subject, text and audience. Nothing was sent.']]}
					hasReason={false}
					isGuarded={false}
					isFinal
				/>
			)}
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
