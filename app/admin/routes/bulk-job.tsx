import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { Fact, Facts, ShareBar, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { REASON_FIELD } from '#app/admin/ui/reason-field.ts'
import { usePolling } from '#app/admin/ui/use-polling.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { readBulkJob } from '#server/console/bulk/read-job.ts'

export const loader = createLoader(readBulkJob)

type Job = Awaited<ReturnType<typeof loader>>

const AGAIN_MS = 1500

/** Formats a number of rows with their list's noun, such as `1 ticket`. */
const countIn = ({ list }: Job, rows: number) =>
	rows === 1 ? `1 ${list.name.slice(0, -1)}` : `${rows.toLocaleString('en-US')} ${list.name}`

/** Label of the start button: “Add 20 learners” if the action's name ends with the list's noun, otherwise such as “Retry: 3 jobs”. */
const labelStart = (job: Job, rows: number) =>
	job.words.endsWith(` ${job.list.name}`)
		? `${job.words.slice(0, -job.list.name.length)}${countIn(job, rows)}`
		: `${job.words}: ${countIn(job, rows)}`

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Form to start a bulk job, for the operator who prepared it, while rows are waiting. */
function StartForm({ job: { id, waiting, isOwn, isGuarded, isDestructive, needsReason }, label }: { job: Job; label: string }) {
	if (!isOwn || waiting === 0) return null
	return (
		<ActionForm
			action={`${consolePaths.bulkJobs}/${id}/start`}
			label={label}
			fields={needsReason ? [REASON_FIELD] : []}
			isGuarded={isGuarded}
			tone={isDestructive ? 'danger' : 'primary'}
			note="This runs in the background. You can leave this page, and come back to cancel the rest."
		/>
	)
}

const CancelForm = ({ id, label }: { id: string; label: string }) => (
	<ActionForm action={`${consolePaths.bulkJobs}/${id}/cancel`} label={label} tone="secondary" />
)

function Examples({ of, examples }: { of: number; examples: Job['examples'] }) {
	if (examples.length === 0) return null
	return (
		<>
			<p>{examples.length < of ? `The first ${examples.length}:` : 'Will change:'}</p>
			<ul>
				{examples.map(({ id, name, href }) => (
					<li key={id}>{href === null ? name : <Link to={href}>{name}</Link>}</li>
				))}
			</ul>
		</>
	)
}

function Preview({ job }: { job: Job }) {
	const { id, waiting, skipped, examples, happens } = job
	return (
		<>
			<p>
				{`This will apply to ${countIn(job, waiting)}. `}
				{skipped > 0 && `${countIn(job, skipped)} will be skipped. `}
				Nothing has changed yet.
			</p>
			{waiting > 0 && <p>{happens}</p>}
			<Examples of={waiting} examples={examples} />
			<StartForm job={job} label={labelStart(job, waiting)} />
			<CancelForm id={id} label="Cancel" />
		</>
	)
}

function Progress(job: Job) {
	const { waiting, done, skipped, failed, state } = job
	const total = waiting + done + skipped + failed
	const ended = total - waiting
	return (
		<p role="status">
			<ShareBar share={total === 0 ? 1 : ended / total} label={`${ended.toLocaleString('en-US')} of ${countIn(job, total)}`} />
			{state === 'canceled' && `. Canceled: ${countIn(job, total - done)} left unchanged.`}
		</p>
	)
}

/** Reverses the job for the rows that it changed, or links to the job that does. */
function Undo({ job }: { job: Job }) {
	const { id, undo } = job
	if (undo === null) return null
	if (undo.by !== null)
		return (
			<p>
				<Link to={`${consolePaths.bulkJobs}/${undo.by}`}>Undone by this bulk action</Link>
			</p>
		)
	return <ActionForm action={`${consolePaths.bulkJobs}/${id}/undo`} label={`Undo for ${countIn(job, job.done)}`} tone="secondary" />
}

const TONES = { running: 'warn', canceled: 'bad', done: 'good' } as const

function Results({ job }: { job: Job }) {
	const { state, times, reason, done, examples, changed } = job
	return (
		<>
			<Facts>
				<Fact name="Status">
					<StateBadge word={state} tone={TONES[state as keyof typeof TONES]} />
				</Fact>
				<Fact name="Done">{done}</Fact>
				<Fact name="Skipped">{job.skipped}</Fact>
				<Fact name="Failed">{job.failed}</Fact>
				{times.started && (
					<Fact name="Started">
						<Time at={times.started} />
					</Fact>
				)}
				{times.ended && (
					<Fact name="Ended">
						<Time at={times.ended} />
					</Fact>
				)}
				{reason !== null && <Fact name="Reason">{reason}</Fact>}
			</Facts>
			<Progress {...job} />
			{state !== 'running' && done > 0 && (
				<>
					<Examples of={done} examples={examples} />
					<p>
						<Link to={changed.href}>{changed.label}</Link>
					</p>
					<Undo job={job} />
				</>
			)}
		</>
	)
}

export default function BulkJobPage() {
	const job = useLoaderData<typeof loader>()
	const { id, state, words, list, reasons, times } = job
	usePolling(state === 'running', { everyMs: AGAIN_MS })
	return (
		<Page title={words} above={{ label: capitalize(list.name), href: list.href }}>
			{state === 'preview' ? <Preview job={job} /> : <Results job={job} />}
			{state === 'canceled' && !job.undo?.by && <StartForm job={job} label={`Continue with the remaining ${countIn(job, job.waiting)}`} />}
			{reasons.length > 0 && (
				<DataTable
					caption={`Why ${list.name} were skipped or failed`}
					rows={reasons}
					rowKey={({ outcome, note }) => `${outcome} ${note}`}
					columns={[
						{ head: 'Outcome', cell: ({ outcome }) => <StateBadge word={outcome ?? ''} tone={outcome === 'failed' ? 'bad' : 'calm'} /> },
						{ head: 'Reason', cell: ({ note }) => note },
						{ head: capitalize(list.name), cell: ({ count: rows }) => rows },
					]}
				/>
			)}
			{times.started && (
				<p>
					<a href={`${consolePaths.bulkJobs}/${id}/result.csv`}>Download results (CSV)</a>
				</p>
			)}
			{state === 'running' && <CancelForm id={id} label="Cancel the rest" />}
		</Page>
	)
}
