import { useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readFailedJobs } from '#server/console/health/read-health.ts'

export const loader = load(readFailedJobs)

export default function FailedJobsPage() {
	const { jobs } = useLoaderData<typeof loader>()
	return (
		<Page title="Failed jobs">
			<p>
				These jobs failed at every attempt and are not retried automatically. Fix the reason first, then retry: the job starts over with all
				its attempts.
			</p>
			<DataTable
				caption="Failed jobs"
				rows={jobs}
				rowKey={({ id }) => id}
				empty="No job has failed."
				columns={[
					{ head: 'Started', cell: ({ createdAt }) => <Time at={new Date(createdAt)} /> },
					{ head: 'Job', cell: ({ name }) => name },
					{ head: 'Attempts', cell: ({ attempts }) => attempts },
					{ head: 'Reason', cell: ({ reason }) => (reason === '' ? 'none given' : reason) },
					{
						head: 'Retry',
						cell: ({ id }) => <ActionForm action={`${consolePaths.deadJobs}/${id}/retry`} label="Retry" tone="secondary" />,
					},
				]}
			/>
		</Page>
	)
}
