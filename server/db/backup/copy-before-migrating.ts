import fs from 'node:fs'
import path from 'node:path'

import { type Backup, type BackupSource, takeBackup } from './take-backup.ts'

/** Next to the database: the only place that surely belongs to us. */
const FOLDER = 'before-upgrade'
const KEPT = 3
/** The folder may be a link to one that also holds other files. */
const COPY = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z_\d{4}_/
/** Space for the write-ahead log, of which a copy holds little, and for the running database. */
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

const explainFullDisk = (shelf: string, sizes: string) =>
	`DATA_DIR: there is no space for the copy of the database that is made before it is migrated (${sizes}), so it was not migrated. ` +
	`Free some space (${shelf} holds older copies), or make ${shelf} a link to a folder on another disk, and start again`

const listCopies = (shelf: string): string[] => fs.readdirSync(shelf).filter((name) => COPY.test(name))

/** The newest copies stay; of several from before the same upgrade only the last, so that a start that fails over and over keeps the rest. */
function dropOldCopies(shelf: string, kept: string, schema: string): void {
	const others = listCopies(shelf).filter((name) => name !== kept)
	const older = others.filter((name) => !name.endsWith(`_${schema}`)).toSorted()
	const staying = new Set(older.slice(older.length - (KEPT - 1)))
	for (const name of others) if (!staying.has(name)) fs.rmSync(path.join(shelf, name), { recursive: true })
}

/**
 * Copies an embedded database before an upgrade migrates it, in the form of `npm run backup`. Keeps the last three copies. Call it
 * while this process alone has the data folder.
 * @param newest the last migration that the database has had
 * @throws Error when there is no copy: then nothing may be migrated
 */
export async function copyBeforeMigrating(source: BackupSource, newest: string, freeBytes = readFreeBytes): Promise<Backup> {
	const shelf = path.join(path.dirname(source.dataDir), FOLDER)
	const schema = path.parse(newest).name
	fs.mkdirSync(shelf, { recursive: true, mode: 0o700 })
	// A start that was killed has left an unfinished one.
	for (const name of listCopies(shelf)) if (name.includes('.partial-')) fs.rmSync(path.join(shelf, name), { recursive: true })
	const [free, needed] = [freeBytes(shelf), measure(source.dataDir)]
	if (free < needed) throw new Error(explainFullDisk(shelf, `${toMegabytes(needed)} MB are needed, ${toMegabytes(free)} MB are free`))
	const name = `${new Date().toISOString().replaceAll(':', '-')}_${schema}`
	const copy = await takeBackup(source, path.join(shelf, name)).catch((error: unknown) => {
		const { code, message } = error as NodeJS.ErrnoException
		throw new Error(code === 'ENOSPC' ? explainFullDisk(shelf, message) : `the copy before migrating failed: ${message}`, { cause: error })
	})
	dropOldCopies(shelf, name, schema)
	return copy
}
