import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ComplimentaryItemChoices, MailChoice } from '#app/admin/routes/learners/gift-choices.tsx'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import { readLearnerImport } from '#server/console/imports/read-imports.ts'

import { ImportColumnsForm } from './columns-form.tsx'
import { DeleteImportFile, FileFacts, ImportResults, Rows } from './file-parts.tsx'

export const loader = createLoader(readLearnerImport)

type Import = Awaited<ReturnType<typeof loader>>

/** Form to add the learners in a file. The next page shows what will happen and asks for confirmation. */
function Add({ address, people, gifts }: { address: string; people: number } & Pick<Import, 'gifts'>) {
	if (people === 0) return <p className="empty">No rows can be imported.</p>
	return (
		<section className="grid gap-4" aria-labelledby="import-add">
			<h2 id="import-add">Add these learners</h2>
			<ActionForm
				action={`${address}/preview`}
				label={`Preview adding ${countNoun(people, 'learner')}`}
				note="The next page shows what will happen. No one is added until you confirm there."
			>
				{({ typed }) => (
					<>
						<ComplimentaryItemChoices gifts={gifts} typed={typed} />
						<MailChoice
							label="Send emails"
							hint="New learners get an invitation with a sign-in link. Learners who have an account are told what they now have access to."
							typed={typed}
						/>
					</>
				)}
			</ActionForm>
		</section>
	)
}

export default function LearnerImportPage() {
	const { file, verdicts, counts, mapping, gifts, jobId, added, ...list } = useLoaderData<typeof loader>()
	const address = `${consolePaths.learnerImports}/${file.id}`
	const people = (counts.new ?? 0) + (counts.known ?? 0)
	return (
		<Page title={file.fileName || 'Unnamed file'}>
			<FileFacts file={file} />
			{jobId !== null && (
				<p>
					{added > 0 && (
						<>
							{`${countNoun(added, 'learner')} added or changed. `}
							<Link to={`${consolePaths.learners}?job=${jobId}`}>View them</Link>
							{' · '}
						</>
					)}
					<Link to={`${consolePaths.bulkJobs}/${jobId}`}>Progress and result of each row</Link>
				</p>
			)}
			{mapping !== null && <ImportColumnsForm address={address} mapping={mapping} />}
			<ImportResults address={address} verdicts={verdicts} />
			{file.appliedAt === null && (
				<>
					<Add address={address} people={people} gifts={gifts} />
					<DeleteImportFile address={address} people={people} />
				</>
			)}
			<Rows address={address} hasContent={file.hasContent} {...list} />
		</Page>
	)
}
