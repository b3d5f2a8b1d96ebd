import { Fragment } from 'react'
import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { readPublish } from '#server/console/content/read-publish.ts'

import { FileChanges } from './file-changes.tsx'
import { BeforeAfter } from './frames.tsx'
import { Problems } from './problems.tsx'
import { PublishForm } from './publish-form.tsx'

export const loader = load(readPublish)

type Loaded = Awaited<ReturnType<typeof loader>>
type Release = Loaded['releases'][number]

const changesOf = ({ number, previous }: Release) => `${consolePaths.contentReleases}?from=${previous}&to=${number}`

/** Releases, newest first. The newest is public; any older one can be published again. */
const Releases = ({ releases, shown }: Pick<Loaded, 'releases' | 'shown'>) => {
	const again = ({ number }: Release) => (
		<PublishForm
			id={`release-${number}`}
			action={consolePaths.contentPublish}
			label={`Publish release ${number} again`}
			hidden={{ release: String(number), shown: shown.goBack }}
			tone="secondary"
		/>
	)
	return (
		<DataTable
			caption="Releases"
			rows={releases}
			rowKey={({ number }) => String(number)}
			empty="Nothing has been published yet."
			columns={[
				{ head: 'Release', cell: ({ number, note }) => (note === '' ? `${number}` : `${number}: ${note}`) },
				{ head: 'Published', cell: ({ publishedAt }) => <Time at={publishedAt} /> },
				{ head: 'Changes', cell: (release) => <Link to={changesOf(release)}>Show changes</Link> },
				{
					head: 'Go back',
					cell: (release) => (release === releases[0] ? <StateBadge word="public" tone="good" /> : again(release)),
				},
			]}
		/>
	)
}

/** Warns that this server serves an older release. Normally, it switches within a second, unless it can't read the release. */
function NotServed({ served, releases: [newest] }: Pick<Loaded, 'served' | 'releases'>) {
	if (!newest || newest.number === served) return null
	return (
		<Callout tone="danger" role="alert" title={`Release ${newest.number} is published, but this server doesn’t serve it yet.`}>
			{`It still serves ${served === null ? 'the original site' : `release ${served}`} and retries every few seconds. The server log has the reason.`}
		</Callout>
	)
}

const Published = ({ published: { titles, pages, more } }: { published: NonNullable<Loaded['published']> }) => (
	<Callout tone="good" role="status" title={`Published: ${titles.join(', ')}.`}>
		{pages.length > 0 && (
			<ul className="wrap-anywhere">
				{pages.map(({ address, title }) => (
					<li key={address}>
						<a href={address}>{title}</a>
					</li>
				))}
				{more > 0 && <li>{more === 1 ? 'and 1 more page' : `and ${more} more pages`}</li>}
			</ul>
		)}
	</Callout>
)

function Schedule({ schedule }: { schedule: NonNullable<Loaded['schedule']> }) {
	const { id, dueAt, isWaiting, files, problems } = schedule
	const count = files.length === 1 ? '1 file' : `${files.length} files`
	if (!isWaiting)
		return (
			<Callout tone="danger" role="alert" title={`Scheduled changes to ${count} weren’t published.`}>
				<p>
					{'They were scheduled for '}
					<Time at={dueAt} /> and are still drafts.
				</p>
				<ul className="wrap-anywhere">
					{problems.map((problem) => (
						<li key={problem}>{problem}</li>
					))}
				</ul>
			</Callout>
		)
	return (
		<Callout role="status" title={`Changes to ${count} are scheduled.`}>
			<p>
				{'They go live on '}
				<Time at={dueAt} />, exactly as they were when you scheduled them.
			</p>
			<ul className="wrap-anywhere">
				{files.map(({ path, title }) => (
					<li key={path}>
						<Link to={fileAddress(path)}>{title}</Link>
					</li>
				))}
			</ul>
			<ActionForm action={consolePaths.contentUnschedule} label="Cancel schedule" hidden={{ schedule: id }} tone="secondary" />
		</Callout>
	)
}

type Change = Loaded['changes'][number]
type ChoiceProps = { changes: readonly Change[]; typed: Readonly<Record<string, string>> }

const isChecked = (typed: ChoiceProps['typed'], id: string) => typed.choose === undefined || typed[`draft-${id}`] !== undefined

const ScheduledDrafts = ({ changes, typed }: ChoiceProps) => (
	<fieldset>
		<legend className="font-semibold">Drafts</legend>
		{changes.map(({ id, title }) => (
			<Checkbox key={id} id={`schedule-${id}`} name={`draft-${id}`} defaultChecked={isChecked(typed, id)} label={title} />
		))}
	</fieldset>
)

function ScheduleForm({ zoneName, amounts, samples, schedule, shown, changes }: Loaded) {
	const isChoice = changes.length > 1
	return (
		<PublishForm
			action={consolePaths.contentSchedule}
			label="Schedule"
			summary="Schedule for later"
			fields={[{ name: 'due_at', label: `Publish at (${zoneName})`, type: 'datetime-local' }]}
			hidden={{ shown: shown.schedule, ...(isChoice && { choose: 'drafts' }) }}
			amounts={amounts}
			samples={samples}
			note={
				schedule?.isWaiting === true
					? 'This replaces the schedule above: its drafts are published at the new time, too.'
					: 'Published as it is now. What you save later stays a draft.'
			}
			tone="secondary"
			{...(isChoice && { fieldset: (typed: ChoiceProps['typed']) => <ScheduledDrafts changes={changes} typed={typed} /> })}
		/>
	)
}

