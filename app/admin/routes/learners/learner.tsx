import { useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { AccessBadge, AccessEnd } from '#app/admin/routes/orders/access-state.tsx'
import { OrderTable } from '#app/admin/routes/orders/order-table.tsx'
import { CopiedId, CopyButton } from '#app/admin/ui/copy-field.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { Fact, Facts, StateBadge, Time, WideBar } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Timeline } from '#app/admin/ui/timeline.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { formatMoney } from '#domain/pricing/money.ts'
import { readLearner } from '#server/console/learners/read-learner.ts'

import { Correspondence } from './correspondence.tsx'
import { LearnerActions } from './learner-actions.tsx'
import { countLessons, Unclaimed } from './learner-table.tsx'
import { Notes } from './notes.tsx'
import { Section } from './section.tsx'
import { Tags } from './tags.tsx'

export const loader = createLoader(readLearner)

type Loaded = Awaited<ReturnType<typeof loader>>

const PAID = new Set(['paid', 'partially_refunded'])

type AccessProps = Pick<Loaded['learner'], 'access' | 'endsAt'> & { isUnclaimed?: boolean }

const AccessWithEnd = ({ access, endsAt, isUnclaimed = false }: AccessProps) => (
	<>
		{isUnclaimed ? <Unclaimed /> : <AccessBadge access={access} />}
		{endsAt !== null && <AccessEnd at={endsAt} isOver={access === 'ended'} />}
	</>
)

/**
 * Shows the learner's access to each course. Also lists the purchased products if the learner hasn't signed in yet or bought only
 * single modules.
 */
function AccessFacts({ learner: { access, endsAt, courses, isUnclaimed }, orders }: Pick<Loaded, 'learner' | 'orders'>) {
	const isByModule = access === 'active' && courses.every((course) => course.access === 'none')
	const bought = [...new Set(orders.filter(({ status }) => PAID.has(status)).map(({ product_name: product }) => product))]
	return (
		<>
			{(courses.length === 1 || isUnclaimed || isByModule) && (
				<Fact name="Access">
					<AccessWithEnd access={access} endsAt={endsAt} isUnclaimed={isUnclaimed} />
					{(isUnclaimed || isByModule) && ` ${bought.join(', ')}`}
				</Fact>
			)}
			{courses.length > 1 &&
				!isUnclaimed &&
				courses.map((course) => (
					<Fact key={course.id} name={`Access to ${course.title}`}>
						<AccessWithEnd {...course} />
					</Fact>
				))}
		</>
	)
}

type Course = Loaded['progress']['courses'][number]

const CourseProgress = ({ name, course: { read, sections } }: { name: string; course: Course }) => (
	<Fact name={name}>
		{`${read} of ${countLessons(sections)} finished (${Math.floor((read / sections) * 100)}%)`}
		<span className="block max-w-60">
			<WideBar share={read / sections} />
		</span>
	</Fact>
)

/** Figures that support looks for first. If there are several courses, only those that the learner has begun. */
const Summary = ({ paid, seenAt, progress: { courses } }: Pick<Loaded, 'paid' | 'seenAt' | 'progress'>) => {
	const begun = courses.filter(({ read }, _, { length }) => read > 0 || length === 1)
	return (
		<div className="border-y border-line py-3">
			<Facts>
				<Fact name="Total paid">
					{paid.map(({ currency, cents, isTest }) => `${formatMoney(cents, currency)}${isTest ? ' (test)' : ''}`).join(', ') || 'nothing'}
				</Fact>
				<Fact name="Last seen">{seenAt === null ? 'never' : <Time at={seenAt} />}</Fact>
				{begun.length === 0 && <Fact name="Progress">No lessons finished</Fact>}
				{begun.map((course) => (
					<CourseProgress
						key={course.title}
						name={begun.length === 1 && courses.length === 1 ? 'Progress' : course.title}
						course={course}
					/>
				))}
			</Facts>
		</div>
	)
}

const LearnerFacts = ({ learner, orders }: Pick<Loaded, 'learner' | 'orders'>) => (
	<Facts>
		<Fact name="Email">
			{learner.email ?? '–'} {learner.email !== null && <CopyButton value={learner.email} about="the email address" />}{' '}
			{learner.email !== null && !learner.isVerified && <StateBadge word="Email not confirmed" tone="warn" />}
		</Fact>
		<AccessFacts learner={learner} orders={orders} />
		{learner.phone !== null && <Fact name="Phone">{`+${learner.phone.replace(/^\+/, '')}`}</Fact>}
		<Fact name="Signed up">
			<Time at={learner.createdAt} />
		</Fact>
		{learner.role !== null && <Fact name="Role in the console">{learner.role}</Fact>}
		{learner.bannedUntil !== null && (
			<Fact name="Ban">
				<StateBadge word="banned" tone="bad" />
			</Fact>
		)}
		{learner.erasesAt !== null && (
			<Fact name="Deletion">
				<StateBadge word="requested" tone="warn" />
				{' due '}
				<Time at={learner.erasesAt} />
			</Fact>
		)}
	</Facts>
)

const Progress = ({ progress: { modules } }: Pick<Loaded, 'progress'>) => (
	<DataTable
		caption="Progress by module"
		rows={modules}
		rowKey={({ module }) => String(module)}
		columns={[
			{ head: 'Module', card: 'title', cell: ({ name }) => name },
			{ head: 'Opened', card: 'none', cell: ({ opened, sections }) => `${opened} of ${sections}` },
			{ head: 'Finished', card: 'end', cell: ({ read, sections }) => `${read} of ${sections}` },
			{ head: 'Checks', card: 'none', cell: ({ checks }) => checks },
		]}
	/>
)

const Sessions = ({ sessions }: Pick<Loaded, 'sessions'>) => (
	<DataTable
		caption="Open sessions"
		rows={sessions}
		rowKey={({ id }) => id}
		columns={[
			{ head: 'Device', cell: ({ device }) => device },
			{ head: 'Signed in', cell: ({ createdAt }) => <Time at={createdAt} /> },
			{ head: 'Last used', cell: ({ usedAt }) => <Time at={usedAt} /> },
			{ head: 'Second factor', cell: ({ isProven }) => (isProven ? 'shown' : '–') },
		]}
	/>
)

const COLUMN = 'grid min-w-0 auto-cols-[minmax(0,1fr)] gap-5 [&_h2:not(:first-child)]:mt-3'

export default function LearnerPage() {
	const { learner, orders, withAccess, paid, seenAt, held, tags, notes, noteLength, story, progress, sessions, correspondence } =
		useLoaderData<typeof loader>()
	return (
		<Page title={learner.name ?? learner.email ?? learner.phone ?? `Learner ${learner.id.slice(-8)}`}>
			{learner.bannedUntil !== null && <Callout tone="danger">This learner is banned and can’t sign in.</Callout>}
			<LearnerActions learner={learner} sessions={sessions} held={held} withAccess={withAccess} />
			<div className="grid items-start gap-x-12 gap-y-5 xl:grid-cols-[minmax(0,1fr)_18rem]">
				<div className={`xl:order-1 ${COLUMN}`}>
					<Summary paid={paid} seenAt={seenAt} progress={progress} />
					<LearnerFacts learner={learner} orders={orders} />
					<Tags learner={learner} tags={tags} />
				</div>
				<div className={COLUMN}>
					<Notes learner={learner} notes={notes} noteLength={noteLength} />
					<Section title="Orders" empty={orders.length === 0 && 'No orders yet.'}>
						<OrderTable orders={orders} isOwn />
					</Section>
					<Correspondence {...correspondence} email={learner.email} />
					<Section title="Progress" empty={progress.modules.length === 0 && 'There are no modules.'}>
						<Progress progress={progress} />
					</Section>
					<Section title="Sessions" empty={sessions.length === 0 && 'Not signed in anywhere.'}>
						<Sessions sessions={sessions} />
					</Section>
					<h2>History</h2>
					<Timeline moments={story} />
					<h2>For support</h2>
					<Facts>
						<Fact name="Second factors and passkeys">{learner.factors.length === 0 ? 'none' : learner.factors.join(', ')}</Fact>
						<CopiedId name="Account ID" about="the account ID" value={learner.id} />
					</Facts>
				</div>
			</div>
		</Page>
	)
}
