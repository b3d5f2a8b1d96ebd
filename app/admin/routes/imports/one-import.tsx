import { useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readImport } from '#server/console/imports/read-imports.ts'

import { ImportColumnsForm } from './columns-form.tsx'
import { DeleteImportFile, FileFacts, formatCount, ImportResults, Rows } from './file-parts.tsx'

export const loader = createLoader(readImport)

type Decided = { address: string; proofs: number; invites: number }

const REASON = { name: 'reason', hint: 'Required. Kept in the activity log. Don’t include names.', maxLength: 300 }

const WithProofs = ({ address, proofs, invites }: Decided) => (
	<>
		<h2>Import with proof of consent</h2>
		<ActionForm
			action={`${address}/apply`}
			id="with-proofs"
			label={`Import ${formatCount(proofs)}${invites > 0 ? `, ask ${formatCount(invites)} by email` : ''}`}
			fields={[{ ...REASON, label: 'Where does this proof come from?' }]}
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
			label={`Ask ${formatCount(proofs + invites)} by email`}
			fields={[{ ...REASON, label: 'Where is the file from?' }]}
			hidden={{ signs: 'no' }}
			isGuarded
			note="Each person is asked once, at the hourly rate in your settings. Anyone who doesn’t answer within a week is deleted."
			tone={proofs > 0 ? 'secondary' : 'primary'}
		/>
	</>
)

const Decide = (decided: Decided) => (
	<>
		{decided.proofs > 0 && <WithProofs {...decided} />}
		{decided.proofs + decided.invites > 0 ? <AskAll {...decided} /> : <p className="empty">No rows can be imported.</p>}
		<DeleteImportFile address={decided.address} people={decided.proofs + decided.invites} />
	</>
)

export default function ImportPage() {
	const { file, verdicts, counts, mapping, ...list } = useLoaderData<typeof loader>()
	const address = `${consolePaths.imports}/${file.id}`
	return (
		<Page title={file.fileName || 'Unnamed file'}>
			<FileFacts file={file} />
			{mapping !== null && <ImportColumnsForm address={address} mapping={mapping} />}
			<ImportResults address={address} verdicts={verdicts} />
			{file.appliedAt === null && <Decide address={address} proofs={counts.proof ?? 0} invites={counts.invite ?? 0} />}
			<Rows address={address} hasContent={file.hasContent} {...list} />
		</Page>
	)
}
