import { useState } from 'react'
import { Link, useLoaderData, useLocation } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Problems } from '#app/admin/ui/problems.tsx'
import { useIsSubmitted } from '#app/admin/ui/use-is-submitted.ts'
import { Alert, Callout } from '#app/ui/callout.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import { readPublishPage } from '#server/console/content/read-publish.ts'
import { readNextStep } from '#server/console/setup/read-first-steps.ts'

import { DraftChoice, type DraftChoiceProps, ScheduledDrafts, SelectedDrafts } from './choose-drafts.tsx'
import { DiscardDrafts } from './discard-drafts.tsx'
import { BeforeAfter } from './frames.tsx'
import { PublishForm } from './publish-form.tsx'
import { Published } from './published.tsx'
import { ReleaseList } from './release-list.tsx'
import { Schedule } from './schedule.tsx'

export const loader = createLoader(async (work) => ({ ...(await readPublishPage(work)), nextStep: await readNextStep(work) }))

type Loaded = Awaited<ReturnType<typeof loader>>

/** Warns that this server still serves an older release. Switching normally takes a second, unless the release can't be read. */
function NotServed({ served, releases: [newest] }: Pick<Loaded, 'served' | 'releases'>) {
	if (!newest || newest.number === served) return null
	return (
		<Alert title={`Release ${newest.number} is published, but this server doesn’t serve it yet.`}>
			{`It still serves ${served === null ? 'the original site' : `release ${served}`} and retries every few seconds. The server log has the reason.`}
		</Alert>
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
			{...(isChoice && { fieldset: (typed: DraftChoiceProps['typed']) => <ScheduledDrafts changes={changes} typed={typed} /> })}
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
	const [own, look] = [pages.filter(({ isOnlyStyling }) => !isOnlyStyling), pages.filter(({ isOnlyStyling }) => isOnlyStyling)]
	return (
		<div className="grid gap-3">
			<PageList pages={own} />
			{look.length > MAX_FOLDED && <p>{`${look.length} pages change only in colors, font or logo.`}</p>}
			<PageList pages={look} />
		</div>
	)
}

/** Form that changes all links to turned-off pages in one step, so that they lead to another page. */
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

function Unpublished({ loaded, onDiscard }: { loaded: Loaded; onDiscard: (drafts: string) => void }) {
	const { changes, groups, problems, hiddenLinks, samples, newlyFree, pages, amounts, needsStepUp, shown, schedule } = loaded
	if (changes.length === 0)
		return <p className="empty">{schedule?.isWaiting === true ? 'All drafts are scheduled.' : 'No unpublished changes.'}</p>
	return (
		<>
			{problems.length > 0 && <Problems title="Fix these errors before you publish." problems={problems} />}
			{hiddenLinks && <HiddenLinks {...hiddenLinks} />}
			{newlyFree.length > 0 && <Problems title="People can read this without buying the course." problems={newlyFree} isWarning />}
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
				fieldset={(typed) => <DraftChoice changes={changes} groups={groups} typed={typed} onDiscard={onDiscard} />}
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
	const isSubmitted = useIsSubmitted()
	// Submitting the question, like any navigation, closes it.
	const { key } = useLocation()
	const [asked, setAsked] = useState<{ drafts: string; on: string } | null>(null)
	const discard = (drafts: string) => setAsked({ drafts, on: key })
	return (
		<Page title="Publish">
			{published && !isSubmitted && <Published published={published} nextStep={loaded.nextStep} />}
			<NotServed served={served} releases={releases} />
			{schedule && <Schedule schedule={schedule} />}
			<p>
				We check everything first, and publish nothing if there’s an error. Changes go live within a second, without interrupting visitors
				or buyers. {changes.length > 0 && <Link to={consolePaths.contentSite}>Preview the site with all drafts</Link>}
			</p>
			{unknownValues.length > 0 && <Problems title="Visitors will see these placeholders as typed." problems={unknownValues} isWarning />}
			<h2>Unpublished changes</h2>
			<Unpublished loaded={loaded} onDiscard={discard} />
			<h2>Releases</h2>
			<p>Publishing an older release makes its texts public again. Your drafts stay in the history.</p>
			<ReleaseList releases={releases} shown={shown} />
			<DiscardDrafts changes={changes} chosen={asked?.on === key ? asked.drafts : null} onClose={() => setAsked(null)} />
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
