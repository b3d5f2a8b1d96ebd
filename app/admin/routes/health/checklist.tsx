import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { StateBadge } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readChecklist } from '#server/console/health/read-health.ts'

import { ChecklistForm } from './checklist-form.tsx'

export const loader = load(readChecklist)

const STATES = { ok: ['OK', 'good'], off: ['not in use', 'calm'], warn: ['check this', 'warn'], mend: ['fix this', 'bad'] } as const

export default function ChecklistPage() {
	const { lines } = useLoaderData<typeof loader>()
	const open = lines?.filter(({ state }) => state === 'mend').length ?? 0
	return (
		<Page title="Launch checklist">
			{lines && (
				<>
					<p role="status">{open === 0 ? 'Nothing needs to be fixed.' : `${open} of ${lines.length} checks need a fix.`}</p>
					<DataTable
						caption="Launch checklist"
						rows={lines}
						rowKey={({ what }) => what}
						empty=""
						columns={[
							{ head: 'Check', cell: ({ what }) => what },
							{ head: 'State', cell: ({ state }) => <StateBadge word={STATES[state][0]} tone={STATES[state][1]} /> },
							{ head: 'Found', cell: ({ found }) => found },
							{ head: 'How to fix it', cell: ({ mend }) => (mend === '' ? '–' : mend) },
							{ head: 'Why', cell: ({ why }) => why },
						]}
					/>
				</>
			)}
			<ChecklistForm label={lines ? 'Check again' : 'Check now'} />
			<p>
				<Link to={consolePaths.health}>Health</Link>
			</p>
		</Page>
	)
}
