import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'

import { type Connection, withClient } from '#server/db/pools.ts'

import { BACKUP_MANIFEST_FILE, DATABASE_FOLDER, copyAndHash, presentManifest, removeDrafts, CHECKSUM_FILE, syncFolder } from './format.ts'

export type BackupSource = { connection: Connection; dataDir: string }
export type Backup = { to: string; files: number; megabytes: number }

/**
 * Folders whose contents PostgreSQL recreates at startup; only the folders must exist (PostgreSQL's manual, "Making a Base Backup").
 */
const RECREATED_AT_START = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//
const LEFT_OUT = /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp[^/]*|backup_label|current_logfiles)$/
const SEGMENT = /^[0-9A-F]{24}$/

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Receives the files of a backup, in a folder or an archive. Names are relative, with `/`. */
export type BackupSink = {
	folder: (name: string) => Promise<void>
	/** Adds a file of the database in its current state. A file that was deleted in the meantime isn't needed. */
	copy: (from: string, name: string) => Promise<void>
	write: (name: string, text: string) => Promise<void>
	/** Called at the end of a folder, after its contents. */
	endFolder?: (name: string) => void
}

/** Facts about a finished copy. Positions are byte offsets in the write-ahead log. */
export type CopyFacts = { takenAt: string; postgresMajor: number; migration: string; start: number; stop: number }

/** Unfinished backup: its folder and the checksums so far. */
class Draft implements BackupSink {
	readonly dir: string
	readonly sums = new Map<string, string>()
	bytes = 0

	constructor(dir: string) {
		this.dir = dir
	}

	async folder(name: string): Promise<void> {
		fs.mkdirSync(path.join(this.dir, name), { mode: 0o700 })
	}

	endFolder(name: string): void {
		syncFolder(path.join(this.dir, name))
	}

	async copy(from: string, name: string): Promise<void> {
		const to = path.join(this.dir, name)
		try {
			this.sums.set(name, await copyAndHash(from, to))
			this.bytes += fs.statSync(to).size
		} catch (error) {
			if (!isGone(error)) throw error
			fs.rmSync(to, { force: true })
		}
	}

	async write(name: string, text: string): Promise<void> {
		const source = path.join(this.dir, `${path.basename(name)}.new`)
		fs.writeFileSync(source, text, { mode: 0o600 })
		await this.copy(source, name)
		fs.rmSync(source)
	}
}

/**
 * Copies the database's files. They may change during the copy; replaying the write-ahead log makes it consistent.
 * @returns the folders of the copy
 */
async function copyCluster(dataDir: string, sink: BackupSink): Promise<string[]> {
	const folders: string[] = []
	const copyFolder = async (folder: string): Promise<void> => {
		const made = path.posix.join(DATABASE_FOLDER, folder)
		await sink.folder(made)
		if (folder !== '') folders.push(folder)
		for (const entry of fs.readdirSync(path.join(dataDir, folder), { withFileTypes: true })) {
			const name = path.posix.join(folder, entry.name)
			const isRecreated = RECREATED_AT_START.test(name) && !(entry.isDirectory() && name.startsWith('pg_wal/'))
			if (LEFT_OUT.test(name) || isRecreated) continue
			if (entry.isSymbolicLink()) throw new Error(`${name} is outside the data directory; this command cannot back up such a database`)
			if (entry.isDirectory()) await copyFolder(name)
			else await sink.copy(path.join(dataDir, name), `${DATABASE_FOLDER}/${name}`)
		}
		sink.endFolder?.(made)
	}
	await copyFolder('')
	return folders
}

/** Returns a WAL segment's number. The name has two parts of eight hexadecimal digits; the second is at most 255. */
const numberOf = (segment: string) => Number.parseInt(segment.slice(8, 16), 16) * 256 + Number.parseInt(segment.slice(16), 16)

async function copyLog(dataDir: string, sink: BackupSink, { first, last }: { first: string; last: string }): Promise<void> {
	const dir = path.join(dataDir, 'pg_wal')
	const needed = fs.readdirSync(dir).filter((name) => SEGMENT.test(name) && name >= first && name <= last)
	if (needed.length !== numberOf(last) - numberOf(first) + 1) throw new Error('a part of the write-ahead log is gone; please try again')
	for (const name of needed) await sink.copy(path.join(dir, name), `${DATABASE_FOLDER}/pg_wal/${name}`)
}

const POSITION = (lsn: string) => `(${lsn} - '0/0'::pg_lsn)::float8`

/**
 * Copies a running database into a sink with PostgreSQL's own backup interface. The copy contains every transaction committed
 * before the call.
 */
export async function copyRunningDatabase(sink: BackupSink, client: pg.Client, dataDir: string): Promise<CopyFacts> {
	const queryOne = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
		const [row] = (await client.query<Row>(text, values)).rows
		if (!row) throw new Error('the database did not answer')
		return row
	}
	// A temporary replication slot keeps the log that the copy needs. PostgreSQL drops it when this connection ends.
	await queryOne('select pg_create_physical_replication_slot($1, true, true)', [
		`launchway_backup_${process.pid}_${randomBytes(4).toString('hex')}`,
	])
	const takenAt = new Date().toISOString()
	const { start } = await queryOne<{ start: number }>(
		`select ${POSITION('lsn')} as start from pg_backup_start('launchway', fast => true) as lsn`,
	)
	const folders = await copyCluster(dataDir, sink)
	const stopped = await queryOne<{ label: string; last: string; stop: number }>(
		`select labelfile as label, pg_walfile_name(lsn) as last, ${POSITION('lsn')} as stop from pg_backup_stop(wait_for_archive => false)`,
	)
	const first = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(stopped.label)?.[1]
	if (!first) throw new Error('PostgreSQL did not say where its log begins')
	await copyLog(dataDir, sink, { first, last: stopped.last })
	await sink.write(`${DATABASE_FOLDER}/backup_label`, stopped.label)
	const facts = await queryOne<{ postgresMajor: number; migration: string }>(
		`select current_setting('server_version_num')::int / 10000 as "postgresMajor", max(name) as migration from public._migration`,
	)
	await sink.write(BACKUP_MANIFEST_FILE, presentManifest({ ...facts, takenAt, folders }))
	return { ...facts, takenAt, start, stop: stopped.stop }
}

/**
 * Copies a running embedded database to a folder, which is renamed to `to` once complete.
 * @param to folder to create
 * @throws Error if the folder isn't empty or can't be written
 */
export async function takeBackup({ connection, dataDir }: BackupSource, to: string): Promise<Backup> {
	if (fs.existsSync(to) && fs.readdirSync(to).length > 0) throw new Error(`${to} is not empty; name a new folder`)
	removeDrafts(to, 'partial')
	const draft = new Draft(`${to}.partial-${process.pid}`)
	fs.mkdirSync(draft.dir, { recursive: true, mode: 0o700 })
	try {
		await withClient(connection, 'launchway-backup', (client) => copyRunningDatabase(draft, client, dataDir))
		const sums = [...draft.sums].map(([name, sum]) => `${sum}  ${name}\n`)
		await draft.write(CHECKSUM_FILE, sums.join(''))
		syncFolder(draft.dir)
		fs.renameSync(draft.dir, to)
		syncFolder(path.dirname(to))
	} catch (error) {
		fs.rmSync(draft.dir, { recursive: true, force: true })
		throw error
	}
	return { to, files: draft.sums.size, megabytes: Math.ceil(draft.bytes / 2 ** 20) }
}
