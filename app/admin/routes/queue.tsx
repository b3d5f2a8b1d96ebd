import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { RowName, useExpectRow } from '#app/admin/ui/expected.tsx'
import { Fact, useDueFormat, ShortTimes, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { labelCategory } from '#app/admin/ui/ticket-category.ts'
import { WriteToLearnerForm } from '#app/admin/ui/write-to-learner-form.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { QueueItem } from '#server/console/today/read-today.ts'

import { ReplyDeadline, QueueEntry } from './queue-entry.tsx'

type ItemOf<Is> = Extract<QueueItem, { is: Is }>

/** Fields that identify a queue item, submitted by its forms. */
type Decidable = { kind: string; object: string; basis: string; userId: string | null }

const toFields = ({ kind, object, basis, userId }: Decidable) => ({ kind, object, basis, ...(userId && { user: userId }) })

const Head = ({ title, aside }: { title: ReactNode; aside: ReactNode }) => (
	<header className="flex flex-wrap items-baseline justify-between gap-x-4">
		<h2>{title}</h2>
		<span className="text-soft">{aside}</span>
	</header>
)

/** List of facts on one line. */
const Line = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
	<dl className="flex flex-wrap gap-x-5 text-(length:--text-sm) [&_dd]:wrap-anywhere [&_dt]:text-soft [&>div]:flex [&>div]:flex-wrap [&>div]:gap-x-1.5">
		{facts.map(([name, value]) => (
			<Fact key={name} name={name}>
				{value}
			</Fact>
		))}
	</dl>
)

const Due = ({ at, now }: { at: Date; now: Date }) => useDueFormat()(at, now)

/** Text of an item, and the page where it is handled. */
const WithAction = ({ label, to, children }: { label: string; to: string; children: ReactNode }) => (
	<div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-4">
		{children}
		<LinkButton to={to} variant="secondary">
			{label}
		</LinkButton>
	</div>
)

const Alert = ({ item: { at, isDue, alert, buyer, place }, now }: { item: ItemOf<'alert'>; now: Date }) => (
	<>
		<Head title={alert.heading} aside={isDue ? <Due at={at} now={now} /> : <Time at={at} />} />
		<p>{alert.advice}</p>
		<Line
			facts={[
				...(buyer === null ? [] : [['Buyer', buyer] as const]),
				...alert.facts.map(
					({ name, label, value, at: time }) =>
						[
							label,
							name === 'order' && place !== null ? (
								<Link key={name} to={place}>
									{value}
								</Link>
							) : time === null ? (
								value
							) : (
								<Time key={name} at={time} />
							),
						] as const,
				),
			]}
		/>
		{alert.mail === 'failed' && (
			<p>
				<StateBadge word="the alert email didn’t arrive" tone="bad" />
			</p>
		)}
		<div className="flex flex-wrap items-center gap-x-6 gap-y-2">
			<ActionForm
				action={`${consolePaths.root}/alerts/${alert.id}`}
				label="Mark as resolved"
				expected={{ says: 'Alert resolved. It stays on record.', becomes: null }}
				tone="secondary"
			/>
			{place !== null && <Link to={place}>Show details</Link>}
		</div>
	</>
)

const Ticket = ({ item: { at, id, category, subject, name, excerpt }, now }: { item: ItemOf<'ticket'>; now: Date }) => (
	<>
		<Head title={<Link to={`${consolePaths.tickets}/${id}`}>{subject}</Link>} aside={<Due at={at} now={now} />} />
		<WithAction label="Answer" to={`${consolePaths.tickets}/${id}#answer`}>
			<p className="line-clamp-2 wrap-anywhere md:line-clamp-1">
				<StateBadge word={labelCategory(category)} />
				{` From ${name}`}
				<ReplyDeadline at={at} />
				<span className="text-soft">{` · ${excerpt}`}</span>
			</p>
		</WithAction>
	</>
)

const Application = ({ item: { at, id, name, position }, now }: { item: ItemOf<'application'>; now: Date }) => (
	<>
		<Head title={<Link to={`${consolePaths.applications}/${id}`}>{`Application from ${name}`}</Link>} aside={<Due at={at} now={now} />} />
		<WithAction label="Review" to={`${consolePaths.applications}/${id}`}>
			<p>
				<StateBadge word={position} />
				{' Job application'}
				<ReplyDeadline at={at} />
			</p>
		</WithAction>
	</>
)

export const Learner = ({ userId, email }: { userId: string | null; email: string | null }) =>
	userId === null ? (email ?? 'a guest') : <Link to={`${consolePaths.learners}/${userId}`}>{email ?? userId.slice(-8)}</Link>

