import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readAudiences } from '#server/console/newsletter/read-audiences.ts'

import { NewsletterTabs } from './newsletter-parts.tsx'
import { type AudienceCount, useAudienceCounts } from './use-audience-count.ts'

export const loader = createLoader(readAudiences)

const formatCount = (counted: AudienceCount | undefined) =>
	counted?.is === 'counted' ? counted.count : counted?.is === 'unknown' ? 'Unknown' : '…'

export default function AudiencesPage() {
	const { audiences } = useLoaderData<typeof loader>()
	const counts = useAudienceCounts(audiences.map(({ id }) => id))
	return (
		<Page title="Audiences" heading="Emails" beside={<LinkButton to={consolePaths.newAudience}>New audience</LinkButton>}>
			<NewsletterTabs />
			<p>An audience updates itself: say who belongs, and people join and leave.</p>
			<DataTable
				caption="Audiences"
				rows={audiences}
				rowKey={({ id }) => id}
				empty="No audiences yet."
				columns={[
					{
						head: 'Audience',
						card: 'title',
						cell: ({ id, name }) => <Link to={`${consolePaths.audiences}/${id}`}>{name}</Link>,
					},
					{ head: 'Who', card: 'plain', cell: ({ phrase }) => phrase.charAt(0).toUpperCase() + phrase.slice(1) },
					{ head: 'Subscribers', cell: ({ id }) => formatCount(counts.get(id)) },
					{ head: 'Unsent emails', cell: ({ uses }) => uses },
				]}
			/>
		</Page>
	)
}
