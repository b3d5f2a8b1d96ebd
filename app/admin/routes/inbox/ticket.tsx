import { Link, useLoaderData, useLocation } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { AccessBadge } from '#app/admin/routes/orders/access-state.tsx'
import { OrderBadge } from '#app/admin/routes/orders/order-table.tsx'
import { ActionForm, useKeptForm } from '#app/admin/ui/action-form.tsx'
import { useExpectRow } from '#app/admin/ui/expected.tsx'
import { Fact, Facts, useDueFormat, StateBadge, Time, type Tone } from '#app/admin/ui/format.tsx'
import { Page, useConsole } from '#app/admin/ui/page.tsx'
import { labelCategory } from '#app/admin/ui/ticket-category.ts'
import { TimelineItem } from '#app/admin/ui/timeline.tsx'
import { Button } from '#app/ui/button.tsx'
import { Select, TextArea } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readTicket } from '#server/console/inbox/read-ticket.ts'

export const loader = createLoader(readTicket)

type Read = Awaited<ReturnType<typeof loader>>

const MAIL_WORDS: Record<string, readonly [string, Tone]> = {
	queued: ['email queued', 'calm'],
	sending: ['email queued', 'calm'],
	sent: ['email sent', 'good'],
	bounced: ['email bounced', 'bad'],
	suppressed: ['address is suppressed', 'bad'],
	failed: ['email failed', 'bad'],
	unknown: ['email may not have arrived', 'bad'],
}

function Mail({ status }: { status: string | null }) {
	const [word, tone] = MAIL_WORDS[status ?? 'sent'] ?? ['email sent', 'good']
	return <StateBadge word={word} tone={tone} />
}

type Message = Read['thread'][number]

const ThreadMessage = ({ message: { kind, author, created_at: at, body, mail }, writer }: { message: Message; writer: string }) => (
	<TimelineItem className="grid gap-2" tone={kind === 'note' ? 'warn' : 'calm'}>
		<p>
			<strong>{kind === 'reply' ? writer : (author ?? 'a deleted account')}</strong>{' '}
			<span className="text-soft">
				<Time at={at} />
			</span>{' '}
			{kind === 'answer' && <Mail status={mail} />}
			{kind === 'note' && <StateBadge word="internal note" tone="warn" />}
		</p>
		<div className="message-text">{body}</div>
	</TimelineItem>
)

const Thread = ({ ticket, thread }: Pick<Read, 'ticket' | 'thread'>) => (
	<ol className="grid gap-4">
		<TimelineItem className="grid gap-2">
			<p>
				<strong>{ticket.name}</strong>{' '}
				<span className="text-soft">
					<Time at={ticket.created_at} />
				</span>
			</p>
			<div className="message-text">{ticket.message}</div>
		</TimelineItem>
		{thread.map((message) => (
			<ThreadMessage key={message.id} message={message} writer={ticket.name} />
		))}
	</ol>
)

const SavedAnswers = ({ saved, chosen }: Pick<Read, 'saved'> & { chosen: string | undefined }) => (
	<div className="filter">
		<Select name="saved" label="Saved reply" defaultValue={chosen ?? ''} options={saved.map(({ id, title }) => [id, title])} />
		<Button type="submit" name="do" value="fill" variant="secondary">
			Insert
		</Button>
	</div>
)

function AnswerForm({ ticket, thread, seen, saved, answerLength }: Read) {
	if (!useKeptForm(ticket.status !== 'closed', 'body')) return null
	return (
		<ActionForm action={`${consolePaths.tickets}/${ticket.id}/answer`} label="Send answer" hidden={{ seen }}>
			{({ typed, errors, shown }) => (
				<>
					<TextArea
						key={typeof shown === 'string' ? shown : undefined}
						id="answer"
						name="body"
						label={thread.some(({ kind }) => kind === 'answer') ? 'Another answer' : 'Your answer'}
						hint={`Emailed to ${ticket.email} and kept here. The email links to this conversation, where they can reply.`}
						rows={7}
						maxLength={answerLength}
						defaultValue={typeof shown === 'string' ? shown : (typed.body ?? '')}
						error={errors.body}
					/>
					{saved.length > 0 && <SavedAnswers saved={saved} chosen={typed.saved} />}
				</>
			)}
		</ActionForm>
	)
}

const NoteForm = ({ ticket: { id }, answerLength }: Pick<Read, 'ticket' | 'answerLength'>) => (
	<ActionForm
		action={`${consolePaths.tickets}/${id}/note`}
		label="Add note"
		summary="Add an internal note"
		tone="secondary"
		fields={[
			{
				name: 'note',
				label: 'Note',
				type: 'textarea',
				rows: 4,
				maxLength: answerLength,
				hint: 'No email is sent. Only your team sees it here; a copy of this person’s data includes it.',
			},
		]}
	/>
)

function Clock({ ticket, now }: Pick<Read, 'ticket' | 'now'>) {
	const formatDue = useDueFormat()
	const { status, due_at: due, answered_at: answered } = ticket
	if (status !== 'open' && answered === null) return 'closed without an answer'
	const isLate = due <= (answered ?? now)
	const word = answered === null ? formatDue(due, now) : isLate ? 'late' : 'on time'
	return (
		<>
			<Time at={answered ?? due} /> <StateBadge word={word} tone={isLate ? 'bad' : answered === null ? 'calm' : 'good'} />
		</>
	)
}

