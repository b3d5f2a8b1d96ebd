import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { Fact, Facts } from '#app/admin/ui/facts.tsx'
import { Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Pager } from '#app/admin/ui/pager.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readImport } from '#server/console/subscriber-imports/read-imports.ts'

import { ColumnsForm } from './columns-form.tsx'

export const loader = load(readImport)

type Import = Awaited<ReturnType<typeof loader>>
type Decided = { address: string } & Pick<Import, 'proofs' | 'invites'>

const REASON = { name: 'reason', hint: 'For the record, without names.', maxLength: 300 }
const inWords = (count: number) => count.toLocaleString('en-US')

const WithProofs = ({ address, proofs, invites }: Decided) => (
	<>
		<h2>Import with proof of consent</h2>
		<ActionForm
			action={`${address}/apply`}
			id="with-proofs"
			label={`Import ${inWords(proofs)}${invites > 0 ? `, ask ${inWords(invites)} by email` : ''}`}
			fields={[{ ...REASON, label: 'How you know that the proofs are genuine' }]}
			hidden={{ signs: 'yes' }}
			isGuarded
			note="By importing, you confirm that these people asked for articles and newsletters at the time and place in the file. All rows are imported together, or none."
		/>
	</>
)

const AskAll = ({ address, proofs, invites }: Decided) => (
	<>
		<h2>Ask everyone to confirm</h2>
		<ActionForm
			action={`${address}/apply`}
			id="ask-all"
			label={`Ask ${inWords(proofs + invites)} by email`}
			fields={[{ ...REASON, label: 'Where the file comes from' }]}
			hidden={{ signs: 'no' }}
			isGuarded
			note="Each person is asked once, as many an hour as the settings allow. Anyone who does not answer within a week is deleted."
			tone={proofs > 0 ? 'secondary' : 'primary'}
		/>
	</>
)

const Decide = (decided: Decided) => (
	<>
		{decided.proofs > 0 && <WithProofs {...decided} />}
		{decided.proofs + decided.invites > 0 ? <AskAll {...decided} /> : <p className="empty">No rows can be imported.</p>}
		<div>
			<ConfirmForm
				action={`${decided.address}/delete`}
				label="Delete file"
				title="Delete this file?"
				consequences={[
					['You lose', `The file with ${inWords(decided.proofs + decided.invites)} people to import. No one was imported or emailed.`],
				]}
				hasReason={false}
				isGuarded={false}
				isFinal
			/>
		</div>
	</>
)

type RowsProps = { address: string; hasContent: boolean } & Pick<Import, 'rows' | 'shown' | 'next' | 'skipped'>

function Rows({ address, hasContent, rows, shown, next, skipped }: RowsProps) {
	return (
		<>
			<h2>Rows</h2>
			<p>
				{shown !== null && (
					<>
						{`Only rows with this result: ${shown}. `}
						<Link to={address}>Show all</Link>
						{' · '}
					</>
				)}
				<a href={`${address}/report.csv`}>All rows as CSV</a>
				{skipped > 0 && hasContent && (
					<>
						{' · '}
						<a href={`${address}/skipped.csv`}>{`${inWords(skipped)} skipped ${skipped === 1 ? 'row' : 'rows'} as CSV, to fix`}</a>
					</>
				)}
			</p>
			<DataTable
				caption="Rows"
				rows={rows}
				rowKey={({ line }) => String(line)}
				empty="No rows here."
				columns={[
					{ head: 'Line', cell: ({ line }) => line },
					{ head: 'Address', cell: ({ typed }) => typed || '–' },
					{ head: 'Result', cell: ({ means }) => means },
				]}
			/>
			<Pager name="after" next={next} words={['First rows', 'More rows']} />
		</>
	)
}

/** Result of each row of a file, before and after the import. */
export default function ImportPage() {
	const { file, verdicts, proofs, invites, mapping, ...list } = useLoaderData<typeof loader>()
	const address = `${consolePaths.imports}/${file.id}`
	return (
		<Page title={file.fileName || 'File without a name'}>
			<Facts>
				<Fact name="Uploaded">
					<Time at={file.readAt} />
				</Fact>
				<Fact name="Encoding">{file.encoding}</Fact>
				<Fact name="Imported">
					<Time at={file.appliedAt} />
				</Fact>
			</Facts>
			{mapping !== null && <ColumnsForm address={address} mapping={mapping} />}
			<DataTable
				caption="Results"
				rows={verdicts}
				rowKey={({ verdict }) => verdict}
				empty="There are no rows."
				columns={[
					{ head: 'Rows', cell: ({ count }) => count },
					{ head: 'Result', cell: ({ verdict, means }) => <Link to={`${address}?show=${verdict}`}>{means}</Link> },
				]}
			/>
			{file.appliedAt === null && <Decide address={address} proofs={proofs} invites={invites} />}
			<Rows address={address} hasContent={file.hasContent} {...list} />
		</Page>
	)
}
