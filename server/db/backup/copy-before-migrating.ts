import fs from 'node:fs'
import path from 'node:path'

import { type Backup, type BackupSource, takeBackup } from './take-backup.ts'

/** Folder next to the database, the only location that certainly belongs to us. */
const FOLDER = 'before-upgrade'
const MAX_COPIES = 3
/** Matches the names of copies. The folder may be a link to one that also contains other files. */
const COPY = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z_\d{4}_/
/** Free space to leave for the running database and its write-ahead log, most of which isn't in a copy. */
const RESERVE_BYTES = 64 * 2 ** 20

const toMegabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20)

function measure(dataDir: string): number {
	const files = fs.readdirSync(dataDir, { recursive: true, withFileTypes: true })
	return files
		.filter((file) => file.isFile() && path.basename(file.parentPath) !== 'pg_wal')
		.map((file) => fs.statSync(path.join(file.parentPath, file.name), { throwIfNoEntry: false })?.size ?? 0)
		.reduce((sum, size) => sum + size, RESERVE_BYTES)
}

function readFreeBytes(dir: string): number {
	const { bavail, bsize } = fs.statfsSync(dir)
	return bavail * bsize
}

const explainFullDisk = (copiesDir: string, sizes: string) =>
	`DATA_DIR: there is not enough space to copy the database before migrating it (${sizes}), so it was not migrated. ` +
	`Free some space (${copiesDir} holds older copies), or make ${copiesDir} a link to a folder on another disk, and start again`

const listCopies = (copiesDir: string): string[] => fs.readdirSync(copiesDir).filter((name) => COPY.test(name))

/**
 * Removes all but the newest copies. Keeps only the latest of those made before the same upgrade, so that a server that keeps failing to
 * start doesn't push out the others.
 */
function dropOldCopies(copiesDir: string, kept: string, schema: string): void {
	const others = listCopies(copiesDir).filter((name) => name !== kept)
	const older = others.filter((name) => !name.endsWith(`_${schema}`)).toSorted()
	const remaining = new Set(older.slice(older.length - (MAX_COPIES - 1)))
	for (const name of others) if (!remaining.has(name)) fs.rmSync(path.join(copiesDir, name), { recursive: true })
}

/**
 * Copies an embedded database before an upgrade migrates it, in the format of `npm run backup`. Call this only while no other process uses
 * the data folder.
 * @param newest last migration applied to the database
 * @throws Error if there is too little free space or the copy fails; then don't migrate
 */
export async function copyBeforeMigrating(source: BackupSource, newest: string, freeBytes = readFreeBytes): Promise<Backup> {
	const copiesDir = path.join(path.dirname(source.dataDir), FOLDER)
	const schema = path.parse(newest).name
	fs.mkdirSync(copiesDir, { recursive: true, mode: 0o700 })
	// Remove copies left behind by killed processes.
	for (const name of listCopies(copiesDir)) if (name.includes('.partial-')) fs.rmSync(path.join(copiesDir, name), { recursive: true })
	const [free, needed] = [freeBytes(copiesDir), measure(source.dataDir)]
	if (free < needed) throw new Error(explainFullDisk(copiesDir, `${toMegabytes(needed)} MB are needed, ${toMegabytes(free)} MB are free`))
	const name = `${new Date().toISOString().replaceAll(':', '-')}_${schema}`
	const copy = await takeBackup(source, path.join(copiesDir, name)).catch((error: unknown) => {
		const { code, message } = error as NodeJS.ErrnoException
		throw new Error(code === 'ENOSPC' ? explainFullDisk(copiesDir, message) : `the copy before migrating failed: ${message}`, {
			cause: error,
		})
	})
	dropOldCopies(copiesDir, name, schema)
	return copy
}
