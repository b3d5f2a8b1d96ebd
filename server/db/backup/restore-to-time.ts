import { unpackTar } from 'modern-tar/fs'
import fs from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { type UnixAccount, changeFileOwner } from '#server/db/embedded/account.ts'
import { chooseServerDir } from '#server/db/embedded/choose-server-dir.ts'
import { ensureEmbedded } from '#server/db/embedded/ensure-embedded.ts'
import { type Installation, prepareInstallation } from '#server/db/embedded/installation.ts'
import { withClient } from '#server/db/pools.ts'

import { readBackupPart } from './base-backup.ts'
import { type FullBackup, backupBytes, findLogPieces, type LogPiece, backupPartName, readFullBackups, SEGMENT_BYTES } from './catalog.ts'
import { DATABASE_FOLDER, removeDrafts, syncFolder } from './format.ts'
import { type DecryptStream, decryptBytes } from './seal.ts'
import type { BackupStore } from './store.ts'

/** Plan of a restore: a full backup, and the log that follows it. */
export type RestorePlan = {
	base: FullBackup
	pieces: readonly LogPiece[]
	/** Time up to which the log was copied. */
	copiedUntil: Date
	at: Date | null
	bytes: number
}

/** Returns the pieces that continue the log from a position without a gap. */
function selectUnbroken(pieces: readonly LogPiece[], from: number): LogPiece[] {
	const selected: LogPiece[] = []
	let position = from
	for (const piece of pieces.filter(({ end }) => end > from)) {
		if (piece.start > position) break
		selected.push(piece)
		position = Math.max(position, piece.end)
	}
	return selected
}

function throwNoBackup(bases: readonly FullBackup[], at: Date | null, store: BackupStore): never {
	const [first] = bases
	if (!first) throw new Error(`there is no backup in ${store.name}`)
	throw new Error(`the first backup in ${store.name} was finished at ${first.finishedAt.toISOString()}, after ${at?.toISOString()}`)
}

/**
 * Plans a restore to a time, or to the newest state.
 * @param database identifier, if the store holds several databases
 * @throws Error if no backup reaches that time, or the log has a gap before it
 */
export async function planRestore(store: BackupStore, at: Date | null, database?: string): Promise<RestorePlan> {
	const files = await store.list(database === undefined ? '' : `${database}/`)
	const bases = await readFullBackups(store, files)
	const databases = [...new Set(bases.map(({ series }) => series.split('/')[0]))]
	if (databases.length > 1) throw new Error(`${store.name} contains several databases; add --database with one of ${databases.join(', ')}`)
	const base = bases.filter(({ finishedAt }) => at === null || finishedAt <= at).at(-1)
	if (!base) return throwNoBackup(bases, at, store)
	const all = findLogPieces(files, base.series)
	const unbroken = selectUnbroken(all, base.stop)
	// Include one piece more than the first that was copied later: a commit may have been in progress at the target time.
	const last = at === null ? -1 : unbroken.findIndex(({ copiedAt }) => copiedAt > at)
	const pieces = last === -1 ? unbroken : unbroken.slice(0, last + 2)
	const copiedUntil = pieces.at(-1)?.copiedAt ?? base.finishedAt
	const isBroken = unbroken.length < all.filter(({ end }) => end > base.stop).length
	if (at !== null && isBroken && copiedUntil < at)
		throw new Error(
			`the log in ${store.name} has a gap after ${copiedUntil.toISOString()}; restore to that time, or to one after a later backup`,
		)
	return { base, pieces, copiedUntil, at, bytes: backupBytes(base) + pieces.reduce((sum, { bytes }) => sum + bytes, 0) }
}

export type RestoreSource = { store: BackupStore; open: DecryptStream }

async function unpackBase({ store, open: openSealed }: RestoreSource, base: FullBackup, to: string): Promise<void> {
	async function* read() {
		for (const [index, { sha256 }] of base.parts.entries()) yield await readBackupPart(store, backupPartName(base, index), sha256)
	}
	await pipeline(await openSealed(Readable.from(read())), unpackTar(to, { dmode: 0o700, fmode: 0o600 }))
}

/** Reads a piece of the log, or the whole segment if a running server has replaced the piece with it since the plan was made. */
async function readPiece(store: BackupStore, piece: LogPiece): Promise<{ piece: LogPiece; sealed: Uint8Array }> {
	try {
		return { piece, sealed: await store.read(piece.name) }
	} catch (error) {
		const now = findLogPieces(await store.list(`${piece.series}/log/`), piece.series)
		const whole = now.find(({ segment, start, end }) => segment === piece.segment && start <= piece.start && end >= piece.end)
		if (!whole || whole.name === piece.name) throw error
		return { piece: whole, sealed: await store.read(whole.name) }
	}
}

