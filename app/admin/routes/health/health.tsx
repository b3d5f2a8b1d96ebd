import { Link, useLoaderData } from 'react-router'

import { formatShare } from '#app/admin/format-share.ts'
import { createLoader } from '#app/admin/load.server.ts'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { Fact, Facts, formatRelativeTime, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import { readHealth } from '#server/console/health/read-health.ts'

import { Backups } from './backups.tsx'
import { ChecklistForm } from './check-result.tsx'

export const loader = createLoader(readHealth)

type Health = Awaited<ReturnType<typeof loader>>

const GIGABYTE = 1e9

function Answers({ answers: { minutes, answers, failures } }: Pick<Health, 'answers'>) {
	const share = answers === 0 ? 0 : (failures / answers) * 100
	const outcome = failures === 0 ? 'none failed' : `${failures} failed (${share.toFixed(share < 1 ? 2 : 0)}%)`
	return (
		<>
			{`${countNoun(answers, 'request')} in the last ${minutes} min, `}
			<StateBadge word={outcome} tone={failures === 0 ? 'good' : 'bad'} />
		</>
	)
}

function Availability({ availability: { minutes, served, days, promised } }: Pick<Health, 'availability'>) {
	if (minutes === 0) return <>no measurements yet</>
	const share = served / minutes
	const down = minutes - served
	return (
		<>
			<StateBadge word={formatShare(share)} tone={share >= promised ? 'good' : 'bad'} />
			{` of the last ${minutes < days * 1440 ? `${Math.max(1, Math.round(minutes / 60))} h` : `${days} days`}, ${down} min down. The goal is ${promised * 100}%.`}
		</>
	)
}

const Count = ({ count }: { count: number }) => (
	<StateBadge word={count === 0 ? 'none' : String(count)} tone={count === 0 ? 'good' : 'bad'} />
)

const TimeAgo = ({ at, now }: { at: Date; now: Date }) => (
	<>
		<Time at={at} />
		{` (${formatRelativeTime(at, now)})`}
	</>
)

const Database = ({ database, now }: { database: Health['database']; now: Date }) => (
	<>
		<Fact name="Database">{`PostgreSQL ${database.version}, ${Math.ceil(Number(database.bytes) / 1_048_576)} MB`}</Fact>
		<Fact name="Database connections">{`${database.connections} of ${database.most}`}</Fact>
		<Fact name="Pending jobs">{database.waiting}</Fact>
		<Fact name="Oldest pending job">{database.oldest === null ? 'none' : `due ${formatRelativeTime(database.oldest, now)}`}</Fact>
		<Fact name="Failed jobs">
			<Count count={database.failed} /> {database.failed > 0 && <Link to={consolePaths.deadJobs}>Show failed jobs</Link>}
		</Fact>
		<Fact name="Last payment event">{database.event === null ? 'none yet' : <TimeAgo at={database.event} now={now} />}</Fact>
		<Fact name="Unprocessed payment events">
			<Count count={database.unread} />
		</Fact>
		<Fact name="Slowest of the last 100 payment events">
			{database.slowest === null ? 'none yet' : `${database.slowest.toFixed(1)} s after it arrived`}
		</Fact>
	</>
)

function Summary({ health }: { health: Health }) {
	if (health.problems.length > 0)
		return (
			<Callout tone="danger" title="Needs attention">
				<p>{`${new Intl.ListFormat('en').format(health.problems)}.`}</p>
			</Callout>
		)
	const { keptBy, last } = health.backups
	const lack =
		keptBy === null ? ', but backups are turned off' : last === null && keptBy === 'this server' ? ', but there’s no backup yet' : ''
	return (
		<Callout tone={lack === '' ? 'good' : 'note'} title={`Everything works${lack}`}>
			<p>
				{'The server answers, jobs run on time and none has failed, and all payments are processed. '}
				{last && `Last backup: ${formatRelativeTime(last.takenAt, health.now)}.`}
			</p>
		</Callout>
	)
}

function Details({ health }: { health: Health }) {
	const { now, database, disk, answers, availability, sessionKeys, certificateKeys, node } = health
	return (
		<div className="grid gap-3">
			<Facts>
				<Fact name="Responses of this server">
					<Answers answers={answers} />
				</Fact>
				<Fact name="Availability">
					<Availability availability={availability} />
				</Fact>
				<Fact name="Free disk space">{`${(disk.free / GIGABYTE).toFixed(1)} GB of ${(disk.total / GIGABYTE).toFixed(1)} GB`}</Fact>
				<Database database={database} now={now} />
				<Fact name="Node">{node}</Fact>
			</Facts>
			<h2>Sign-in keys</h2>
			<DataTable
				caption="Sign-in keys"
				rows={sessionKeys}
				rowKey={({ kid }) => kid}
				empty="The first key is created at the first sign-in."
				columns={[
					{ head: 'Key', cell: ({ kid }) => <code>{kid.slice(0, 8)}</code> },
					{ head: 'Algorithm', cell: ({ alg }) => alg },
					{ head: 'Status', cell: ({ status }) => <StateBadge word={status} /> },
					{ head: 'Since', cell: ({ status_since: at }) => <TimeAgo at={at} now={now} /> },
				]}
			/>
			<h2>Certificate keys</h2>
			<DataTable
				caption="Certificate keys"
				rows={certificateKeys}
				rowKey={({ public_multibase: key }) => key}
				empty="The first key is created with the first certificate."
				columns={[
					{ head: 'Key', cell: ({ public_multibase: key }) => <code>{`${key.slice(0, 12)}…`}</code> },
					{ head: 'Status', cell: ({ status }) => <StateBadge word={status} /> },
					{ head: 'Since', cell: ({ created_at: at }) => <TimeAgo at={at} now={now} /> },
				]}
			/>
			<p className="text-soft">The server log has every error, with the ID of its request.</p>
		</div>
	)
}

export default function HealthPage() {
	const health = useLoaderData<typeof loader>()
	return (
		<Page title="Health">
			<Summary health={health} />
			<h2 id="backups">Backups</h2>
			<Backups {...health.backups} now={health.now} />
			<h2>Launch checklist</h2>
			<ChecklistForm label="Check now" />
			<Disclosure summary="Server, database and keys">
				<Details health={health} />
			</Disclosure>
		</Page>
	)
}
