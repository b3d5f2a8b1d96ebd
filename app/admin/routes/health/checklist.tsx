import { useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { countNoun } from '#domain/reading/count-noun.ts'
import { readChecklist } from '#server/console/health/read-health.ts'

import { CHECK_STATES, ChecklistForm, FixLink } from './check-result.tsx'

export { action, clientAction } from '#app/admin/routes/action.tsx'
export const loader = createLoader(readChecklist)

type Run = NonNullable<Awaited<ReturnType<typeof loader>>>
type Line = Run['lines'][number]

const isOpen = ({ state }: Line) => state === 'fix' || state === 'warn'

const OpenCheck = ({ id, what, state, found, fix, why }: Line) => (
	<li id={id} className="grid gap-1 border-b border-line py-3">
		<p>
			<StateBadge word={CHECK_STATES[state][0]} tone={CHECK_STATES[state][1]} /> <strong>{what}</strong>
		</p>
		<p className="text-soft">{`Now: ${found}. ${why}`}</p>
		<p>
			<FixLink {...fix} />
		</p>
		{fix.onServer !== null && (
			<Disclosure summary="For the person who runs the server">
				<p>{fix.onServer}</p>
			</Disclosure>
		)}
	</li>
)

const SettledCheck = ({ id, what, state, found }: Line) => (
	<li id={id} className="border-b border-line py-2">
		<StateBadge word={CHECK_STATES[state][0]} tone={CHECK_STATES[state][1]} /> {what}
		<span className="text-soft">{`: ${found}`}</span>
	</li>
)

/** Returns the numbers of checks, of problems and of warnings as a sentence. */
function summarize(lines: readonly Line[]): string {
	const count = (wanted: Line['state']) => lines.filter(({ state }) => state === wanted).length
	return `${countNoun(lines.length, 'check')}: ${count('fix')} to fix, ${count('warn')} to look at.`
}

function Results({ at, lines }: Run) {
	const open = lines.filter(isOpen)
	const settled = lines.filter((line) => !isOpen(line))
	return (
		<>
			<p>
				Checked <Time at={at} />
			</p>
			<p role="status">{summarize(lines)}</p>
			{open.length > 0 && (
				<ul aria-label="Needs attention">
					{open.map((line) => (
						<OpenCheck key={line.id} {...line} />
					))}
				</ul>
			)}
			{settled.length > 0 && (
				<Disclosure summary={`OK or not in use: ${settled.length}`}>
					<ul>
						{settled.map((line) => (
							<SettledCheck key={line.id} {...line} />
						))}
					</ul>
				</Disclosure>
			)}
		</>
	)
}

export default function ChecklistPage() {
	const run = useLoaderData<typeof loader>()
	return (
		<Page title="Launch checklist">
			{run && <Results {...run} />}
			<ChecklistForm label={run ? 'Check again' : 'Check now'} />
		</Page>
	)
}
