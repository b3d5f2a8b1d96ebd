import { useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { readChecklist } from '#server/console/health/read-health.ts'

import { CHECK_STATES, HowToFix } from './check-result.tsx'
import { ChecklistForm } from './checklist-form.tsx'

export { action, clientAction } from '#app/admin/routes/action.tsx'
export const loader = load(readChecklist)

type Run = NonNullable<Awaited<ReturnType<typeof loader>>>

function Results({ at, lines }: Run) {
	const open = lines.filter(({ state }) => state === 'mend').length
	return (
		<>
			<p>
				Checked <Time at={at} />
			</p>
			<p role="status">{open === 0 ? 'Nothing needs to be fixed.' : `${open} of ${lines.length} checks need a fix.`}</p>
			<DataTable
				caption="Launch checklist"
				rows={lines}
				rowKey={({ id }) => id}
				empty=""
				columns={[
					{ head: 'Check', cell: ({ what }) => what },
					{ head: 'State', cell: ({ state }) => <StateBadge word={CHECK_STATES[state][0]} tone={CHECK_STATES[state][1]} /> },
					{ head: 'Found', cell: ({ found }) => found },
					{ head: 'How to fix it', cell: ({ fix }) => <HowToFix {...fix} /> },
					{ head: 'Why', cell: ({ why }) => why },
				]}
			/>
		</>
	)
}

export default function ChecklistPage() {
	const run = useLoaderData<typeof loader>()
	return (
		<Page title="Launch checklist">
			{run && <Results {...run} />}
			<ChecklistForm label={run ? 'Check again' : 'Check now'} />
		</Page>
	)
}
