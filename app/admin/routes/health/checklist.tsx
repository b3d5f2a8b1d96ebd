import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { readChecklist } from '#server/console/health/read-health.ts'

import { ChecklistForm } from './checklist-form.tsx'

export { action, clientAction } from '#app/admin/routes/action.tsx'
export const loader = load(readChecklist)

const STATES = { ok: ['OK', 'good'], off: ['not in use', 'calm'], warn: ['check this', 'warn'], mend: ['fix this', 'bad'] } as const

type Fix = { words: string; link: { label: string; href: string } | null }

const HowToFix = ({ words, link }: Fix) => (
	<>
		{words === '' ? '–' : words}
		{link && (
			<>
				<br />
				<Link to={link.href}>{link.label}</Link>
			</>
		)}
	</>
)

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
					{ head: 'State', cell: ({ state }) => <StateBadge word={STATES[state][0]} tone={STATES[state][1]} /> },
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
