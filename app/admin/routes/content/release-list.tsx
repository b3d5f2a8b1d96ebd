import { Link } from 'react-router'

import { DataTable } from '#app/admin/ui/data-table.tsx'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { readPublishPage } from '#server/console/content/read-publish.ts'

import { PublishAgain } from './publish-again.tsx'

type Loaded = Pick<Awaited<ReturnType<typeof readPublishPage>>, 'releases' | 'shown'>
type Release = Loaded['releases'][number]

const changesOf = ({ number, previous }: Release) => `${consolePaths.contentReleases}?from=${previous}&to=${number}`

/** Lists releases, newest first. The newest is public; an older one can be published again. */
export const ReleaseList = ({ releases, shown }: Loaded) => {
	const newest = releases[0]?.number ?? 0
	return (
		<DataTable
			caption="Releases"
			rows={releases}
			rowKey={({ number }) => String(number)}
			empty="Nothing has been published yet."
			columns={[
				{ head: 'Release', card: 'title', cell: ({ number, note }) => (note === '' ? `${number}` : `${number}: ${note}`) },
				{ head: 'Published', card: 'plain', cell: ({ publishedAt }) => <Time at={publishedAt} /> },
				{ head: 'Changes', card: 'end', cell: (release) => <Link to={changesOf(release)}>Show changes</Link> },
				{
					head: 'Go back',
					card: 'plain',
					cell: (release) =>
						release === releases[0] ? (
							<StateBadge word="public" tone="good" />
						) : (
							<PublishAgain number={release.number} newest={newest} shown={shown.goBack} />
						),
				},
			]}
		/>
	)
}
