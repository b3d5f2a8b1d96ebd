import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { QueryForm } from '#app/admin/ui/filter-form.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Options, Select } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readEmailPreview } from '#server/console/content/read-previews.ts'

import { Problems } from './problems.tsx'

export const loader = createLoader(readEmailPreview)

type Loaded = Awaited<ReturnType<typeof loader>>

const GROUPS = [
	['Changed by your drafts', true],
	['Unchanged', false],
] as const

const Choice = ({ emails, shown }: { emails: Loaded['emails']; shown: NonNullable<Loaded['shown']> }) => (
	<QueryForm key={shown.template} action={consolePaths.contentEmails} button="Show">
		<Select id="email" name="email" label="Email" defaultValue={shown.template}>
			{GROUPS.map(([label, isChanged]) => {
				const own = emails.filter((email) => email.isChanged === isChanged)
				return (
					own.length > 0 && (
						<optgroup key={label} label={label}>
							<Options options={own.map(({ template, subject }) => [template, subject])} />
						</optgroup>
					)
				)
			})}
		</Select>
	</QueryForm>
)

const Email = ({ shown: { subject, text, isChanged, src } }: { shown: NonNullable<Loaded['shown']> }) => (
	<>
		<h2>{subject}</h2>
		{!isChanged && <p>Your drafts don’t change this email.</p>}
		<iframe key={src} sandbox="" title={subject} src={src} className="h-160 w-full border border-line-strong" />
		<h3>Plain text</h3>
		<pre className="message-text">{text}</pre>
	</>
)

export default function DraftEmailsPage() {
	const { problems, emails, shown } = useLoaderData<typeof loader>()
	return (
		<Page title="Email preview">
			<p>
				Every email your academy sends, with sample data and all your drafts. <Link to={consolePaths.contentSite}>Site preview</Link>
				{' · '}
				<Link to={consolePaths.contentDocuments}>Document preview</Link>
			</p>
			{problems.length > 0 && <Problems title="Fix the errors in your drafts to see the emails." problems={problems} />}
			{shown && (
				<>
					<Choice emails={emails} shown={shown} />
					<Email shown={shown} />
				</>
			)}
		</Page>
	)
}
