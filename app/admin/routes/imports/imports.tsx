import { useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readImports } from '#server/console/imports/read-imports.ts'

import { ColumnNames, ImportTable, ImportUpload } from './file-parts.tsx'

export const loader = createLoader(readImports)

const listColumns = (exampleDay: string) => [
	{ name: 'email', holds: 'Required' },
	{ name: 'first name', holds: 'Optional' },
	{ name: 'asked', holds: `When they asked for the newsletter, at most two years ago: ${exampleDay}, or with a time and time zone` },
	{ name: 'where', holds: 'The page, shop or event where they asked' },
	{ name: 'words', holds: 'The consent text they saw when they asked' },
]

export default function ImportsPage() {
	const { imports, next, mostRows, exampleDay } = useLoaderData<typeof loader>()
	return (
		<Page title="Import subscribers">
			<ImportUpload address={consolePaths.imports} mostRows={mostRows} />
			<h2>Columns</h2>
			<p>
				The file can have any columns, in any order: on the next page you choose what each one holds. No one gets the newsletter without
				proof of consent: people whose proof is missing or incomplete first get an email asking them to confirm.
			</p>
			<ColumnNames columns={listColumns(exampleDay)} />
			<ImportTable address={consolePaths.imports} imports={imports} next={next} />
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
