import { sql } from 'kysely'

import type { CommitHang } from '#server/db/commit-watch.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { readCertificateKeyEnd } from '#server/services/learning/certificates/issuer-keys.ts'
import type { OperatorAlert } from '#server/services/messaging/operator-alerts/alert-operator.ts'
import { createBackupStatus, readLastBackup, readLastDrill, readSetUpTime } from '#server/services/platform/backups/record-backup.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Bounce rate at which mail providers start to reject a sender. The minimum counts below keep a few wrong addresses from raising
 * an alert.
 */
const BOUNCED_SHARE = 0.05
const MIN_MAILS = 20
const MIN_BOUNCES = 3

type Day = { day: string; bounced: number; handed: number }

/** Reports high bounce rates of today and yesterday, because a bounce may take a day to arrive. */
export async function findBounces(ctx: ServiceContext): Promise<OperatorAlert[]> {
	const since = new Date(Math.floor(ctx.now().getTime() / DAY_MS) * DAY_MS - DAY_MS)
	const { rows } = await sql<Day>`
		select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
			count(*) filter (where status = 'bounced')::int as bounced, count(*)::int as handed
		from outbox_messages
		where created_at >= ${since} and channel = 'email' and status in ('sent', 'bounced')
		group by 1`.execute(ctx.db)
	return rows
		.filter(({ bounced, handed }) => handed >= MIN_MAILS && bounced >= MIN_BOUNCES && bounced / handed > BOUNCED_SHARE)
		.map(({ day, bounced, handed }) => ({
			kind: 'bounces' as const,
			key: `bounces:${day}`,
			facts: { day, cameBack: `${bounced} of ${handed}` },
		}))
}

/** Holds a function that returns this process's last commit hang; process/observe.ts replaces `last`. */
export const createHangReader = () => ({ last: (): CommitHang | null => null })

/** Reports a commit hang once it's over, because nothing can be stored before that. One alert per hour for all processes. */
export async function findHang(ctx: ServiceContext): Promise<OperatorAlert[]> {
	const hang = ctx.state.of(createHangReader).last()
	if (!hang) return []
	const noticed = hang.noticedAt.toISOString()
	return [{ kind: 'writes_hung', key: `writes-hung:${noticed.slice(0, 13)}`, facts: { noticed, databaseServer: hang.server } }]
}

const ALERT_BEFORE_MS = 30 * DAY_MS

export async function findEndingKey(ctx: ServiceContext): Promise<OperatorAlert[]> {
	const key = await readCertificateKeyEnd(ctx)
	if (!key || key.endsAt.getTime() - ctx.now().getTime() > ALERT_BEFORE_MS) return []
	const facts = { key: key.name, ends: key.endsAt.toISOString().slice(0, 10) }
	return [{ kind: 'certificate_key_ends', key: `certificate-key:${key.name}`, facts }]
}

/** Age at which a backup is overdue: a day, plus time for the backup itself or for a computer that was off. */
const BACKUP_DUE_MS = 48 * HOUR_MS

/** Returns an alert if the last backup is overdue. Only on a live server: a sandbox has nothing to lose. */
export async function findMissingBackup(ctx: ServiceContext): Promise<OperatorAlert[]> {
	if (!ctx.config.isLive) return []
	const { takenAt, since } = await readLastBackup(ctx)
	if (ctx.now().getTime() - since.getTime() < BACKUP_DUE_MS) return []
	const last = takenAt?.toISOString() ?? 'never'
	return [{ kind: 'backup_missing', key: `backup:${last}`, facts: { lastBackup: last } }]
}

/** Time without a copy before the operator is alerted: longer than a restart of the server or a short outage of the storage. */
const BEHIND_MS = HOUR_MS / 2

/** Returns an alert if continuous archiving has been failing for half an hour. Only on a live server. */
export async function findBackupBehind(ctx: ServiceContext): Promise<OperatorAlert[]> {
	const status = ctx.state.of(createBackupStatus).current
	if (!ctx.config.isLive || !status?.logProblem) return []
	const since = status.copiedUntil ?? status.since
	if (ctx.now().getTime() - since.getTime() < BEHIND_MS) return []
	const copiedUntil = status.copiedUntil ? since.toISOString() : `not since the start at ${since.toISOString()}`
	return [{ kind: 'backup_behind', key: `backup-behind:${copiedUntil}`, facts: { copiedUntil, reason: status.logProblem } }]
}

const DRILL_DUE_MS = 35 * DAY_MS

/** Returns an alert if the last drill failed or is older than five weeks. Only on a live server that takes its own backups. */
export async function findDrillTrouble(ctx: ServiceContext): Promise<OperatorAlert[]> {
	if (!ctx.config.isLive || ctx.config.databaseUrl !== null) return []
	const drill = await readLastDrill(ctx)
	const since = drill?.taken_at ?? (await readSetUpTime(ctx))
	const last = drill?.taken_at.toISOString() ?? 'never'
	if (drill?.problem) return [{ kind: 'drill_failed', key: `drill-failed:${last}`, facts: { tried: last } }]
	if (ctx.now().getTime() - since.getTime() < DRILL_DUE_MS) return []
	return [{ kind: 'drill_missing', key: `drill:${last}`, facts: { lastTried: last } }]
}
