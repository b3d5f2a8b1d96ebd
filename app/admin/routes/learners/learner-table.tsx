import { Link } from 'react-router'

import { DataTable } from '#app/admin/ui/data-table.tsx'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { ListedLearner } from '#server/console/learners/find-learners.ts'

/** A guest's purchase created the account, and its owner has not signed in yet. */
export const UNCLAIMED = 'Paid, not signed in yet'

const Access = ({ access }: Pick<ListedLearner, 'access'>) => {
	if (access === null) return '–'
	return access === 'open' ? <StateBadge word="open" tone="good" /> : <StateBadge word={UNCLAIMED} tone="warn" />
}

export const LearnerTable = ({ learners, empty }: { learners: readonly ListedLearner[]; empty: string }) => (
	<DataTable
		caption="Learners"
		rows={learners}
		rowKey={({ id }) => id}
		empty={empty}
		columns={[
			{
				head: 'Learner',
				cell: ({ id, email, phone }) => <Link to={`${consolePaths.learners}/${id}`}>{email ?? phone ?? id.slice(-8)}</Link>,
			},
			{ head: 'Name', cell: ({ name }) => name ?? '–' },
			{ head: 'Account since', cell: ({ created_at: at }) => <Time at={at} /> },
			{ head: 'Last signed in', cell: ({ last_sign_in_at: at }) => <Time at={at} /> },
			{ head: 'Access', cell: ({ access }) => <Access access={access} /> },
		]}
	/>
)
