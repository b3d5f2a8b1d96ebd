import { useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readLearnerImports } from '#server/console/imports/read-imports.ts'

import { ColumnNames, ImportTable, ImportUpload } from './file-parts.tsx'

export { action, clientAction } from '#app/admin/routes/action.tsx'

export const loader = createLoader(readLearnerImports)

const COLUMNS = [
	{ name: 'email', holds: 'Required' },
	{ name: 'first name', holds: 'Optional; a full name works too' },
	{ name: 'last name', holds: 'Optional' },
]

const SAMPLE = `data:text/csv,${encodeURIComponent('email,first name,last name\nana@example.com,Ana,Silva\nbo@example.com,Bo,Berg\n')}`

export default function LearnerImportsPage() {
	const { imports, next, mostRows } = useLoaderData<typeof loader>()
	const address = consolePaths.learnerImports
	return (
		<Page title="Import learners">
			<ImportUpload address={address} mostRows={mostRows} />
			<h2>Columns</h2>
			<p>
				The file can have any columns, in any order: on the next page you choose what each one holds, and what the learners get access to.
				Leave passwords out: learners set their own, or sign in with a code by email.
			</p>
			<ColumnNames columns={COLUMNS} />
			<p>
				<a href={SAMPLE} download="learners.csv">
					Download a sample file (CSV)
				</a>
			</p>
			<ImportTable address={address} imports={imports} next={next} />
		</Page>
	)
}
