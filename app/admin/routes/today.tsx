import { useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readToday } from '#server/console/today/read-today.ts'

import { FirstSteps, EmptyQueue } from './first-steps.tsx'
import { Learner, Queue } from './queue.tsx'
import { RecentRefunds } from './recent-refunds.tsx'
import { TodayFigures } from './today-figures.tsx'

export const loader = createLoader(readToday)

type Today = Awaited<ReturnType<typeof loader>>

const WORDS = { 'stands-still': 'stalled', 'failed-check': 'keeps failing a check' } as const

function Decided({ decided }: Pick<Today, 'decided'>) {
	if (decided.length === 0) return null
	return (
		<>
			<h2>Snoozed and done</h2>
			<DataTable
				caption="Recently handled"
				rows={decided}
				rowKey={({ kind, object }) => `${kind} ${object}`}
				columns={[
					{
						head: 'What',
						cell: ({ kind, user_id: userId, email }) =>
							userId === null ? (
								WORDS[kind]
							) : (
								<>
									<Learner userId={userId} email={email} /> {WORDS[kind]}
								</>
							),
					},
					{ head: 'Decided', cell: ({ decided_at: at }) => <Time at={at} /> },
					{ head: 'Comes back', cell: ({ until }) => (until === null ? 'when something changes' : <Time at={until} />) },
					{
						head: 'Undo',
						cell: ({ kind, object, basis, decided_at: at }) => (
							<ActionForm
								action={consolePaths.queueBack}
								id={`${kind} ${object}`}
								label="Undo"
								hidden={{ kind, object, basis, seen: String(at.getTime()) }}
								expected={{ says: 'It’s back in the queue, if it still applies.', becomes: null }}
								tone="secondary"
							/>
						),
					},
				]}
			/>
		</>
	)
}

export default function TodayPage() {
	const { items, isAllShown, decided, refunds, now, first, sales, pending } = useLoaderData<typeof loader>()
	return (
		<Page title="Today">
			<TodayFigures sales={sales} pending={pending} first={items.length > 0 ? first : null} />
			{items.length === 0 ? (
				<>
					<FirstSteps first={first} />
					<EmptyQueue first={first} />
				</>
			) : (
				<>
					<p>
						{!isAllShown
							? `The ${items.length} most urgent items are shown. More appear as you handle these.`
							: items.length === 1
								? '1 item needs your attention.'
								: `${items.length} items need your attention, most urgent first.`}
					</p>
					<Queue items={items} now={now} />
					<FirstSteps first={first} />
				</>
			)}
			<RecentRefunds refunds={refunds} />
			<Decided decided={decided} />
		</Page>
	)
}
