import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import type { FullBackup } from '#server/db/backup/catalog.ts'
import { LogCopier, stopKeepingLog } from '#server/db/backup/copy-log.ts'
import { type BackupSettings, openBackupStore, createConfiguredSeal } from '#server/db/backup/open-store.ts'
import type { BackupSource } from '#server/db/backup/take-backup.ts'
import { logFailure } from '#server/kernel/errors.ts'
import type { Deps } from '#server/services/context.ts'

import { type BackupLocation, findNewestBackup, isBackupDue, requireDiskSpace, takeFullBackup } from './full-backups.ts'
import { type BackupStatus, createBackupStatus, explainBackupProblem, recordFailure } from './record-backup.ts'

/** Pauses in milliseconds. If the machine is lost, so are the commits since the log was last copied. */
const BACKUP_PAUSES = { betweenCopies: 3000, afterFailure: 15_000, beforeFirst: 60_000, betweenTries: 600_000 }

type BackupContext = Pick<Deps, 'db' | 'log' | 'now' | 'state'>

/** Opens the backup location, and detects whether it is on the disk of the database. */
export async function openBackupLocation(
	settings: BackupSettings,
	{ dataDir, home }: { dataDir: string; home: string },
): Promise<BackupLocation> {
	const store = await openBackupStore(settings, home)
	return { store, seal: await createConfiguredSeal(settings), isSameDisk: store.readSpace()?.disk === fs.statSync(dataDir).dev }
}

/** Takes full backups of the log's current series, one at a time, while the log is being copied. */
class FullBackups {
	readonly #keeper: BackupContext
	readonly #source: BackupSource
	readonly #place: BackupLocation
	readonly #stopping = new AbortController()
	#series: string | null = null
	#newest: FullBackup | null = null
	#notBefore: number
	#running: Promise<void> | null = null
	#recordedProblem: string | null = null
	#isRequested = false

	constructor(keeper: BackupContext, source: BackupSource, { place, wait }: { place: BackupLocation; wait: number }) {
		this.#keeper = keeper
		this.#source = source
		this.#place = place
		this.#notBefore = performance.now() + wait
	}

	async takeIfDue(series: string, position: number, pause: number): Promise<void> {
		if (this.#running !== null || (!this.#isRequested && performance.now() < this.#notBefore)) return
		if (this.#series !== series) this.#newest = await findNewestBackup(this.#place.store, series)
		this.#series = series
		if (!this.#isRequested && !isBackupDue(this.#newest, position, this.#keeper.now())) return
		this.#isRequested = false
		const { running } = this.#keeper.state.of(createBackupStatus)
		running.backup ??= this.#keeper.now()
		this.#running = this.#take(series)
			.catch((error: unknown) => this.#recordProblem(error))
			.finally(() => {
				running.backup = null
				this.#running = null
				this.#notBefore = performance.now() + pause
			})
	}

	/** Takes a backup with the next copy of the log; does nothing if one is running. */
	request(): void {
		if (this.#running !== null) return
		this.#isRequested = true
		this.#keeper.state.of(createBackupStatus).running.backup ??= this.#keeper.now()
	}

	async #take(series: string): Promise<void> {
		const options = { place: this.#place, series, signal: this.#stopping.signal }
		const { base, bytes } = await takeFullBackup(this.#keeper, this.#source, options)
		this.#newest = base
		this.#recordedProblem = null
		const status = this.#keeper.state.of(createBackupStatus).current
		if (status) Object.assign(status, { bytes, backupProblem: null })
	}

	/** Records a failure once, even if it is repeated. */
	async #recordProblem(error: unknown): Promise<void> {
		if (this.#stopping.signal.aborted) return
		logFailure(this.#keeper.log, 'the full backup failed', { error })
		const problem = explainBackupProblem(error)
		const status = this.#keeper.state.of(createBackupStatus).current
		if (status) status.backupProblem = problem
		if (this.#recordedProblem === problem) return
		await recordFailure(this.#keeper, problem).then(
			() => (this.#recordedProblem = problem),
			() => {},
		)
	}

	async stop(): Promise<void> {
		this.#stopping.abort()
		await this.#running
	}
}

type Options = { settings: BackupSettings | null; home: string; pauses?: typeof BACKUP_PAUSES }

function newStatus({ store, seal, isSameDisk }: BackupLocation, since: Date): BackupStatus {
	const isBucket = store.readSpace() === null
	return {
		since,
		place: isBucket ? 'bucket' : isSameDisk ? 'same-disk' : 'other-disk',
		host: isBucket ? new URL(store.name).host : null,
		isEncrypted: seal.isEncrypted,
		copiedUntil: null,
		logProblem: null,
		backupProblem: null,
		bytes: null,
	}
}

/** Copies the log repeatedly until stopped, and starts full backups when they are due. */
function startCopying(
	keeper: BackupContext,
	source: BackupSource,
	{ place, pauses }: { place: BackupLocation; pauses: typeof BACKUP_PAUSES },
) {
	const status = newStatus(place, keeper.now())
	const holder = keeper.state.of(createBackupStatus)
	holder.current = status
	const log = new LogCopier({ ...place, ...source, now: keeper.now })
	const backups = new FullBackups(keeper, source, { place, wait: pauses.beforeFirst })
	holder.control = { store: place.store, isEncrypted: place.seal.isEncrypted, takeNow: () => backups.request() }
	const stopping = new AbortController()
	const pauseFor = (pause: number) => sleep(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => {})

	async function copyLog(): Promise<number> {
		try {
			const begun = keeper.now()
			requireDiskSpace(place, 0)
			const position = await log.copy()
			Object.assign(status, { copiedUntil: begun, logProblem: null })
			if (log.series !== null && !stopping.signal.aborted) await backups.takeIfDue(log.series, position, pauses.betweenTries)
			return pauses.betweenCopies
		} catch (error) {
			logFailure(keeper.log, 'the log of the database could not be copied to the backups', { error })
			status.logProblem = explainBackupProblem(error)
			return pauses.afterFailure
		}
	}

	async function run(): Promise<void> {
		// Wait before the first backup of a new database, so that it doesn't slow down the first start.
		if (!(await log.isUnderWay().catch(() => true))) await pauseFor(pauses.beforeFirst)
		while (!stopping.signal.aborted) await pauseFor(await copyLog())
	}

	const running = run()
	return {
		async stop() {
			stopping.abort()
			await running
			await backups.stop()
			// Copy the log a last time, to include the final commits.
			if (status.copiedUntil !== null) await copyLog()
			await log.close()
		},
	}
}

/**
 * Backs up the embedded database while the server runs: copies its log every few seconds, and takes a full backup once a day. If
 * backups are turned off, PostgreSQL stops keeping the log for them.
 * @param options.home the data folder
 * @throws Error that names the variable if the public key is wrong
 */
export async function keepBackups(keeper: BackupContext, source: BackupSource, options: Options): Promise<{ stop: () => Promise<void> }> {
	const { settings, home, pauses = BACKUP_PAUSES } = options
	if (settings !== null)
		return startCopying(keeper, source, { place: await openBackupLocation(settings, { dataDir: source.dataDir, home }), pauses })
	await stopKeepingLog(source.connection)
	return { stop: async () => {} }
}
