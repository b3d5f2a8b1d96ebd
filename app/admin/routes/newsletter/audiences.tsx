import { Fragment } from 'react'
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

const FIRST_AUDIENCES: readonly AudienceStart[] = [
	{ name: 'Buyers', conditions: ['bought=yes'] },
	{ name: 'Buyers who haven’t started', conditions: ['bought=yes', 'progress=none'] },
	{ name: 'Learners with a certificate', conditions: ['progress=done'] },
	{ name: 'Subscribers who haven’t bought', conditions: ['bought=no'] },
]
type AudienceStart = { name: string; conditions: readonly string[] }

const toNewAudience = ({ name, conditions }: AudienceStart) =>
	`${consolePaths.newAudience}?${new URLSearchParams([['name', name], ...conditions.map((value, index) => [`if-${index}`, value])]).toString()}`

/** Links to the form with audiences that most academies need. */
const FirstAudiences = () => (
	<>
		{'No audiences yet. Start with one of these: '}
		{FIRST_AUDIENCES.map((start, index) => (
			<Fragment key={start.name}>
				{index > 0 && ', '}
				<Link to={toNewAudience(start)}>{start.name}</Link>
			</Fragment>
		))}
		.
	</>
)

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
				empty={<FirstAudiences />}
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
