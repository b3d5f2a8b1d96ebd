import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readNewLetter } from '#server/console/letters/read-letters.ts'

import { LetterForm } from './letter-form.tsx'

export const loader = load(readNewLetter)

export default function NewLetterPage() {
	const { form } = useLoaderData<typeof loader>()
	return (
		<Page title="New email">
			<p>
				<Link to={consolePaths.letters}>Emails</Link>
			</p>
			<LetterForm action={`${consolePaths.letters}/new`} form={form} />
		</Page>
	)
}

export { action } from '#app/admin/routes/action.tsx'
