import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Pager } from '#app/admin/ui/pager.tsx'
import { TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readImports } from '#server/console/subscriber-imports/read-imports.ts'

export const loader = load(readImports)

type Imports = Awaited<ReturnType<typeof loader>>

const Upload = ({ mostRows }: Pick<Imports, 'mostRows'>) => (
	<ActionForm
		action={consolePaths.imports}
		label="Check file"
		hasFile
		note="Nothing is imported yet: the next page shows the result for each row."
	>
		{({ errors }) => (
			<TextField
				id="import-file"
				name="file"
				type="file"
				label="CSV file"
				hint={`UTF-8, UTF-16 or Windows-1252; commas or semicolons; at most ${mostRows.toLocaleString('en-US')} rows and 16 MB.`}
				error={errors.file}
				accept=".csv,text/csv,text/plain"
				required
			/>
		)}
	</ActionForm>
)

const listColumns = (exampleDay: string) => [
	{ name: 'email', holds: 'the address; the only required column' },
	{ name: 'first name', holds: 'optional' },
	{ name: 'asked', holds: `when they asked for the newsletter: ${exampleDay}, or with a time and its zone; at most two years ago` },
	{ name: 'where', holds: 'the page, shop or event where they asked' },
	{ name: 'words', holds: 'what they read when they asked' },
]

/** Files of the last week, and the form for a new one. */
export default function ImportsPage() {
	const { imports, next, mostRows, exampleDay } = useLoaderData<typeof loader>()
	return (
		<Page title="Import subscribers">
			<Upload mostRows={mostRows} />
			<h2>Columns</h2>
			<p>
				The file can have any columns, in any order: on the next page you choose what each one holds. No one gets the newsletter without
				proof of consent: people whose proof is missing or incomplete are first asked by email, and subscribe themselves.
			</p>
			<DataTable
				caption="Columns"
				rows={listColumns(exampleDay)}
				rowKey={({ name }) => name}
				empty=""
				columns={[
					{ head: 'Name', cell: ({ name }) => <code className="whitespace-nowrap">{name}</code> },
					{ head: 'Holds', cell: ({ holds }) => holds },
				]}
			/>
			<h2>Files</h2>
			<DataTable
				caption="Files"
				rows={imports}
				rowKey={({ id }) => id}
				empty="No file was uploaded in the last week."
				columns={[
					{ head: 'File', cell: (file) => <Link to={`${consolePaths.imports}/${file.id}`}>{file.file_name || 'without a name'}</Link> },
					{ head: 'Uploaded', cell: (file) => <Time at={file.created_at} /> },
					{
						head: 'State',
						cell: (file) => (file.applied_at === null ? <StateBadge word="checked" /> : <StateBadge word="imported" tone="good" />),
					},
				]}
			/>
			<Pager next={next} />
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
