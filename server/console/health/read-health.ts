import { sql } from 'kysely'
import { z } from 'zod'

import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { listDeadJobs, formatJobName } from '#server/services/messaging/operator-alerts/list-dead.ts'
import { findDrillObstacle } from '#server/services/operations/backup-drill/test-restore.ts'
import { listBulkActions } from '#server/services/operations/bulk/bulk-actions.ts'
import type { CheckVerdict } from '#server/services/operations/launch-checklist/check.ts'
import { readDisk } from '#server/services/operations/launch-checklist/machine-checks.ts'
import { listChecks } from '#server/services/operations/launch-checklist/run-checklist.ts'
import { AVAILABILITY_TARGET, readAvailability } from '#server/services/operations/server-figures/served-minutes.ts'
import { createBackupStatus, readLastBackup, readLastDrill } from '#server/services/platform/backups/record-backup.ts'
import { createResponseCounter } from '#server/services/platform/responses/response-counter.ts'

import { toConsoleFix, withConsoleLabels } from './fix-in-console.ts'
import { listHealthProblems } from './list-problems.ts'

type DatabaseFacts = {
	bytes: string
	version: string
	connections: number
	most: number
	waiting: number
	failed: number
	oldest: Date | null
	event: Date | null
	unread: number
	/** Unprocessed payment events that arrived more than five minutes ago. */
	late: number
	/** Longest time from arrival to processing among the last 100 events, in seconds. */
	slowest: number | null
}

const LATE_EVENT_MS = 300_000

async function readDatabase({ ctx: { db, now } }: ConsoleRequest): Promise<DatabaseFacts> {
	const before = (ms: number) => new Date(now().getTime() - ms)
	const { rows } = await sql<DatabaseFacts>`select pg_database_size(current_database())::text as bytes,
		current_setting('server_version') as version, current_setting('max_connections')::int as most,
		(select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
		(select count(*)::int from pgboss.job where state in ('created', 'retry') and start_after <= ${now()}) as waiting,
		(select count(*)::int from pgboss.job where state = 'failed') as failed,
		(select min(start_after) from pgboss.job where state in ('created', 'retry') and start_after <= ${now()}) as oldest,
		(select max(received_at) from payment_events) as event,
		(select count(*)::int from payment_events where processed_at is null) as unread,
		(select count(*)::int from payment_events where processed_at is null and received_at < ${before(LATE_EVENT_MS)}) as late,
		(select max(extract(epoch from processed_at - received_at))::float8
			from (select * from payment_events order by received_at desc limit 100) as newest) as slowest`.execute(db)
	const [facts] = rows
	if (!facts) throw new Error('the database returned no facts')
	return facts
}

const readSessionKeys = ({ ctx: { db } }: ConsoleRequest) =>
	db
		.selectFrom('auth.signing_keys')
		.select(['kid', 'alg', 'status', 'status_since'])
		.where('status', '<>', 'revoked')
		.orderBy('status')
		.execute()

const readCertificateKeys = ({ ctx: { db } }: ConsoleRequest) =>
	db
		.selectFrom('auth.certificate_keys')
		.select(['public_multibase', 'status', 'created_at'])
		.where('status', '<>', 'revoked')
		.orderBy('created_at', 'desc')
		.execute()

const AVAILABILITY_DAYS = 30

/** Maximum age of the last copied change. Changes are copied every few seconds, and copying takes less than this. */
const RECENT_COPY_MS = 60_000

/** Reads the state of the backups. `keptBy` is null if backups are turned off. */
async function readBackups({ ctx }: ConsoleRequest) {
	const { takenAt, megabytes, seconds } = await readLastBackup(ctx)
	const drill = await readLastDrill(ctx)
	const { current, control, running } = ctx.state.of(createBackupStatus)
	return {
		keptBy: ctx.config.databaseUrl !== null ? ('database server' as const) : ctx.config.backups === null ? null : ('this server' as const),
		status: current,
		/** True if changes to the database haven't been copied lately. */
		isCopyLate: current?.copiedUntil != null && ctx.now().getTime() - current.copiedUntil.getTime() >= RECENT_COPY_MS,
		running,
		canTake: control !== null,
		/** Reason why no restore can be tested here, or null. */
		drillObstacle: findDrillObstacle(control),
		last: takenAt && { takenAt, megabytes, seconds },
		drill: drill && { at: drill.taken_at, megabytes: drill.megabytes, seconds: drill.seconds, problem: drill.problem },
	}
}

async function readFacts(request: ConsoleRequest) {
	const { ctx } = request
	const now = ctx.now()
	return {
		now,
		database: await readDatabase(request),
		disk: await readDisk(ctx.config),
		backups: await readBackups(request),
		answers: ctx.state.of(createResponseCounter).read(now),
		availability: { ...(await readAvailability(ctx, AVAILABILITY_DAYS)), days: AVAILABILITY_DAYS, promised: AVAILABILITY_TARGET },
		sessionKeys: await readSessionKeys(request),
		certificateKeys: await readCertificateKeys(request),
		node: process.version,
	}
}

export type HealthFacts = Awaited<ReturnType<typeof readFacts>>

/** Reads the status of the server, its database, its backups and its keys, with a list of current problems. Disk sizes are in bytes. */
export async function readHealth(request: ConsoleRequest) {
	const facts = await readFacts(request)
	return { ...facts, problems: listHealthProblems(facts) }
}

const DEAD_JOBS = 'health/jobs'

export const readFailedJobs = async ({ ctx, by }: ConsoleRequest) => ({
	jobs: (await listDeadJobs(ctx)).filter(({ kind }) => kind === 'job').map((job) => ({ ...job, name: formatJobName(job.name) })),
	list: DEAD_JOBS,
	bulk: listBulkActions(ctx.content, DEAD_JOBS, by.role),
})

/** Query for all dead jobs, for a bulk action. */
export const failedJobs = {
	openSource: ({ db }: ServiceContext) => ({
		sort: null,
		filters: {},
		read: async () =>
			(await sql<{ id: string }>`select id from pgboss.job where state = 'failed' order by created_on desc`.execute(db)).rows,
	}),
}

const ORDER = ['fix', 'warn', 'ok', 'off'] as const

/** Object of log entries that record a run of the launch checklist. */
export const CHECKLIST_OBJECT = { kind: 'checklist', id: 'launch' } as const

/** Results of a run, by check ID. Earlier releases stored them in another form. */
const ChecklistRunSchema = z.record(z.string(), z.object({ state: z.enum(ORDER), found: z.string(), howToFix: z.string() }))
export type ChecklistRun = Readonly<Record<string, CheckVerdict>>

/** Reads the latest run, sorted by urgency. Null if there is none, or an earlier release stored it in another form. */
export async function readChecklist({ ctx: { db } }: ConsoleRequest) {
	const run = await db
		.selectFrom('operator_actions')
		.select(['created_at', 'after'])
		.where('object_kind', '=', CHECKLIST_OBJECT.kind)
		.where('object_id', '=', CHECKLIST_OBJECT.id)
		.where('after', 'is not', null)
		.orderBy('created_at', 'desc')
		.limit(1)
		.executeTakeFirst()
	const { data: verdicts } = ChecklistRunSchema.safeParse(run?.after)
	if (!run || !verdicts) return null
	const lines = listChecks().flatMap(({ id, what, why }) => {
		const verdict = verdicts[id]
		if (!verdict) return []
		const { state, found, howToFix } = verdict
		return [{ id, what: withConsoleLabels(what), why, state, found: withConsoleLabels(found), fix: toConsoleFix(id, howToFix) }]
	})
	return { at: run.created_at, lines: lines.toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state)) }
}
