import { Link } from 'react-router'

import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { ShareBar, StateBadge } from '#app/admin/ui/format.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { readFirstSteps } from '#server/console/setup/read-first-steps.ts'

export type SetupSteps = Awaited<ReturnType<typeof readFirstSteps>>

const Mark = ({ isDone }: { isDone: boolean }) => (
	<svg className="absolute start-0 top-[calc((1lh-1.25rem)/2)] size-5" viewBox="0 0 20 20" aria-hidden="true">
		<circle cx="10" cy="10" r="9" className={isDone ? 'fill-spruce-ink' : 'fill-none stroke-line-strong stroke-2'} />
		{isDone && <path d="M5.5 10.5 8.5 13.5 14.5 7" className="fill-none stroke-ground stroke-2" />}
	</svg>
)

type Step = NonNullable<SetupSteps>['steps'][number]

const List = ({ steps, next }: { steps: readonly Step[]; next: string | undefined }) => (
	<ol className="columns-[18rem] gap-x-6">
		{steps.map(({ id, title, about, href, links, isDone }) => (
			<li key={id} className="relative break-inside-avoid ps-8 pb-3">
				<Mark isDone={isDone} />
				{href.startsWith('/admin') ? <Link to={href}>{title}</Link> : <a href={href}>{title}</a>}{' '}
				{isDone ? <span className="sr-only">done</span> : id === next && <StateBadge word="next" tone="warn" />}
				{about !== '' && <p className="text-soft">{about}</p>}
				{links.length > 0 && (
					<Disclosure
						summary={isDone ? 'Show them' : links.length === 1 ? 'Show the text that’s left' : `Show ${links.length} texts that are left`}
					>
						<ul>
							{links.map((link) => (
								<li key={link.href}>
									<Link to={link.href}>{link.title}</Link>
								</li>
							))}
						</ul>
					</Disclosure>
				)}
			</li>
		))}
	</ol>
)

const countDone = (steps: readonly Step[]) => steps.filter(({ isDone }) => isDone).length
const describeDone = (steps: readonly Step[]) => `${countDone(steps)} of ${steps.length} done`

/** First of the steps that aren't needed for the first sale. */
const FIRST_LATER = 'seller'

function splitSteps(steps: readonly Step[]) {
	const later = steps.findIndex(({ id }) => id === FIRST_LATER)
	return { sale: steps.slice(0, later), launch: steps.slice(later) }
}

/** Returns the progress of the steps up to the first sale or, once those are done, of the others. */
export function readProgress(steps: readonly Step[]): { value: string; what: string } {
	const { sale, launch } = splitSteps(steps)
	const isBefore = countDone(sale) < sale.length
	const shown = isBefore ? sale : launch
	return { value: `${countDone(shown)} of ${shown.length}`, what: isBefore ? 'first steps done' : 'launch steps done' }
}

export function FirstSteps({ first }: { first: SetupSteps }) {
	if (first === null || first.isHidden) return null
	const { steps, open } = first
	const next = steps.find(({ isDone }) => !isDone)?.id
	const { sale, launch } = splitSteps(steps)
	return (
		<section
			className="grid gap-3 border border-line border-l-4 border-l-accent rounded-[.5rem] py-4 px-5 bg-raised"
			aria-labelledby="first-steps"
		>
			<h2 id="first-steps">{open === 0 ? 'Your academy is set up' : 'First steps'}</h2>
			<p className="text-soft">
				<ShareBar share={countDone(sale) / sale.length} label={describeDone(sale)} />
			</p>
			<List steps={sale} next={next} />
			<Disclosure summary={`Before you go live: ${describeDone(launch)}`} open={launch.some(({ id }) => id === next)}>
				<List steps={launch} next={next} />
			</Disclosure>
			<ActionForm action={consolePaths.firstSteps} label={open === 0 ? 'Dismiss' : 'Hide first steps'} tone="secondary" />
		</section>
	)
}

/** Says that the queue is empty. Has a button to show hidden first steps again. */
export function EmptyQueue({ first }: { first: SetupSteps }) {
	if (first === null || first.open === 0)
		return <p className="empty">You’re all caught up: no open alerts, no messages waiting for an answer, no learners who need you.</p>
	return (
		<>
			<p className="empty">No open alerts, no messages waiting for an answer, no learners who need you.</p>
			{first.isHidden && (
				<ActionForm
					action={consolePaths.firstSteps}
					id="show"
					label={`Show first steps (${first.open} to do)`}
					hidden={{ show: 'yes' }}
					tone="secondary"
				/>
			)}
		</>
	)
}
