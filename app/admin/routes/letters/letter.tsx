import { Link, useLoaderData, useLocation } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { ActionForm, type ActionFormProps } from '#app/admin/ui/action-form.tsx'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { Fact, Facts } from '#app/admin/ui/facts.tsx'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { useConsole } from '#app/admin/ui/use-console.ts'
import { useKeptForm } from '#app/admin/ui/use-kept-form.ts'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readLetter } from '#server/console/letters/read-letters.ts'

import { LetterForm } from './letter-form.tsx'
import { toneOfLetter } from './tone-of-letter.ts'

export const loader = load(readLetter)

type Read = Awaited<ReturnType<typeof loader>>

const toAction = ({ id }: Read['letter'], what: string) => `${consolePaths.letters}/${id}/${what}`

function EditForm({ letter, seen, form }: Read) {
	if (!useKeptForm(letter.state === 'draft', 'subject')) return null
	return <LetterForm action={`${consolePaths.letters}/${letter.id}`} letter={letter} form={form} hidden={{ seen }} />
}

const Step = ({ letter, step, ...form }: Pick<Read, 'letter'> & { step: string } & Omit<ActionFormProps, 'action' | 'hidden'>) => (
	<ActionForm action={toAction(letter, 'step')} id={step} hidden={{ step }} tone="secondary" {...form} />
)

function Sent({ letter, queued, mails }: Read) {
	const { sent = 0, queued: waiting = 0, sending = 0, suppressed = 0, failed = 0, bounced = 0, unknown = 0 } = mails
	const { state } = letter
	return (
		<>
			<Facts>
				<Fact name="Starts">
					<Time at={letter.startsAt} />
				</Fact>
				<Fact name="Started">
					<Time at={letter.startedAt} />
				</Fact>
				<Fact name="Finished">
					<Time at={letter.endedAt} />
				</Fact>
				<Fact name="Queued">{queued}</Fact>
				<Fact name="Sent">{sent}</Fact>
				<Fact name="Pending">{waiting + sending}</Fact>
				<Fact name="Suppressed">{suppressed}</Fact>
				<Fact name="Failed">{failed + bounced + unknown}</Fact>
			</Facts>
			<div className="flex flex-wrap items-end gap-3">
				{state === 'scheduled' && <Step letter={letter} step="unschedule" label="Unschedule" />}
				{state === 'sending' && <Step letter={letter} step="pause" label="Pause" />}
				{state === 'paused' && <Step letter={letter} step="resume" label="Resume" />}
				{(state === 'sending' || state === 'paused') && (
					<ConfirmForm
						action={toAction(letter, 'step')}
						id="stop"
						label="Stop"
						title="Stop this email?"
						hidden={{ step: 'stop' }}
						consequences={[
							['Already sent', `${sent.toLocaleString('en-US')}. They can’t be called back.`],
							['Not sent', `${(waiting + sending).toLocaleString('en-US')} in the queue, and everyone after them.`],
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

const Previews = ({ letter, seen, text }: Read) => (
	<>
		<h2>Preview</h2>
		<div className="flex flex-wrap items-start gap-4">
			{WIDTHS.map(([name, width, visibility]) => (
				// Another version is another page in the frame.
				<figure key={`${name} ${seen}`} className={`max-w-full ${visibility}`}>
					<figcaption className="text-soft">{name}</figcaption>
					<iframe
						title={`Preview: ${name}`}
						src={toAction(letter, 'preview')}
						width={width}
						height={640}
						sandbox=""
						className="max-w-full border border-line bg-white"
					/>
				</figure>
			))}
		</div>
		<Disclosure summary="Plain text">
			<div className="letter">{text}</div>
		</Disclosure>
	</>
)

function Send({ letter, seen, zoneName, readers }: Read) {
	const { email } = useConsole()
	if (readers === null) return null
	return (
		<>
			<h2>Send</h2>
			<Facts>
				<Fact name="Recipients right now">{readers.chosen}</Fact>
				<Fact name="Subscribers who agreed to emails">{readers.all}</Fact>
			</Facts>
			<p className="text-soft">People who subscribed when only articles were promised are left out.</p>
			<ActionForm action={toAction(letter, 'test')} label={`Send a test to ${email}`} tone="secondary" />
			<ActionForm
				action={toAction(letter, 'schedule')}
				label="Schedule send"
				hidden={{ seen }}
				fields={[
					{
						name: 'starts_at',
						label: `Send at (${zoneName})`,
						type: 'datetime-local',
						isRequired: false,
						hint: 'Leave empty to send now. We don’t send at night.',
					},
				]}
				isGuarded
				note="It goes to the recipients counted above, and to anyone who joins them before it starts."
			/>
			<ConfirmForm
				action={toAction(letter, 'delete')}
				label="Delete draft"
				title={`Delete the draft “${letter.subject}”?`}
				consequences={[['You lose', 'Subject, text and audience. Nothing was sent.']]}
				hasReason={false}
				isGuarded={false}
				isFinal
			/>
		</>
	)
}

/** One letter: written, previewed, sent, counted. */
export default function LetterPage() {
	const read = useLoaderData<typeof loader>()
	const { key } = useLocation()
	const { letter, audience } = read
	return (
		<Page title={letter.subject}>
			<p>
				<Link to={consolePaths.letters}>Emails</Link>
			</p>
			<Facts>
				<Fact name="State">
					<StateBadge word={letter.state} tone={toneOfLetter(letter.state)} />
				</Fact>
				<Fact name="Audience">{audience}</Fact>
			</Facts>
			{letter.state !== 'draft' && <Sent {...read} />}
			<EditForm key={key} {...read} />
			<Previews {...read} />
			<Send {...read} />
		</Page>
	)
}

export { action } from '#app/admin/routes/action.tsx'
