import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Reloading } from '#app/admin/ui/reloading.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { readPublish } from '#server/console/content/read-publish.ts'

import { Differences } from './differences.tsx'
import { Problems } from './problems.tsx'

export const loader = load(readPublish)

type Loaded = Awaited<ReturnType<typeof loader>>
type Publication = Loaded['publications'][number]
type Release = Loaded['releases'][number]

const STEPS: Readonly<Record<Publication['step'], string>> = {
	checking: 'Checking every file …',
	building: 'Building the pages …',
	switching: 'A fresh process takes over …',
	done: 'Published',
	failed: 'Not published',
}

/** Publishes; unusual amounts come first, and the button confirms them. */
function PublishForm({ unusual: { draft, amounts }, hasChanges }: Pick<Loaded, 'unusual'> & { hasChanges: boolean }) {
	if (amounts.length === 0)
		return (
			<ActionForm
				action={consolePaths.contentPublish}
				label={hasChanges ? 'Publish' : 'Build and publish again'}
				tone={hasChanges ? 'primary' : 'secondary'}
			/>
		)
	const these = amounts.length === 1 ? 'this amount' : 'these amounts'
	return (
		<>
			<Callout
				tone="danger"
				role="alert"
				title={`Check ${these}: below $1, in another currency, or more than 50% away from the published amount.`}
			>
				<ul>
					{amounts.map((each) => (
						<li key={each}>{each}</li>
					))}
				</ul>
				<p>
					<Link to={fileAddress('offers.json')}>Change prices</Link>
				</p>
			</Callout>
			<ActionForm action={consolePaths.contentPublish} label={`Publish with ${these}`} hidden={{ confirmed: draft }} tone="danger" />
		</>
	)
}

function State({ publication: { endedAt, isRunning, step } }: { publication: Publication }) {
	if (endedAt === null && !isRunning) return <StateBadge word="interrupted: the server stopped" tone="bad" />
	return <StateBadge word={STEPS[step]} tone={step === 'failed' ? 'bad' : step === 'done' ? 'good' : 'calm'} />
}

const Publications = ({ publications }: Pick<Loaded, 'publications'>) => (
	<DataTable
		caption="Publications"
		rows={publications}
		rowKey={({ id }) => id}
		empty="Nothing was published yet."
		columns={[
			{ head: 'Started', cell: ({ startedAt }) => <Time at={startedAt} /> },
			{ head: 'State', cell: (publication) => <State publication={publication} /> },
			{ head: 'Ended', cell: ({ endedAt }) => <Time at={endedAt} /> },
		]}
	/>
)

/** The newest is public; each other one can be again. */
const Releases = ({ releases, isRunning }: Pick<Loaded, 'releases'> & { isRunning: boolean }) => {
	const again = ({ number }: Release) => (
		<ActionForm
			id={`release-${number}`}
			action={consolePaths.contentPublish}
			label={`Publish release ${number} again`}
			hidden={{ release: String(number) }}
			tone="secondary"
		/>
	)
	return (
		<DataTable
			caption="Releases"
			rows={releases}
			rowKey={({ number }) => String(number)}
			empty="Nothing was published yet."
			columns={[
				{ head: 'Release', cell: ({ number, note }) => (note === '' ? `${number}` : `${number}: ${note}`) },
				{ head: 'Published', cell: ({ publishedAt }) => <Time at={publishedAt} /> },
				{
					head: 'Go back',
					cell: (release) => (release === releases[0] ? <StateBadge word="public" tone="good" /> : !isRunning && again(release)),
				},
			]}
		/>
	)
}

export default function PublishPage() {
	const { publications, changes, releases, unusual } = useLoaderData<typeof loader>()
	const [last] = publications
	return (
		<Page title="Publish">
			{last?.isRunning && (
				<Callout role="status">
					{`${STEPS[last.step]} This page updates automatically.`}
					<Reloading />
				</Callout>
			)}
			{last?.isRunning === false && last.step === 'failed' && (
				<Problems
					title="The last publication failed. The site is as it was before, except for lessons that were published alone."
					problems={last.problems}
				/>
			)}
			<p>
				Every file is checked first; any error leaves the site as it is. Lessons are public after the check, pages and prices once they are
				built. Visitors and buyers are not interrupted. <Link to={consolePaths.contentSite}>Preview the site with all drafts</Link>
			</p>
			{!last?.isRunning && <PublishForm unusual={unusual} hasChanges={changes.length > 0} />}
			<h2>Unpublished changes</h2>
			{changes.length === 0 && <p className="empty">There are no drafts.</p>}
			{changes.map(({ path, title, diff }) => (
				<section key={path} className="grid gap-2">
					<h3>
						<Link to={fileAddress(path)}>{title}</Link> <small className="font-normal text-soft">{path}</small>
					</h3>
					<Differences diff={diff} label={`Changes of ${title}`} />
				</section>
			))}
			<h2>Releases</h2>
			<p>Publishing an older release makes its texts public again and keeps your drafts in the history of their files.</p>
			<Releases releases={releases} isRunning={last?.isRunning === true} />
			<h2>Publications</h2>
			<Publications publications={publications} />
		</Page>
	)
}

export { action } from '#app/admin/routes/action.tsx'
