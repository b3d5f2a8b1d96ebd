import { sql } from 'kysely'

import type { MetricValue } from '#server/adapters/metrics/port.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { readDisk } from '#server/services/operations/launch-checklist/machine-checks.ts'
import { createBackupStatus, readLastBackup } from '#server/services/platform/backups/record-backup.ts'

import { readAvailability } from './served-minutes.ts'

const DAY_MS = 86_400_000
const AVAILABILITY_DAYS = 30

type FigureContext = Pick<ServiceContext, 'db' | 'now' | 'config' | 'state'>

const secondsSince = (now: () => Date, at: Date | null) => at && (now().getTime() - at.getTime()) / 1000

const QUEUE = 'Jobs in the queue, by name and state.'
const OLDEST = 'Waiting time of the oldest due job.'
const ARCHIVED = 'Time since a segment of the write-ahead log was archived.'
const COPIED = 'Time since the last copy of the write-ahead log: what a lost disk would cost.'
const AVAILABLE = `Share of the last ${AVAILABILITY_DAYS} days in which visitors could be served.`

async function readQueue({ db, now }: FigureContext): Promise<MetricValue[]> {
	const { rows } = await sql<{ job: string; state: string; count: number; seconds: number | null }>`
		select name as job, state::text, count(*)::int as count,
			extract(epoch from ${now()} - min(start_after) filter (where state in ('created', 'retry') and start_after <= ${now()}))::float8 as seconds
		from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by 1, 2`.execute(db)
	return rows.flatMap(({ job, state, count, seconds }) => [
		{ name: 'launchway_queue_jobs', help: QUEUE, labels: { job, state }, value: count },
		{ name: 'launchway_queue_oldest_seconds', help: OLDEST, labels: { job, state }, value: seconds },
	])
}

type DatabaseRow = {
	bytes: number
	connections: number
	/** Replication lag; null without standby servers, or without the right to see them. */
	lag: number | null
	/** Time of the last archived file; null if archiving isn't set up, or nothing was archived yet. */
	archived: Date | null
	failures: number
}

async function readDatabase({ db, now }: FigureContext): Promise<MetricValue[]> {
	const { rows } = await sql<DatabaseRow>`select pg_database_size(current_database())::float8 as bytes,
		(select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
		(select max(pg_wal_lsn_diff(pg_current_wal_lsn(), coalesce(replay_lsn, flush_lsn)))::float8 from pg_stat_replication) as lag,
		case when current_setting('archive_mode') <> 'off' then last_archived_time end as archived,
		failed_count::int as failures from pg_stat_archiver`.execute(db)
	return rows.flatMap(({ bytes, connections, lag, archived, failures }) => [
		{ name: 'launchway_database_bytes', help: 'Size of the database.', value: bytes },
		{ name: 'launchway_database_connections', help: 'Connections to the database from all programs.', value: connections },
		{ name: 'launchway_wal_archive_failures', help: 'Failed attempts to archive a segment of the write-ahead log.', value: failures },
		{ name: 'launchway_replication_lag_bytes', help: 'Lag of the slowest standby server.', value: lag },
		{ name: 'launchway_wal_archive_age_seconds', help: ARCHIVED, value: secondsSince(now, archived) },
	])
}

const EVENTS = 'Totals of the business so far. Erasures and corrections can lower them.'
const MAILS = 'Messages of the last 24 hours by channel and outcome.'

async function readBusiness({ db, now }: FigureContext): Promise<MetricValue[]> {
	const { rows: events } = await sql<{ event: string; count: number }>`
		select figure as event, sum(amount)::float8 as count from daily_metrics
		where (part = 'events' and figure in ('ordered', 'paid', 'refunded', 'opt-ins')) or (part = 'accounts' and figure = 'opened')
		group by 1 union all select 'certificates', coalesce(max(position) + 1, 0)::float8 from certificates`.execute(db)
	const { rows: mails } = await sql<{ channel: string; outcome: string; count: number }>`
		select channel, status as outcome, count(*)::int as count from outbox_messages
		where created_at >= ${new Date(now().getTime() - DAY_MS)} group by 1, 2`.execute(db)
	return [
		...events.map(({ event, count }) => ({ name: 'launchway_events', help: EVENTS, labels: { event }, value: count })),
		...mails.map(({ count, ...labels }) => ({ name: 'launchway_messages_last_day', help: MAILS, labels, value: count })),
	]
}

/** Returns the ages of the newest backup and of the last copy of the log, and whether either is failing. */
async function readBackups(ctx: FigureContext): Promise<MetricValue[]> {
	const { now } = ctx
	const { takenAt } = await readLastBackup(ctx)
	const status = ctx.state.of(createBackupStatus).current
	const hasFailed = status !== null && (status.logProblem !== null || status.backupProblem !== null)
	return [
		{ name: 'launchway_backup_age_seconds', help: 'Time since the last full backup.', value: secondsSince(now, takenAt) },
		{ name: 'launchway_wal_copy_age_seconds', help: COPIED, value: secondsSince(now, status?.copiedUntil ?? null) },
		{ name: 'launchway_backup_failed', help: '1 while backups or copies of the log fail.', value: status && (hasFailed ? 1 : 0) },
	]
}

async function readMachine(ctx: FigureContext): Promise<MetricValue[]> {
	const { free, total } = await readDisk(ctx.config)
	const { minutes, served } = await readAvailability(ctx, AVAILABILITY_DAYS)
	return [
		{ name: 'launchway_disk_free_bytes', help: 'Free space on the data disk.', value: free },
		{ name: 'launchway_disk_bytes', help: 'Size of the data disk.', value: total },
		{ name: 'launchway_availability_ratio', help: AVAILABLE, value: minutes === 0 ? null : served / minutes },
	]
}

export const readFigures = async (ctx: FigureContext): Promise<MetricValue[]> =>
	(await Promise.all([readQueue(ctx), readDatabase(ctx), readBusiness(ctx), readBackups(ctx), readMachine(ctx)])).flat()