const UNVERIFIED = 'This address isn’t confirmed, so the sender may be someone else.'

type ByAddress = NonNullable<Read['byAddress']>

const OrderLine = ({ order }: { order: ByAddress['orders'][number] }) => (
	<p>
		<Link to={`${consolePaths.orders}/${order.id}`}>{order.product_name}</Link> <OrderBadge order={order} />
		<br />
		<Time at={order.paid_at ?? order.created_at} />
	</p>
)

const countOrders = ({ length }: ByAddress['orders']) => (length === 1 ? '1 order' : 'Orders')

/** Shows the account and orders with the address of a sender who isn't a confirmed learner. */
const SameAddress = ({ byAddress: { accountId, orders }, email }: { byAddress: ByAddress; email: string }) => (
	<Fact name="Customer">
		{accountId === null && orders.length === 0 ? (
			'No account or order with this address.'
		) : (
			<div className="grid gap-2">
				{accountId !== null && (
					<p>
						<Link to={`${consolePaths.learners}/${accountId}`}>{`Learner ${email}`}</Link>{' '}
						<StateBadge word="Address not verified" tone="warn" />
					</p>
				)}
				{orders.length > 0 && <p>{`${accountId === null ? 'No account. ' : ''}${countOrders(orders)} with this address:`}</p>}
				{orders.map((order) => (
					<OrderLine key={order.id} order={order} />
				))}
				<p className="text-soft">{UNVERIFIED}</p>
			</div>
		)}
	</Fact>
)

const LearnerFacts = ({ learner: { access, order } }: { learner: NonNullable<Read['learner']> }) => (
	<>
		<Fact name="Access">
			<AccessBadge access={access} />
		</Fact>
		<Fact name="Last order">{order === null ? 'none' : <OrderLine order={order} />}</Fact>
	</>
)

const Details = ({ ticket, learner, byAddress, now }: Pick<Read, 'ticket' | 'learner' | 'byAddress' | 'now'>) => (
	<Facts>
		<Fact name="Status">
			<StateBadge word={ticket.status} tone={ticket.status === 'open' ? 'warn' : 'calm'} />
		</Fact>
		<Fact name={ticket.status === 'open' ? 'Answer due' : 'Answered'}>
			<Clock ticket={ticket} now={now} />
		</Fact>
		<Fact name="About">{labelCategory(ticket.category)}</Fact>
		<Fact name="Reference">{ticket.reference}</Fact>
		<Fact name="From">
			{learner === null ? ticket.name : <Link to={`${consolePaths.learners}/${learner.id}`}>{ticket.name}</Link>}
			<br />
			{ticket.email}
			{learner?.isVerified === false && <p className="text-soft">{UNVERIFIED}</p>}
		</Fact>
		{learner !== null && <LearnerFacts learner={learner} />}
		{byAddress !== null && <SameAddress byAddress={byAddress} email={ticket.email} />}
		<Fact name="Assigned to">{ticket.assignee ?? 'no one'}</Fact>
		{ticket.first_answered_at && (
			<Fact name="First answered">
				<Time at={ticket.first_answered_at} />
			</Fact>
		)}
	</Facts>
)

function TicketActions({ ticket: { id, status, isMine, assignee } }: Pick<Read, 'ticket'>) {
	const { email } = useConsole()
	const to = (what: string) => `${consolePaths.tickets}/${id}/${what}`
	return (
		<>
			{status !== 'closed' && (
				<ActionForm
					action={to('assign')}
					label={isMine ? 'Unassign' : assignee === null ? 'Assign to me' : 'Take over'}
					hidden={{ to: isMine ? 'nobody' : 'me' }}
					expected={{ says: 'Assignment changed.', becomes: { assignee: isMine ? null : email } }}
					tone="secondary"
				/>
			)}
			{status !== 'open' && (
				<ActionForm
					action={to('reopen')}
					label="Reopen"
					expected={{ says: 'Ticket reopened. It needs an answer again.', becomes: { status: 'open', answered_at: null } }}
					tone="secondary"
				/>
			)}
			{status !== 'closed' && (
				<ActionForm
					action={to('close')}
					label="Close"
					expected={{ says: 'Ticket closed. No email was sent.', becomes: { status: 'closed' } }}
					tone="secondary"
				/>
			)}
		</>
	)
}

export default function TicketPage() {
	const read = useLoaderData<typeof loader>()
	const { key } = useLocation()
	const expectRow = useExpectRow()
	return (
		<Page title={read.ticket.subject} beside={<TicketActions ticket={read.ticket} />}>
			{read.next && (
				<p>
					{'Next open ticket: '}
					<Link to={`${consolePaths.tickets}/${read.next.id}`}>{read.next.subject}</Link>
				</p>
			)}
			<div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
				<div className="grid content-start gap-6">
					<Thread ticket={read.ticket} thread={read.thread} />
					<AnswerForm key={key} {...read} />
					<NoteForm ticket={read.ticket} answerLength={read.answerLength} />
				</div>
				<div className="grid content-start gap-6">
					<Details {...read} ticket={expectRow('', read.ticket) ?? read.ticket} />
				</div>
			</div>
		</Page>
	)
}
