import { useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { BulkTable } from '#app/admin/ui/bulk-table.tsx'
import { Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readFailedJobs } from '#server/console/health/read-health.ts'

export const loader = createLoader(readFailedJobs)

export default function FailedJobsPage() {
	const { jobs, list, bulk } = useLoaderData<typeof loader>()
	return (
		<Page title="Failed jobs">
			<p>
				These jobs failed at every attempt and aren’t retried automatically. Fix the reason first, then retry: the job starts over with all
				its attempts.
			</p>
			<BulkTable
				list={list}
				bulk={bulk}
				all="All failed jobs, including those not shown"
				nameRow={({ name, createdAt }) => `${name}, ${createdAt}`}
				caption="Failed jobs"
				rows={jobs}
				rowKey={({ id }) => id}
				empty="No failed jobs."
				columns={[
					{ head: 'Started', card: 'plain', cell: ({ createdAt }) => <Time at={new Date(createdAt)} /> },
					{ head: 'Job', card: 'title', cell: ({ name }) => name },
					{ head: 'Attempts', card: 'none', cell: ({ attempts }) => attempts },
					{ head: 'Reason', card: 'plain', cell: ({ reason }) => (reason === '' ? 'none given' : reason) },
					{
						head: 'Retry',
						card: 'plain',
						cell: ({ id }) => (
							<ActionForm
								action={`${consolePaths.deadJobs}/${id}/retry`}
								label="Retry"
								expected={{ says: 'The job starts over.', becomes: null }}
								tone="secondary"
							/>
						),
					},
				]}
			/>
		</Page>
	)
}
