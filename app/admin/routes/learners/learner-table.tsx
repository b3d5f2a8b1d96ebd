import { Link } from 'react-router'

import { type Column, DataTable } from '#app/admin/ui/data-table.tsx'
import { EmailAddress, CalendarDate, Day, StateBadge, Time, useDayFormat } from '#app/admin/ui/format.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { ListedLearner } from '#server/console/learners/find-learners.ts'
import type { AccessState } from '#server/services/learning/entitlements/entitlements.ts'

import { TagList } from './tags.tsx'

/** Status of an account created by a guest purchase or an import whose owner hasn't signed in yet: no badge, because it's no problem. */
export const Unclaimed = () => <span className="whitespace-nowrap text-soft">Not signed in yet</span>

const ACCESS = {
	active: { word: 'has access', tone: 'good' },
	suspended: { word: 'suspended', tone: 'warn' },
	ended: { word: 'ended', tone: 'warn' },
	none: { word: 'free lessons only', tone: 'calm' },
} as const

export const AccessBadge = ({ access }: { access: AccessState }) => <StateBadge {...ACCESS[access]} />

/** End of access next to its badge, such as “Ends Dec 31, 2026”, in the console's time zone. */
export function AccessEnd({ at, isOver }: { at: Date; isOver: boolean }) {
	const formatDay = useDayFormat()
	return <time dateTime={at.toISOString()}>{` ${isOver ? '' : 'Ends '}${formatDay(at)}`}</time>
}

const Access = ({ access }: { access: NonNullable<ListedLearner['access']> }) =>
	access === 'open' ? <AccessBadge access="active" /> : <Unclaimed />

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
		// Without a name, the address is in the first column.
		cell: ({ email, name }) =>
			email === null ? (
				'–'
			) : name === null ? (
				''
			) : (
				<div className="xl:min-w-46">
					<EmailAddress email={email} />
				</div>
			),
	},
	{ head: 'Account since', sort: '-created', card: 'none', cell: ({ created_at: at }) => <Day at={at} /> },
	{ head: 'Last signed in', sort: '-seen', card: 'none', cell: ({ last_sign_in_at: at }) => (at === null ? '–' : <Time at={at} />) },
	{ head: 'Access', card: 'end', cell: ({ access }) => (access === null ? '–' : <Access access={access} />) },
]

export const TAGS_COLUMN: Column<ListedLearner> = {
	head: 'Tags',
	card: 'plain',
	cell: ({ tags }) => (tags.length === 0 ? '–' : <TagList tags={tags} />),
}

export const countLessons = (count: number) => `${count} ${count === 1 ? 'lesson' : 'lessons'}`

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
