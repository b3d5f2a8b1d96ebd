import { Link } from 'react-router'

import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { Fact, Facts, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Pager } from '#app/admin/ui/list-table.tsx'
import { TextField } from '#app/ui/field.tsx'
import { countNoun } from '#domain/reading/count-noun.ts'
import type { readImport, readImports } from '#server/console/imports/read-imports.ts'

type Imports = Awaited<ReturnType<typeof readImports>>
type Import = Awaited<ReturnType<typeof readImport>>

export const formatCount = (count: number) => count.toLocaleString('en-US')

/** Upload form of an import. Uploading only checks the file; nothing is imported yet. */
export const ImportUpload = ({ address, mostRows }: { address: string; mostRows: number }) => (
	<ActionForm
		action={address}
		label="Check file"
		hasFile
		note="Nothing is imported at this step: the next page shows the result for each row."
	>
		{({ field }) => (
			<TextField
				{...field('file')}
				type="file"
				label="CSV file"
				hint={`A CSV file from Excel, Sheets or another platform, up to ${formatCount(mostRows)} rows and 16 MB.`}
				accept=".csv,text/csv,text/plain"
				required
			/>
		)}
	</ActionForm>
)

export const ColumnNames = ({ columns }: { columns: readonly { name: string; holds: string }[] }) => (
	<DataTable
		caption="Columns"
		rows={columns}
		rowKey={({ name }) => name}
		empty=""
		columns={[
			{ head: 'Name', cell: ({ name }) => <code className="whitespace-nowrap">{name}</code> },
			{ head: 'Contains', cell: ({ holds }) => holds },
		]}
	/>
)

export const ImportTable = ({ address, imports, next }: { address: string } & Pick<Imports, 'imports' | 'next'>) => (
	<>
		<h2>Files</h2>
		<DataTable
			caption="Files"
			rows={imports}
			rowKey={({ id }) => id}
			empty="No files uploaded in the last week."
			columns={[
				{ head: 'File', cell: (file) => <Link to={`${address}/${file.id}`}>{file.file_name || 'Unnamed file'}</Link> },
				{ head: 'Uploaded', cell: (file) => <Time at={file.created_at} /> },
				{
					head: 'Status',
					cell: (file) => (file.applied_at === null ? <StateBadge word="checked" /> : <StateBadge word="imported" tone="good" />),
				},
			]}
		/>
		<Pager rows={imports.length} what="files" next={next} />
	</>
)

export const FileFacts = ({ file }: Pick<Import, 'file'>) => (
	<Facts>
		<Fact name="Uploaded">
			<Time at={file.readAt} />
		</Fact>
		<Fact name="Encoding">{file.encoding}</Fact>
		<Fact name="Imported">
			<Time at={file.appliedAt} />
		</Fact>
	</Facts>
)

export const ImportResults = ({ address, verdicts }: { address: string } & Pick<Import, 'verdicts'>) => (
	<DataTable
		caption="Results"
		rows={verdicts}
		rowKey={({ verdict }) => verdict}
		empty="No rows."
		columns={[
			{ head: 'Result', cell: ({ verdict, means }) => <Link to={`${address}?show=${verdict}`}>{means}</Link> },
			{ head: 'Rows', cell: ({ count }) => count },
		]}
	/>
)

export const DeleteImportFile = ({ address, people }: { address: string; people: number }) => (
	<div>
		<ConfirmForm
			action={`${address}/delete`}
			label="Delete file"
			title="Delete this file?"
			consequences={[
				['You lose', `The file with ${countNoun(people, 'person', 'people')} to import. No one has been imported or emailed.`],
			]}
			hasReason={false}
			isGuarded={false}
			isFinal
		/>
	</div>
)

type RowsProps = { address: string; hasContent: boolean } & Pick<Import, 'rows' | 'shown' | 'next' | 'skipped'>

type Row = Import['rows'][number]

export function Rows({ address, hasContent, rows, shown, next, skipped }: RowsProps) {
	return (
		<>
			<h2>Rows</h2>
			<p>
				{shown !== null && (
					<>
						{`Showing only rows with this result: ${shown}. `}
						<Link to={address}>Show all</Link>
						{' · '}
					</>
				)}
				<a href={`${address}/report.csv`}>Download all rows (CSV)</a>
				{skipped > 0 && hasContent && (
					<>
						{' · '}
						<a href={`${address}/skipped.csv`}>{`Download ${countNoun(skipped, 'skipped row')} to fix (CSV)`}</a>
					</>
				)}
			</p>
			<DataTable
				caption="Rows"
				rows={rows}
				rowKey={({ line }) => String(line)}
				empty="No rows."
				columns={[
					{ head: 'Line', cell: ({ line }) => line },
					{ head: 'Email', cell: ({ typed }) => typed || '–' },
					...(rows.some(({ name }) => name !== null) ? [{ head: 'Name', cell: ({ name }: Row) => name ?? '–' }] : []),
					...(rows.some(({ tags }) => tags.length > 0) ? [{ head: 'Tags', cell: ({ tags }: Row) => tags.join(', ') || '–' }] : []),
					{ head: 'Result', cell: ({ means }) => means },
				]}
			/>
			<Pager name="after" rows={rows.length} what="rows" next={next} />
		</>
	)
}
