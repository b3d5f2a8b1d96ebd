import { useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readNewIssue } from '#server/console/newsletter/read-issues.ts'

import { IssueForm } from './issue-form.tsx'

export const loader = load(readNewIssue)

export default function NewIssuePage() {
	const { form } = useLoaderData<typeof loader>()
	return (
		<Page title="New email">
			<IssueForm action={`${consolePaths.newsletter}/new`} form={form} />
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
