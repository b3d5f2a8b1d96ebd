import type { ReactNode } from 'react'

import { Time } from '#app/admin/ui/format.tsx'

const EDGES = { bad: 'border-l-danger-ink', warn: 'border-l-sun', calm: 'border-l-line-strong' }

type QueueEntryProps = { tone: keyof typeof EDGES; isHidden: boolean; children: ReactNode }

/** Item of the Today queue, reachable by the keys j and k. */
export const QueueEntry = ({ tone, isHidden, children }: QueueEntryProps) => (
	<li
		hidden={isHidden}
		className={`grid gap-1.5 border border-l-4 border-line bg-raised px-4 py-3 ${EDGES[tone]}`}
		data-stop=""
		tabIndex={-1}
	>
		{children}
	</li>
)

/** Reply deadline. On phones, it is shown only in the entry's heading, as a relative time. */
export const ReplyDeadline = ({ at }: { at: Date }) => (
	<span className="max-md:hidden">
		{'. Answer by '}
		<Time at={at} />
	</span>
)
