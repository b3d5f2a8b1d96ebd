import { useMemo, useState } from 'react'
import { Link, useLoaderData, useLocation } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { LivePreview, documentPreviewSource } from '#app/admin/routes/content/live-preview.tsx'
import { MarkdownText } from '#app/admin/routes/content/markdown-text.tsx'
import { toneOfMail } from '#app/admin/routes/messages/message-parts.tsx'
import { ActionForm, toFormId } from '#app/admin/ui/action-form.tsx'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { Fact, KeyFigures, ShortTimes, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { PageChoices } from '#app/admin/ui/page-choices.tsx'
import { Page, useConsole } from '#app/admin/ui/page.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readAutomation } from '#server/console/lifecycle/read-automations.ts'

import { DraftBar, useRestored } from './draft-bar.tsx'
import { AutomationBadge, ChangeToggle, DELAY_UNITS, formatSubscriberCount, SendTest } from './newsletter-parts.tsx'

export const loader = createLoader(readAutomation)

type Read = Awaited<ReturnType<typeof loader>>

const toAction = ({ name }: Read, what: string) => `${consolePaths.lifecycle}/${name}/${what}`

type FormProps = { read: Read; isRestored: boolean; onRestored: (seen: string) => void }

function TextForm({ read, isRestored, onRestored }: FormProps) {
	const { name, seen: newest, isDraft, values, lengths } = read
	const [text] = useState(read.text)
	const [seen, setSeen] = useState(newest)
	const preview = useMemo(() => {
		const address = `${consolePaths.lifecycle}/${name}/preview`
		return documentPreviewSource(address, { src: address, widths: { phone: 390, desktop: 680 } })
	}, [name])
	return (
		<>
			<PageChoices pages={read.sitePages} />
			<ActionForm action={toAction(read, 'text')} label="Save draft" hasButton>
				{({ typed, errors, shown, field }) => (
					<>
						<input type="hidden" name="seen" value={(shown as { seen: string } | undefined)?.seen ?? seen} />
						<LivePreview source={preview}>
							<TextField
								{...field('subject')}
								label="Subject"
								defaultValue={typed.subject ?? text.subject}
								maxLength={lengths.subject}
								required
							/>
							<MarkdownText
								name="body"
								text={typed.body ?? text.body}
								hint="Links to your pages can start with /. We add the unsubscribe link."
								error={errors.body}
								maxLength={lengths.body}
								rows={12}
								textKind="mail"
								values={values}
							/>
						</LivePreview>
					</>
				)}
			</ActionForm>
			<DraftBar
				action={toAction(read, 'text')}
				address={toAction(read, 'autosave')}
				preview={toAction(read, 'preview')}
				seen={seen}
				onSaved={setSeen}
				onRestored={onRestored}
				isRestored={isRestored}
			>
				{isDraft && <LinkButton to={consolePaths.contentPublish}>Review and publish</LinkButton>}
			</DraftBar>
		</>
	)
}

/** Form for the email's text. Reloading the page's data doesn't change its fields. */
function Text(read: Read) {
	const { key } = useLocation()
	const { times, onRestored } = useRestored(read.seen)
	return <TextForm key={`${key}-${times}`} read={read} isRestored={times > 0} onRestored={onRestored} />
}

/** Summary of when the email is sent. A click shows the fields for the delay and, for an automation that an operator added, its name. */
function Delay(read: Read) {
	const { title, titleLength, isOwn, delay } = read
	const { unit, count, canBeHours, usual, least, most } = delay
	const { failure } = useConsole()
	const action = toAction(read, 'delay')
	return (
		<details open={failure?.form === toFormId(action)}>
			<ChangeToggle>{`Sent ${read.when.charAt(0).toLowerCase()}${read.when.slice(1).replace(/\.$/, '')}`}</ChangeToggle>
			<div className="mt-2 border border-line p-4">
				<ActionForm
					action={action}
					label={isOwn ? 'Save name and delay' : 'Change delay'}
					tone="secondary"
					fields={[
						...(isOwn ? [{ name: 'title', label: 'Name', value: title, maxLength: titleLength }] : []),
						{
							name: 'delay',
							label: canBeHours ? 'Delay' : 'Days',
							hint: `From ${least} to ${most}.${isOwn ? '' : ` Usually ${usual}.`} It also applies to subscribers waiting now. An email more than eight days late isn’t sent.`,
							value: String(count),
							type: 'number',
						},
						...(canBeHours ? [{ name: 'unit', label: 'Unit', value: unit, options: DELAY_UNITS }] : []),
					]}
				/>
			</div>
		</details>
	)
}

function Next({ state, next: { rows, total, isMore } }: Read) {
	const { now } = useConsole()
	const who = `${formatSubscriberCount(total)}${isMore ? ' or more' : ''}`
	return (
		<>
			<h2>Next</h2>
			{rows.length > 0 && (
				<p>
					{`${state === 'on' ? 'Due within a day' : 'This automation is off. If you turn it on, these are due within a day'}: ${who}.`}
					{total > rows.length && ` The first ${rows.length} are below.`} Each is checked again before the email goes out.
				</p>
			)}
			<ShortTimes value>
				<DataTable
					caption="Subscribers who are next"
					rows={rows}
					rowKey={({ id }) => id}
					empty="No subscriber is due within a day."
					columns={[
						{ head: 'Subscriber', card: 'title', cell: ({ id, email }) => <Link to={`${consolePaths.subscribers}/${id}`}>{email}</Link> },
						{
							head: 'Due',
							card: 'plain',
							cell: ({ dueAt, hadOne }) =>
								hadOne ? 'Had an email this week' : dueAt <= now ? 'As soon as emails go out' : <Time at={dueAt} />,
						},
					]}
				/>
			</ShortTimes>
		</>
	)
}

const Newest = ({ newest }: Read) => (
	<>
		<h2>Newest emails</h2>
		<ShortTimes value>
			<DataTable
				caption="Newest emails"
				rows={newest}
				rowKey={({ id }) => id}
				empty="This automation hasn’t emailed anyone yet."
				columns={[
					{ head: 'To', card: 'title', cell: ({ id, to_address: to }) => <Link to={`${consolePaths.messages}/${id}`}>{to}</Link> },
					{ head: 'Status', card: 'end', cell: ({ status }) => <StateBadge word={status} tone={toneOfMail(status)} /> },
					{ head: 'Time', card: 'plain', cell: ({ sent_at: sent, created_at: created }) => <Time at={sent ?? created} /> },
				]}
			/>
		</ShortTimes>
	</>
)

export default function AutomationPage() {
	const read = useLoaderData<typeof loader>()
	const { name, title, isOwn, isOn, state, ends, isDraft, plain, figures } = read
	return (
		<Page
			title={title}
			beside={
				<>
					<SendTest action={toAction(read, 'test')} />
					{(isOn || state !== 'needs a text') && (
						<ActionForm
							action={`${consolePaths.lifecycle}/${name}`}
							label={isOn ? 'Turn off' : 'Turn on'}
							hidden={{ on: isOn ? 'no' : 'yes' }}
							tone={isOn ? 'secondary' : 'primary'}
						/>
					)}
				</>
			}
		>
			<div>
				<p className="flex flex-wrap items-center gap-x-3">
					<AutomationBadge state={state} />
					{state === 'needs a text' ? 'Not sent until you write and publish a text.' : `Not sent if ${ends}.`}
				</p>
				<Delay {...read} />
			</div>
			<KeyFigures>
				<Fact name="Sent">{figures.sent}</Fact>
				{figures.queued > 0 && <Fact name="Waiting in the queue">{figures.queued}</Fact>}
				<Fact name="Failed">{figures.failed}</Fact>
				<Fact name="Held back">{figures.stopped}</Fact>
			</KeyFigures>
			<p className="text-soft">Last two years. Held back: unsubscribed, or no longer met the condition. Opens and clicks aren’t tracked.</p>
			<h2>Text {isDraft && <StateBadge word="draft" tone="warn" />}</h2>
			<p>
				{isDraft
					? 'Subscribers get the public text until you publish this draft. A test email has the draft.'
					: 'Changes are saved as a draft. Subscribers get them once you publish.'}
			</p>
			<Text {...read} />
			<Disclosure summary="Plain text">
				<div className="message-text">{plain}</div>
			</Disclosure>
			<Next {...read} />
			<Newest {...read} />
			{isOwn && (
				<ConfirmForm
					action={toAction(read, 'delete')}
					label="Delete automation"
					title={`Delete “${title}”?`}
					consequences={[
						['Emails in the queue', 'aren’t sent'],
						['Its text', 'stays in the history of your texts'],
					]}
					isFinal
					isGuarded={false}
					hasReason={false}
				/>
			)}
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
