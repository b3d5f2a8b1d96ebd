import { useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { OrderTable } from '#app/admin/routes/orders/order-table.tsx'
import { CopiedId, CopyButton } from '#app/admin/ui/copy-field.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { Fact, Facts, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Timeline } from '#app/admin/ui/timeline.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { readLearner } from '#server/console/learners/read-learner.ts'

import { LearnerActions } from './learner-actions.tsx'
import { AccessBadge, countLessons, UNCLAIMED } from './learner-table.tsx'

export const loader = load(readLearner)

type Loaded = Awaited<ReturnType<typeof loader>>

const PAID = new Set(['paid', 'partially_refunded'])

/**
 * Shows the learner's access to each course. Also lists the purchased products if the learner hasn't signed in yet or bought only
 * single modules.
 */
function AccessFacts({ learner: { access, courses, isUnclaimed }, orders }: Pick<Loaded, 'learner' | 'orders'>) {
	const isByModule = access === 'active' && courses.every((course) => course.access === 'none')
	const bought = [...new Set(orders.filter(({ status }) => PAID.has(status)).map(({ product_name: product }) => product))]
	return (
		<>
			{(courses.length === 1 || isUnclaimed || isByModule) && (
				<Fact name="Access">
					{isUnclaimed ? <StateBadge word={UNCLAIMED} tone="warn" /> : <AccessBadge access={access} />}
					{(isUnclaimed || isByModule) && ` ${bought.join(', ')}`}
				</Fact>
			)}
			{courses.length > 1 &&
				!isUnclaimed &&
				courses.map((course) => (
					<Fact key={course.id} name={`Access to ${course.title}`}>
						<AccessBadge access={course.access} />
					</Fact>
				))}
		</>
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
		<Fact name="Last signed in">
			<Time at={learner.lastSignInAt} />
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

/** Says how much of each begun course is finished, such as `12 of 48 lessons (25%)`. */
function describeCourses(courses: Loaded['progress']['courses']): string {
	const begun = courses.filter(({ read }, _, { length }) => read > 0 || length === 1)
	const parts = begun.map(({ title, read, sections }) => {
		const share = `${read} of ${countLessons(sections)} (${Math.floor((read / sections) * 100)}%)`
		return courses.length === 1 ? share : `${title}: ${share}`
	})
	return parts.join(', ') || 'No lessons'
}

const Progress = ({ progress: { last, modules, courses } }: Pick<Loaded, 'progress'>) => (
	<>
		<p>
			{`${describeCourses(courses)} finished. Last activity: `}
			{last === null ? 'never' : <Time at={last} />}
		</p>
		<DataTable
			caption="Progress by module"
			rows={modules}
			rowKey={({ module }) => String(module)}
			empty="There are no modules."
			columns={[
				{ head: 'Module', card: 'title', cell: ({ name }) => name },
				{ head: 'Opened', card: 'none', cell: ({ opened, sections }) => `${opened} of ${sections}` },
				{ head: 'Finished', card: 'end', cell: ({ read, sections }) => `${read} of ${sections}` },
				{ head: 'Checks', card: 'none', cell: ({ checks }) => checks },
			]}
		/>
	</>
)

const Sessions = ({ sessions }: Pick<Loaded, 'sessions'>) => (
	<DataTable
		caption="Open sessions"
		rows={sessions}
		rowKey={({ id }) => id}
		empty="Not signed in anywhere."
		columns={[
			{ head: 'Device', cell: ({ device }) => device },
			{ head: 'Signed in', cell: ({ createdAt }) => <Time at={createdAt} /> },
			{ head: 'Last used', cell: ({ usedAt }) => <Time at={usedAt} /> },
			{ head: 'Second factor', cell: ({ isProven }) => (isProven ? 'shown' : '–') },
		]}
	/>
)

export default function LearnerPage() {
	const { learner, orders, given, story, progress, sessions } = useLoaderData<typeof loader>()
	return (
		<Page title={learner.name ?? learner.email ?? learner.phone ?? `Learner ${learner.id.slice(-8)}`}>
			{learner.bannedUntil !== null && <Callout tone="danger">This learner is banned and can’t sign in.</Callout>}
			<LearnerActions learner={learner} sessions={sessions} given={given} />
			<LearnerFacts learner={learner} orders={orders} />
			<h2>Orders</h2>
			<OrderTable orders={orders} empty="No orders yet." isOwn />
			<h2>Progress</h2>
			<Progress progress={progress} />
			<h2>Sessions</h2>
			<Sessions sessions={sessions} />
			<h2>History</h2>
			<Timeline moments={story} />
			<h2>For support</h2>
			<Facts>
				<Fact name="Second factors and passkeys">{learner.factors.length === 0 ? 'none' : learner.factors.join(', ')}</Fact>
				<CopiedId name="Account ID" about="the account ID" value={learner.id} />
			</Facts>
		</Page>
	)
}