/** Writes pieces of the log to their positions in the segments. The first segment may already be there from the full backup. */
async function writeLog({ store, open: openSealed }: RestoreSource, pieces: readonly LogPiece[], walDir: string): Promise<void> {
	for (const planned of pieces) {
		const { piece, sealed } = await readPiece(store, planned)
		const { name, segment, start, end } = piece
		const bytes = await decryptBytes(openSealed, sealed).catch((error: unknown) => {
			throw new Error(`${name} is damaged: ${(error as Error).message}`, { cause: error })
		})
		if (bytes.length !== end - start) throw new Error(`${name} is damaged: it has ${bytes.length} bytes instead of ${end - start}`)
		const file = path.join(walDir, segment)
		const isNew = !fs.existsSync(file)
		const handle = await open(file, isNew ? 'wx' : 'r+', 0o600)
		try {
			if (isNew) await handle.truncate(SEGMENT_BYTES)
			await handle.write(bytes, 0, bytes.length, start % SEGMENT_BYTES)
			await handle.sync()
		} finally {
			await handle.close()
		}
	}
}

function giveToServer(account: UnixAccount | null, dir: string): void {
	changeFileOwner(account, dir)
	for (const entry of fs.readdirSync(dir, { recursive: true, withFileTypes: true })) {
		const place = path.join(entry.parentPath, entry.name)
		changeFileOwner(account, place)
		if (entry.isDirectory()) syncFolder(place)
	}
	syncFolder(dir)
}

/** Time limit for replaying the log. Replaying a day of a busy academy takes minutes. */
const REPLAY_MS = 12 * 3_600_000
const NOTHING_LATER = 'recovery ended before configured recovery target was reached'

/**
 * Starts the restored database, which replays the log, and stops it.
 * @returns time of its last transaction; null if the log had none
 */
async function replay(dir: string, at: Date | null): Promise<Date | null> {
	// No archive is needed: every segment is already in pg_wal.
	const settings = {
		restore_command: 'exit 1',
		recovery_target_action: 'promote',
		hot_standby: 'off',
		...(at && { recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00') }),
	}
	const server = await ensureEmbedded({ dir, lifeline: true, timeoutMs: REPLAY_MS, settings })
	try {
		const { host, port, user, database } = server
		return await withClient({ host, port, user, database }, 'launchway-restore', async (client) => {
			await client.query('select count(*) from public._migration')
			const { rows } = await client.query<{ last: Date | null }>('select pg_last_xact_replay_timestamp() as last')
			return rows[0]?.last ?? null
		})
	} finally {
		await server.stop()
	}
}

/** Replays up to a time. If nothing was written after it, PostgreSQL never reaches it, so all of the log is replayed. */
async function replayTo(dir: string, at: Date | null): Promise<Date | null> {
	try {
		return await replay(dir, at)
	} catch (error) {
		if (at === null || !(error as Error).message.includes(NOTHING_LATER)) throw error
		return replay(dir, null)
	}
}

async function fillCluster(source: RestoreSource, plan: RestorePlan, { dir, dataDir, account }: Installation): Promise<void> {
	const draft = path.join(dir, `cluster.restore-${process.pid}`)
	try {
		await unpackBase(source, plan.base, draft)
		await writeLog(source, plan.pieces, path.join(draft, DATABASE_FOLDER, 'pg_wal'))
		fs.writeFileSync(path.join(draft, DATABASE_FOLDER, 'recovery.signal'), '')
		giveToServer(account, path.join(draft, DATABASE_FOLDER))
		fs.renameSync(path.join(draft, DATABASE_FOLDER), dataDir)
		syncFolder(dir)
	} finally {
		fs.rmSync(draft, { recursive: true, force: true })
	}
}

/**
 * Creates a data directory as planned.
 * @param dataDir an empty folder or one that doesn't exist
 * @returns time of the last transaction in it; null if there was none after the backup
 * @throws Error that names the file or the reason if a file is damaged or the folder isn't empty; leaves nothing behind
 */
export async function restoreToTime(source: RestoreSource, plan: RestorePlan, dataDir: string): Promise<Date | null> {
	removeDrafts(path.join(dataDir, 'cluster'), 'restore')
	requireEmptyFolder(dataDir)
	const dir = chooseServerDir(dataDir, () => {})
	const install = await prepareInstallation({ dir })
	const { postgresMajor } = plan.base
	if (postgresMajor !== install.major)
		throw new Error(`the backup was made with PostgreSQL ${postgresMajor}, but this program has ${install.major}`)
	try {
		await fillCluster(source, plan, install)
		return await replayTo(dir, plan.at)
	} catch (error) {
		for (const place of new Set([dir, dataDir]))
			for (const name of fs.readdirSync(place)) fs.rmSync(path.join(place, name), { recursive: true, force: true })
		throw error
	}
}

export function requireEmptyFolder(dataDir: string): void {
	if (fs.existsSync(dataDir) && fs.readdirSync(dataDir).length > 0) throw new Error(`${dataDir} is not empty; name a folder that is`)
}
