import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { toFormId } from '#app/admin/ui/action-form.tsx'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page, useConsole } from '#app/admin/ui/page.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { formatBytes } from '#domain/media/format-bytes.ts'
import { readApplications } from '#server/console/inbox/applications.ts'

import { InboxTabs, toneOfApplication } from './inbox-parts.tsx'

export const loader = createLoader(readApplications)

type Application = Awaited<ReturnType<typeof loader>>['applications'][number]

const DELETE = `${consolePaths.applications}/files`

function ChooseFile({ id, name, bytes }: Pick<Application, 'id' | 'name'> & { bytes: number }) {
	const { failure } = useConsole()
	const field = `file-${id}`
	return (
		<div className="-my-2">
			<Checkbox
				name={field}
				form={toFormId(DELETE)}
				defaultChecked={failure !== null && field in failure.typed}
				aria-label={`File of ${name}`}
				label={formatBytes(bytes)}
			/>
		</div>
	)
}

export default function ApplicationsPage() {
	const { applications, space, ...list } = useLoaderData<typeof loader>()
	return (
		<Page title="Applications" heading="Inbox">
			<InboxTabs />
			<p>{`Files use ${formatBytes(space.used)} of ${formatBytes(space.most)}.`}</p>
			<ListTable
				{...list}
				caption="Applications"
				rows={applications}
				rowKey={({ id }) => id}
				empty="No applications yet."
				columns={[
					{ head: 'Name', card: 'title', cell: ({ id, name }) => <Link to={`${consolePaths.applications}/${id}`}>{name}</Link> },
					{ head: 'Email', card: 'plain', cell: ({ email }) => email },
					{ head: 'Position', card: 'plain', cell: ({ position }) => position },
					{
						head: 'Status',
						name: 'state',
						card: 'end',
						cell: ({ status }) => <StateBadge word={status} tone={toneOfApplication(status)} />,
					},
					{ head: 'Received', sort: '-created', card: 'none', cell: ({ created_at: at }) => <Time at={at} /> },
					{
						head: 'File',
						card: 'plain',
						cell: ({ id, name, size_bytes: bytes }) => (bytes === null ? '–' : <ChooseFile id={id} name={name} bytes={bytes} />),
					},
				]}
			/>
			{applications.some(({ size_bytes: bytes }) => bytes !== null) && (
				<ConfirmForm
					action={DELETE}
					label="Delete selected files"
					consequences={[
						['You lose', 'The selected files.'],
						['Kept', 'The applications and everything written in them.'],
					]}
					hasReason={false}
					isFinal
				/>
			)}
		</Page>
	)
}
