import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { Fact, Facts, formatRelativeTime, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { usePolling } from '#app/admin/ui/use-polling.ts'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { formatBytes } from '#domain/media/format-bytes.ts'
import type { readHealth } from '#server/console/health/read-health.ts'

type Props = Awaited<ReturnType<typeof readHealth>>['backups'] & { now: Date }
type Status = NonNullable<Props['status']>

function describePlace({ place, host }: Status): string {
	if (place === 'bucket') return `In online storage at ${host}`
	if (place === 'other-disk') return 'On another disk of this server'
	return 'On the same disk as the database'
}

const describeSize = (megabytes: number | null, seconds: number | null) =>
	[megabytes !== null && `${megabytes} MB`, seconds !== null && `took ${seconds} s`].filter(Boolean).join(', ')

function Continuous({ status: { copiedUntil, logProblem }, isCopyLate, now }: { status: Status } & Pick<Props, 'isCopyLate' | 'now'>) {
	if (logProblem !== null)
		return (
			<>
				<StateBadge word="stopped" tone="bad" /> {`${logProblem} `}
				{copiedUntil !== null && (
					<>
						Changes until <Time at={copiedUntil} /> are backed up.
					</>
				)}
			</>
		)
	if (copiedUntil === null) return 'waiting for the first copy'
	return (
		<>
			<StateBadge word={isCopyLate ? 'late' : 'up to date'} tone={isCopyLate ? 'warn' : 'good'} />
			{` last copied ${formatRelativeTime(copiedUntil, now)}`}
		</>
	)
}

function LastFull({ last, status, now }: Pick<Props, 'last' | 'status' | 'now'>) {
	const problem = status?.backupProblem ?? null
	return (
		<>
			{last === null ? (
				'none yet'
			) : (
				<>
					<Time at={last.takenAt} />
					{` (${formatRelativeTime(last.takenAt, now)}), ${describeSize(last.megabytes, last.seconds)}`}
				</>
			)}
			{problem !== null && (
				<>
					{' '}
					<StateBadge word="last attempt failed" tone="bad" /> {problem}
				</>
			)}
		</>
	)
}

function LastDrill({ drill, now }: { drill: NonNullable<Props['drill']>; now: Date }) {
	return (
		<>
			<StateBadge word={drill.problem === null ? 'passed' : 'failed'} tone={drill.problem === null ? 'good' : 'bad'} />
			{` ${formatRelativeTime(drill.at, now)}, ${describeSize(drill.megabytes, drill.seconds)}`}
			{drill.problem !== null && (
				<Disclosure summary="Findings">
					<p className="whitespace-pre-line">{drill.problem}</p>
				</Disclosure>
			)}
		</>
	)
}

const ADVICE =
	'If the disk fails, you lose the database and its backups. Ask the person who runs your server to store backups on another disk or in online storage.'

const Running = ({ what, since, now }: { what: string; since: Date; now: Date }) => (
	<p role="status">
		<StateBadge word="running" tone="calm" /> {`${what} started ${formatRelativeTime(since, now)}. This page shows the result.`}
	</p>
)

type Actions = Pick<Props, 'running' | 'canTake' | 'drillObstacle' | 'last' | 'now'>

/** Starts a backup or a restore test. Only one of each runs at a time. */
function BackupActions({ running, canTake, drillObstacle, last, now }: Actions) {
	if (!canTake) return null
	return (
		<>
			{running.backup && <Running what="The backup" since={running.backup} now={now} />}
			{running.drill && <Running what="The restore test" since={running.drill} now={now} />}
			<div className="action-row">
				{!running.backup && <ActionForm action={consolePaths.backupNow} label="Back up now" tone="secondary" />}
				{!running.drill && drillObstacle === null && last !== null && (
					<ActionForm action={consolePaths.restoreTest} label="Test a restore" tone="secondary" />
				)}
			</div>
			{drillObstacle === null && (
				<p className="text-soft">
					A restore test restores the newest backup into a temporary folder and checks it, including that the money adds up. Your data isn’t
					changed.
				</p>
			)}
			{drillObstacle !== null && <p className="text-soft">{drillObstacle}</p>}
		</>
	)
}

/** Shows where the backups are stored, the newest backup, and the last restore test. */
export function Backups({ keptBy, status, isCopyLate, last, drill, now, ...actions }: Props) {
	usePolling(actions.running.backup !== null || actions.running.drill !== null, { everyMs: 3000 })
	return (
		<>
			<Facts>
				{keptBy !== 'this server' && (
					<Fact name="Created by">{keptBy === null ? 'no one (backups are turned off)' : 'your database server’s own tools'}</Fact>
				)}
				{status && (
					<>
						<Fact name="Stored">{`${describePlace(status)}, ${status.isEncrypted ? 'encrypted' : 'not encrypted'}`}</Fact>
						<Fact name="Changes">
							<Continuous status={status} isCopyLate={isCopyLate} now={now} />
						</Fact>
					</>
				)}
				<Fact name="Last full backup">
					<LastFull last={last} status={status} now={now} />
				</Fact>
				{status !== null && status.bytes !== null && <Fact name="Size of all backups">{formatBytes(status.bytes)}</Fact>}
				<Fact name="Last restore test">{drill ? <LastDrill drill={drill} now={now} /> : 'never'}</Fact>
			</Facts>
			<BackupActions {...actions} last={last} now={now} />
			{status?.place === 'same-disk' && <p className="text-soft">{ADVICE}</p>}
		</>
	)
}
