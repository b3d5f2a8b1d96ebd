import { Link } from 'react-router'

import { AccessBadge, AccessEnd } from '#app/admin/routes/orders/access-state.tsx'
import { type Column, DataTable } from '#app/admin/ui/data-table.tsx'
import { EmailAddress, CalendarDate, Day, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import type { ListedLearner } from '#server/console/learners/find-learners.ts'

import { TagList } from './tags.tsx'

/** Access of an account created by a guest purchase or an import whose owner hasn't signed in yet. */
export const Unclaimed = () => (
	<>
		<AccessBadge access="active" /> <span className="whitespace-nowrap text-soft">not signed in yet</span>
	</>
)

const Access = ({ access, ends_at: endsAt }: { access: NonNullable<ListedLearner['access']>; ends_at: Date | null }) => (
	<>
		{access === 'unclaimed' ? <Unclaimed /> : <AccessBadge access={access === 'open' ? 'active' : access} />}
		{endsAt !== null && access !== 'suspended' && (
			<span className="block whitespace-nowrap text-soft">
				<AccessEnd at={endsAt} isOver={access === 'ended'} />
			</span>
		)}
	</>
)

const LearnerName = ({ id, email, phone, name, is_banned: isBanned }: ListedLearner) => (
	<div className={name === null ? 'xl:min-w-46' : 'md:min-w-28'}>
		<Link to={`${consolePaths.learners}/${id}`}>{name ?? (email === null ? (phone ?? id.slice(-8)) : <EmailAddress email={email} />)}</Link>
		{isBanned && (
			<>
				{' '}
				<StateBadge word="banned" tone="bad" />
			</>
		)}
	</div>
)

export const LEARNER_COLUMNS: readonly Column<ListedLearner>[] = [
	{
		head: 'Learner',
		card: 'title',
		cell: (learner) => <LearnerName {...learner} />,
	},
	{
		head: 'Email',
		sort: 'email',
		card: 'plain',
		cell: ({ email, name }) =>
			email === null ? (
				'–'
			) : (
				// Without a name, the address is the title of the card on phones.
				<div className={`xl:min-w-46 ${name === null ? 'max-md:hidden' : ''}`}>
					<EmailAddress email={email} />
				</div>
			),
	},
	{ head: 'Account since', sort: '-created', card: 'none', cell: ({ created_at: at }) => <Day at={at} /> },
	{ head: 'Last signed in', sort: '-seen', card: 'none', cell: ({ last_sign_in_at: at }) => (at === null ? '–' : <Time at={at} />) },
	{ head: 'Access', card: 'end', cell: ({ access, ends_at }) => (access === null ? '–' : <Access access={access} ends_at={ends_at} />) },
]

export const TAGS_COLUMN: Column<ListedLearner> = {
	head: 'Tags',
	card: 'plain',
	cell: ({ tags }) => (tags.length === 0 ? '–' : <TagList tags={tags} />),
}

export const countLessons = (count: number) => countNoun(count, 'lesson')

/** @param props.lessons how many lessons there are to finish; null if they belong to several courses */
const Progress = ({ finished, lessons }: { finished: number; lessons: number | null }) => (
	<span className="relative whitespace-nowrap">
		{lessons === null ? finished : `${finished} of ${lessons}`}
		<span className="md:sr-only">{(lessons ?? finished) === 1 ? ' lesson' : ' lessons'}</span>
	</span>
)

/** @param lessons as in `Progress` */
export const progressColumns = (lessons: number | null, isSorted: boolean): readonly Column<ListedLearner>[] => [
	{
		head: 'Last activity',
		sort: '-active',
		card: 'none',
		cell: ({ last_active_at: at }) => (at === null ? '–' : <CalendarDate at={at} />),
	},
	{
		head: 'Progress',
		...(isSorted && { sort: '-progress' }),
		card: 'plain',
		cell: ({ finished }) => (finished === 0 ? '–' : <Progress finished={finished} lessons={lessons} />),
	},
]

type LearnerTableProps = { learners: readonly ListedLearner[]; empty: string }

export const LearnerTable = ({ learners, empty }: LearnerTableProps) => (
	<DataTable caption="Learners" rows={learners} rowKey={({ id }) => id} empty={empty} columns={LEARNER_COLUMNS} />
)
