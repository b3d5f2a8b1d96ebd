import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Problems } from '#app/admin/ui/problems.tsx'
import { Alert, Callout } from '#app/ui/callout.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { paths } from '#contracts/paths.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import { readPublishPage } from '#server/console/content/read-publish.ts'
import { readNextStep } from '#server/console/setup/read-first-steps.ts'

import { Choice, type ChoiceProps, ScheduledDrafts, SelectedDrafts } from './choose-drafts.tsx'
import { BeforeAfter } from './frames.tsx'
import { PublishAgain } from './publish-again.tsx'
import { PublishForm } from './publish-form.tsx'

export const loader = createLoader(async (work) => ({ ...(await readPublishPage(work)), nextStep: await readNextStep(work) }))

type Loaded = Awaited<ReturnType<typeof loader>>
type Release = Loaded['releases'][number]

const changesOf = ({ number, previous }: Release) => `${consolePaths.contentReleases}?from=${previous}&to=${number}`

/** Lists releases, newest first. The newest is public; an older one can be published again. */
const Releases = ({ releases, shown }: Pick<Loaded, 'releases' | 'shown'>) => {
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

/** Warns that this server still serves an older release. Switching normally takes a second, unless the release can't be read. */
function NotServed({ served, releases: [newest] }: Pick<Loaded, 'served' | 'releases'>) {
	if (!newest || newest.number === served) return null
	return (
		<Alert title={`Release ${newest.number} is published, but this server doesn’t serve it yet.`}>
			{`It still serves ${served === null ? 'the original site' : `release ${served}`} and retries every few seconds. The server log has the reason.`}
		</Alert>
	)
}

type PublishedProps = Pick<Loaded, 'nextStep'> & { published: NonNullable<Loaded['published']> }

const Published = ({ published: { titles, page }, nextStep }: PublishedProps) => (
	<Callout tone="good" role="status" title={`Published: ${titles.length === 1 ? titles[0] : countNoun(titles.length, 'change')}.`}>
		{titles.length > 1 && <p className="text-soft">{`${titles.join(', ')}.`}</p>}
		<p>
			<a href={page ?? paths.home}>{page === null ? 'View site' : 'View the changed page'}</a>
			{nextStep && (
				<>
					{' Next step: '}
					<Link to={nextStep.href}>{nextStep.title}</Link>
					<span className="block text-soft">{nextStep.about}</span>
				</>
			)}
		</p>
	</Callout>
)

function Schedule({ schedule }: { schedule: NonNullable<Loaded['schedule']> }) {
	const { id, dueAt, isWaiting, files, problems } = schedule
	const count = countNoun(files.length, 'text')
	if (!isWaiting)
		return (
			<Alert title={`Scheduled changes to ${count} weren’t published.`}>
				<p>
					{'They were scheduled for '}
					<Time at={dueAt} /> and are still drafts.
				</p>
				<ul className="wrap-anywhere">
					{problems.map((problem) => (
						<li key={problem}>{problem}</li>
					))}
				</ul>
			</Alert>
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

function ScheduleForm({ zoneName, needsStepUp, amounts, samples, schedule, shown, changes }: Loaded) {
	const isChoice = changes.length > 1
	return (
		<PublishForm
			action={consolePaths.contentSchedule}
			label="Schedule"
			summary="Schedule for later"
			isGuarded={needsStepUp.schedule}
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

const MAX_FOLDED = 3

/** Lists the changed pages with previews. Any more pages are links in a collapsed section. */
function PageList({ pages }: Pick<Loaded, 'pages'>) {
	const others = pages.slice(MAX_FOLDED)
	return (
		<>
			{pages.slice(0, MAX_FOLDED).map(({ address, title, before, src }) => (
				<Disclosure key={address} summary={title} open={pages.length === 1}>
					<BeforeAfter title={title} before={before} after={src} />
				</Disclosure>
			))}
			{others.length > 0 && (
				<Disclosure summary={countNoun(others.length, 'more page')}>
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

/** Leads all links to pages that are turned off to another page at once. */
const HiddenLinks = ({ count, targets }: NonNullable<Loaded['hiddenLinks']>) => (
	<Callout
		tone="note"
		title={count === 1 ? 'One link leads to a page that is turned off.' : `${count} links lead to pages that are turned off.`}
	>
		<ActionForm
			action={consolePaths.contentHiddenLinks}
			label={count === 1 ? 'Change the link' : `Change all ${count} links`}
			fields={[{ name: 'to', label: count === 1 ? 'It should point to' : 'They should point to', options: targets }]}
			note="The words around a link stay as they are. This saves drafts, so you can check them before you publish."
			tone="secondary"
		/>
	</Callout>
)

function Unpublished(loaded: Loaded) {
	const { changes, problems, hiddenLinks, samples, pages, amounts, needsStepUp, shown, schedule } = loaded
	if (changes.length === 0)
		return <p className="empty">{schedule?.isWaiting === true ? 'All drafts are scheduled.' : 'No unpublished changes.'}</p>
	return (
		<>
			{problems.length > 0 && <Problems title="Fix these errors before you publish." problems={problems} />}
			{hiddenLinks && <HiddenLinks {...hiddenLinks} />}
			<PublishForm
				action={consolePaths.contentPublish}
				label="Publish"
				isGuarded={needsStepUp.publish}
				hidden={{ shown: shown.publish, choose: 'drafts' }}
				amounts={amounts}
				samples={samples}
				tone="primary"
				isSticky
				beside={<SelectedDrafts count={changes.length} />}
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
			{published && <Published published={published} nextStep={loaded.nextStep} />}
			<NotServed served={served} releases={releases} />
			{schedule && <Schedule schedule={schedule} />}
			<p>
				We check everything first, and publish nothing if there’s an error. Changes go live within a second, without interrupting visitors
				or buyers. {changes.length > 0 && <Link to={consolePaths.contentSite}>Preview the site with all drafts</Link>}
			</p>
			{unknownValues.length > 0 && <Problems title="Visitors will see these placeholders as typed." problems={unknownValues} isWarning />}
			<h2>Unpublished changes</h2>
			<Unpublished {...loaded} />
			<h2>Releases</h2>
			<p>Publishing an older release makes its texts public again. Your drafts stay in the history.</p>
			<Releases releases={releases} shown={shown} />
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