const Decide = ({ item }: { item: Decidable }) => {
	const common = { id: item.object, hidden: toFields(item), tone: 'secondary' } as const
	return (
		<>
			<ActionForm
				{...common}
				action={consolePaths.queueLater}
				label="Snooze for a week"
				expected={{ says: 'Snoozed for a week.', becomes: null }}
			/>
			<ActionForm
				{...common}
				action={consolePaths.queueDone}
				label="Mark as done"
				expected={{ says: 'Marked as done. It comes back if something changes.', becomes: null }}
			/>
		</>
	)
}

const STALLED_TEXT =
	'It has been a while since you were last in the course. Is something unclear, or did something not work?\n\n' +
	'Reply to this email and tell us where you are. We will help you with the next step.'

function Stalled({ item: { learner } }: { item: ItemOf<'stalled'> }) {
	const { userId, email, movedAt, grantedAt } = learner
	return (
		<>
			<Head
				title={
					<>
						<Learner userId={userId} email={email} />
						{' has stalled'}
					</>
				}
				aside={movedAt === null ? 'hasn’t started' : <Time at={movedAt} />}
			/>
			<Line
				facts={[
					['Access since', <Time key="since" at={grantedAt} />],
					['Last active', movedAt === null ? 'never' : <Time key="last" at={movedAt} />],
				]}
			/>
			{userId === null && <p>This buyer has no account. Write to them from your own mail program.</p>}
			<div className="action-row">
				{userId !== null && (
					<WriteToLearnerForm
						accountId={userId}
						id={learner.kind}
						subject="Can we help you with the course?"
						text={STALLED_TEXT}
						hidden={toFields(learner)}
					/>
				)}
				<Decide item={learner} />
			</div>
		</>
	)
}

function FailedCheck({ item: { learner, lesson } }: { item: ItemOf<'fails-check'> }) {
	const { userId, email, times, best, lastAt } = learner
	const text =
		`You took the check “${lesson.title}” ${times} times. Which question is unclear?\n\n` +
		'Reply to this email with your question, and we’ll explain it. You can retake the check as often as you like.'
	return (
		<>
			<Head
				title={
					<>
						<Learner userId={userId} email={email} />
						{' keeps failing a check'}
					</>
				}
				aside={
					<>
						{'last '}
						<Time at={lastAt} />
					</>
				}
			/>
			<Line
				facts={[
					[
						'Check',
						lesson.href === null ? (
							lesson.title
						) : (
							<a key="check" href={lesson.href}>
								{lesson.title}
							</a>
						),
					],
					['Failed', `${times} times in 30 days, never passed`],
					['Best', `${best} right`],
				]}
			/>
			<div className="action-row">
				<WriteToLearnerForm
					accountId={userId}
					id={learner.kind}
					subject={`Your questions about “${lesson.title}”`.slice(0, 150)}
					text={text}
					hidden={toFields(learner)}
				/>
				<Decide item={learner} />
			</div>
		</>
	)
}

function Item({ item, now }: { item: QueueItem; now: Date }) {
	switch (item.is) {
		case 'alert':
			return <Alert item={item} now={now} />
		case 'ticket':
			return <Ticket item={item} now={now} />
		case 'application':
			return <Application item={item} now={now} />
		case 'stalled':
			return <Stalled item={item} />
		case 'fails-check':
			return <FailedCheck item={item} />
	}
}

const keyOf = (item: QueueItem) => {
	if (item.is === 'alert') return item.alert.id
	if (item.is === 'ticket' || item.is === 'application') return item.id
	return `${item.is} ${item.learner.object}`
}

/** Items that can wait are collapsed if there are more than this many and something else is urgent. */
const MAX_CALM = 3

/** The queue, most urgent first. */
export function Queue({ items, now }: { items: readonly QueueItem[]; now: Date }) {
	const expectRow = useExpectRow()
	const list = (shown: readonly QueueItem[]) => (
		<ol className="grid gap-2">
			{shown.map((item) => (
				<RowName key={keyOf(item)} value={keyOf(item)}>
					<QueueEntry tone={item.tone} isHidden={expectRow(keyOf(item), item) === null}>
						<Item item={item} now={now} />
					</QueueEntry>
				</RowName>
			))}
		</ol>
	)
	const calm = items.filter(({ tone }) => tone === 'calm')
	const isFolded = calm.length > MAX_CALM && calm.length < items.length
	return (
		<ShortTimes value>
			{list(isFolded ? items.filter(({ tone }) => tone !== 'calm') : items)}
			{isFolded && <Disclosure summary={`Can wait: ${calm.length} items`}>{list(calm)}</Disclosure>}
		</ShortTimes>
	)
}
