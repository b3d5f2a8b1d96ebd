import { Link } from 'react-router'

import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { Time } from '#app/admin/ui/format.tsx'
import { Alert, Callout } from '#app/ui/callout.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import type { readPublishPage } from '#server/console/content/read-publish.ts'

type Loaded = Awaited<ReturnType<typeof readPublishPage>>

/** Shows when scheduled drafts go live, or why they didn't. */
export function Schedule({ schedule }: { schedule: NonNullable<Loaded['schedule']> }) {
	const { id, dueAt, isWaiting, files, problems } = schedule
	const count = countNoun(files.length, 'text')
	if (!isWaiting)
		return (
			<Alert title={`Scheduled changes to ${count} weren’t published.`}>
				<p>
					{'They were scheduled for '}
					<Time at={dueAt} /> and are still drafts.
				</p>
				<ul className="wrap-anywhere">
					{problems.map((problem) => (
						<li key={problem}>{problem}</li>
					))}
				</ul>
			</Alert>
		)
	return (
		<Callout role="status" title={`Changes to ${count} are scheduled.`}>
			<p>
				{'They go live on '}
				<Time at={dueAt} />, exactly as they were when you scheduled them.
			</p>
			<ul className="wrap-anywhere">
				{files.map(({ path, title }) => (
					<li key={path}>
						<Link to={fileAddress(path)}>{title}</Link>
					</li>
				))}
			</ul>
			<ActionForm action={consolePaths.contentUnschedule} label="Cancel schedule" hidden={{ schedule: id }} tone="secondary" />
		</Callout>
	)
}
