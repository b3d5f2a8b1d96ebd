import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { EmailAddress, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Pager } from '#app/admin/ui/list-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { readHistory } from '#server/console/content/read-history.ts'

export const loader = createLoader(readHistory)

export default function HistoryPage() {
	const { file, versions, next } = useLoaderData<typeof loader>()
	return (
		<Page title={`History of ${file.title}`}>
			<p>
				<Link to={fileAddress(file.path)}>Back to the editor</Link>
			</p>
			<DataTable
				caption="Versions"
				rows={versions}
				rowKey={({ id }) => id}
				empty="No edits yet."
				columns={[
					{ head: 'Saved', card: 'title', cell: ({ savedAt }) => <Time at={savedAt} /> },
					{ head: 'By', card: 'plain', cell: ({ author }) => (author === null ? 'a deleted account' : <EmailAddress email={author} />) },
					{
						head: 'Status',
						card: 'plain',
						cell: ({ publishedAt, isNewest }) =>
							publishedAt === null ? (
								<StateBadge word={isNewest ? 'draft' : 'never published'} tone={isNewest ? 'warn' : 'calm'} />
							) : (
								<>
									<StateBadge word="published" tone="good" /> <Time at={publishedAt} />
								</>
							),
					},
					{
						head: 'Changes',
						card: 'end',
						cell: ({ id, isOrigin, isNewest }) => (
							<Link to={fileAddress(file.path, `${consolePaths.contentVersions}/${id}`)}>
								{isOrigin ? 'Original restored' : isNewest ? 'Show changes' : 'Compare or restore'}
							</Link>
						),
					},
				]}
			/>
			<Pager rows={versions.length} what="versions" next={next} />
		</Page>
	)
}