/** Returns the URL of a change's preview. A new text has no published page to compare with. */
function previewOf({ path, isNew, page }: Pick<Change, 'path' | 'isNew' | 'page'>) {
	const query = { ...(page !== null && { page }), ...(!isNew && { mode: 'compare' }), drafts: path }
	return `${consolePaths.contentSite}?${new URLSearchParams(query).toString()}`
}

/** Drafts to choose. Those that another draft brought with it are below it. */
function Choice({ changes, typed }: ChoiceProps) {
	const own = changes.filter(({ cause }) => cause === null)
	return own.map((change) => {
		const derived = changes.filter(({ cause }) => cause === change.path)
		return (
			<Fragment key={change.path}>
				<Drafts changes={[change]} typed={typed} isOnly={changes.length === 1} />
				{derived.length > 0 && (
					<div
						className="ml-[clamp(.75rem,3vw,2rem)] pl-4 border-l-2 border-line"
						role="group"
						aria-label={`Changed because of ${change.title}`}
					>
						<p className="text-soft">{`Because of “${change.title}”:`}</p>
						<Drafts changes={derived} typed={typed} />
					</div>
				)}
			</Fragment>
		)
	})
}

function Drafts({ changes, typed, isOnly = false }: ChoiceProps & { isOnly?: boolean }) {
	return (
		<FileChanges
			changes={changes}
			isOpen={isOnly}
			empty=""
			head={({ id, path, title }) => (
				<span className="flex flex-wrap items-center gap-x-3">
					<input id={`draft-${id}`} type="checkbox" name={`draft-${id}`} defaultChecked={isChecked(typed, id)} className="tick" />
					<label htmlFor={`draft-${id}`}>{title}</label>
					<Link to={fileAddress(path)} className="link text-base font-normal">
						<span aria-hidden="true">Edit</span>
						<span className="sr-only">{`Edit ${title}`}</span>
					</Link>
				</span>
			)}
			foot={({ path, title, isNew, page }) => (
				<Link to={previewOf({ path, isNew, page })}>
					{isNew ? 'Preview' : 'Before and after'}
					<span className="sr-only">{` of ${title}`}</span>
				</Link>
			)}
		/>
	)
}

const MAX_FOLDED = 3

/** Lists the changed pages with previews. Further pages are links in a collapsed section. */
function PageList({ pages }: Pick<Loaded, 'pages'>) {
	const others = pages.slice(MAX_FOLDED)
	return (
		<>
			{pages.slice(0, MAX_FOLDED).map(({ address, title, before, src }) => (
				<Disclosure key={address} summary={title} open={pages.length === 1}>
					<BeforeAfter title={title} before={before ?? src} after={src} />
				</Disclosure>
			))}
			{others.length > 0 && (
				<Disclosure summary={others.length === 1 ? '1 more page' : `${others.length} more pages`}>
					<ul>
						{others.map(({ address, title }) => (
							<li key={address}>
								<Link to={`${consolePaths.contentSite}?${new URLSearchParams({ page: address, mode: 'compare' }).toString()}`}>
									{title}
								</Link>
							</li>
						))}
					</ul>
				</Disclosure>
			)}
		</>
	)
}

function Pages({ pages }: Pick<Loaded, 'pages'>) {
	if (pages.length === 0) return <p className="empty">No page looks different. Lessons, emails and downloads might.</p>
	const [own, look] = [pages.filter(({ isOnlyLook }) => !isOnlyLook), pages.filter(({ isOnlyLook }) => isOnlyLook)]
	return (
		<div className="grid gap-3">
			<PageList pages={own} />
			{look.length > MAX_FOLDED && <p>{`${look.length} pages change only in colors, font or logo.`}</p>}
			<PageList pages={look} />
		</div>
	)
}

function Unpublished(loaded: Loaded) {
	const { changes, problems, samples, pages, amounts, shown, schedule } = loaded
	if (changes.length === 0)
		return <p className="empty">{schedule?.isWaiting === true ? 'All drafts are scheduled.' : 'No unpublished changes.'}</p>
	return (
		<>
			{problems.length > 0 && <Problems title="Fix these errors before you publish." problems={problems} />}
			<PublishForm
				action={consolePaths.contentPublish}
				label="Publish"
				hidden={{ shown: shown.publish, choose: 'drafts' }}
				amounts={amounts}
				samples={samples}
				tone="primary"
				note="Only selected drafts are published; the others stay drafts."
				isSticky
				fieldset={(typed) => <Choice changes={changes} typed={typed} />}
			/>
			<ScheduleForm {...loaded} />
			<h2>Changed pages</h2>
			{problems.length > 0 ? <p className="empty">Fix the errors above to see which pages change.</p> : <Pages pages={pages} />}
		</>
	)
}

export default function PublishPage() {
	const loaded = useLoaderData<typeof loader>()
	const { published, served, releases, schedule, shown, changes, unknownValues } = loaded
	return (
		<Page title="Publish">
			{published && <Published published={published} />}
			<NotServed served={served} releases={releases} />
			{schedule && <Schedule schedule={schedule} />}
			<p>
				We check everything first, and publish nothing if there is an error. Changes go live within a second, without interrupting visitors
				or buyers. {changes.length > 0 && <Link to={consolePaths.contentSite}>Preview the site with all drafts</Link>}
			</p>
			{unknownValues.length > 0 && <Problems title="Visitors will see these placeholders as typed." problems={unknownValues} isWarning />}
			<h2>Unpublished changes</h2>
			<Unpublished {...loaded} />
			<h2>Releases</h2>
			<p>Publishing an older release makes its texts public again. Your drafts stay in the history of their files.</p>
			<Releases releases={releases} shown={shown} />
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
