import { useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readNewAudience } from '#server/console/newsletter/read-audiences.ts'

import { AudienceForm } from './audience-form.tsx'

export const loader = createLoader(readNewAudience)

export default function NewAudiencePage() {
	const { issue, ...audience } = useLoaderData<typeof loader>()
	return (
		<Page title="New audience">
			{issue !== '' && <p>Your email then uses this audience.</p>}
			<AudienceForm action={consolePaths.newAudience} hidden={{ issue }} audience={audience} />
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
