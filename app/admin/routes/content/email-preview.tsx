import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { Page } from '#app/admin/ui/page.tsx'
import { Problems } from '#app/admin/ui/problems.tsx'
import { QuerySelect } from '#app/admin/ui/query-select.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readEmailPreview } from '#server/console/content/read-previews.ts'

export const loader = createLoader(readEmailPreview)

type Loaded = Awaited<ReturnType<typeof loader>>

function EmailChoice({ emails, shown }: { emails: Loaded['emails']; shown: NonNullable<Loaded['shown']> }) {
	const listEmails = (isChanged: boolean) =>
		emails.flatMap((email) => (email.isChanged === isChanged ? [[email.template, email.subject] as const] : []))
	return (
		<QuerySelect
			action={consolePaths.contentEmails}
			label="Email"
			name="email"
			value={shown.template}
			groups={[
				['Changed by your drafts', listEmails(true)],
				['Unchanged', listEmails(false)],
			]}
		/>
	)
}

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
					<EmailChoice emails={emails} shown={shown} />
					<Email shown={shown} />
				</>
			)}
		</Page>
	)
}
