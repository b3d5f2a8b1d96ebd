import { type ReactNode, useState } from 'react'
import { Link, useLoaderData, useLocation } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm, type ActionFormProps, useKeptForm } from '#app/admin/ui/action-form.tsx'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { Fact, Facts, formatPercent, formatRelativeTime, KeyFigures, ShareBar, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { PageChoices } from '#app/admin/ui/page-choices.tsx'
import { Page, useConsole } from '#app/admin/ui/page.tsx'
import { usePolling } from '#app/admin/ui/use-polling.ts'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { nameIssue } from '#domain/newsletter/name-issue.ts'
import { readIssue } from '#server/console/newsletter/read-issues.ts'

import { DraftBar, useRestored } from './draft-bar.tsx'
import { IssueForm } from './issue-form.tsx'
import { MailPreview } from './mail-preview.tsx'
import { formatSubscriberCount, linkToMails, toneOfIssue } from './newsletter-parts.tsx'
import { NoReadersNotice, SendIssueForm } from './send-form.tsx'

export const loader = createLoader(readIssue)

type Read = Awaited<ReturnType<typeof loader>>

const toAction = ({ id }: Read['issue'], what: string) => `${consolePaths.newsletter}/${id}/${what}`

type FormProps = { read: Read; isRestored: boolean; onRestored: (seen: string) => void }

/** Form for a draft, with autosave and a bar of actions. Reloading the page's data changes neither the text fields nor their version. */
function EditForm({ read, isRestored, onRestored }: FormProps) {
	const { issue: newest, form, readers } = read
	const [issue] = useState(newest)
	const [seen, setSeen] = useState(read.seen)
	const action = `${consolePaths.newsletter}/${issue.id}`
	if (!useKeptForm(newest.state === 'draft', 'subject')) return null
	return (
		<>
			<PageChoices pages={read.sitePages} />
			<IssueForm action={action} issue={issue} form={form} readers={readers} placeholders={read.placeholders} hidden={{ seen }} />
			<DraftBar
				action={action}
				address={`${action}/autosave`}
				preview={`${action}/preview`}
				seen={seen}
				onSaved={setSeen}
				onRestored={onRestored}
				isRestored={isRestored}
			>
				<SendIssueForm {...read} seen={seen} />
			</DraftBar>
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
	const readers = formatSubscriberCount(recipients)
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

const withShare = (part: number, of: number) => (part === 0 || of === 0 ? count(part) : `${count(part)} (${formatPercent(part, of)})`)

/** Results of an email that is being sent or was sent. */
function Report({ issue, queued, mails, progress, unsubscribed, orders }: Read) {
	const { sent = 0, queued: waiting = 0, sending = 0, suppressed = 0, failed = 0, bounced = 0, unknown = 0 } = mails
	const [undelivered, left] = [failed + bounced + unknown, waiting + sending]
	const lost = suppressed + undelivered
	const link = (emails: number, result: Parameters<typeof linkToMails>[1], text: string = count(emails)) =>
		emails === 0 ? text : <Link to={linkToMails(issue.id, result)}>{text}</Link>
	return (
		<>
			<KeyFigures>
				<Fact name="Sent">{link(sent, 'sent')}</Fact>
				<Fact name="Failed">{link(undelivered, 'failed', withShare(undelivered, sent + lost))}</Fact>
				<Fact name="Held back">{link(suppressed, 'held', withShare(suppressed, sent + lost))}</Fact>
				<Fact name="Unsubscribed">{withShare(unsubscribed, sent)}</Fact>
				{orders !== null && <Fact name={orders.isOver ? 'Orders within a week' : 'Orders so far'}>{orders.count}</Fact>}
			</KeyFigures>
			<p className="text-soft">
				{orders !== null && 'Orders: paid by people who got this email, within a week after it, for whatever reason. '}
				{suppressed > 0 && 'Held back: the address had unsubscribed, emails to it failed before, or this email was stopped. '}
				We don’t track who opens an email or follows its links.
			</p>
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
					<Fact name="Waiting">{link(left, 'waiting')}</Fact>
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
	const { times, onRestored } = useRestored(seen)
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
			<NoReadersNotice {...read} />
			{issue.state !== 'draft' && <Sent {...read} />}
			<EditForm key={`${key}-${times}`} read={read} isRestored={times > 0} onRestored={onRestored} />
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
