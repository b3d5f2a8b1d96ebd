import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import { isAlive } from '#server/db/embedded/processes.ts'

/** File of checksums, in the format of `sha256sum --check`. It's written last, so a folder without it isn't a backup. */
export const CHECKSUM_FILE = 'SHA256SUMS'
export const BACKUP_MANIFEST_FILE = 'backup.json'
/** Folder of the database's own files in the backup. */
export const DATABASE_FOLDER = 'cluster'

const FORMAT = 'launchway-backup-1'

export type BackupManifest = {
	format: string
	postgresMajor: number
	migration: string
	/** Time up to which the backup contains every committed transaction. */
	takenAt: string
	/** Relative paths, including empty folders, which some copy programs drop. */
	folders: string[]
}

export const presentManifest = (about: Omit<BackupManifest, 'format'>): string =>
	`${JSON.stringify({ format: FORMAT, ...about }, null, '\t')}\n`

export function listBackupFiles(dir: string): string[] {
	return fs
		.readdirSync(dir, { recursive: true, withFileTypes: true })
		.filter((entry) => !entry.isDirectory())
		.map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
		.toSorted()
}

/**
 * True if the process that made a draft has ended. A restarted container often reuses the PID of the killed process, so a draft with our
 * own PID is from an earlier process.
 */
const hasEnded = (pid: number) => pid === process.pid || !isAlive(pid)

/** Removes unfinished work of killed processes, named `<target>.<purpose>-<process>`. */
export function removeDrafts(target: string, purpose: string): void {
	const dir = path.dirname(target)
	if (!fs.existsSync(dir)) return
	const start = `${path.basename(target)}.${purpose}-`
	for (const name of fs.readdirSync(dir))
		if (name.startsWith(start) && hasEnded(Number(name.slice(start.length)))) fs.rmSync(path.join(dir, name), { recursive: true })
}

function readSums(file: string): Map<string, string> {
	const text = fs.readFileSync(file, 'utf8')
	const sums = new Map<string, string>()
	for (const line of text.split('\n').slice(0, -1)) {
		const [, sum, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
		if (!sum || !name || path.isAbsolute(name) || name.split('/').includes('..')) throw new Error(`${CHECKSUM_FILE} is damaged: ${line}`)
		sums.set(name, sum)
	}
	if (!text.endsWith('\n') || sums.size === 0) throw new Error(`${CHECKSUM_FILE} is damaged: it is truncated`)
	return sums
}

/**
 * Checks that exactly the listed files exist, without reading them.
 * @returns checksum by relative path
 * @throws Error that explains why the folder isn't a complete backup
 */
export function readContents(from: string): Map<string, string> {
	if (!fs.existsSync(from)) throw new Error('there is no such folder')
	const names = listBackupFiles(from)
	if (!names.includes(BACKUP_MANIFEST_FILE)) throw new Error(`it is not a Launchway backup: ${BACKUP_MANIFEST_FILE} is missing`)
	if (!names.includes(CHECKSUM_FILE)) throw new Error(`it is incomplete: ${CHECKSUM_FILE} is missing`)
	const sums = readSums(path.join(from, CHECKSUM_FILE))
	for (const name of sums.keys()) if (!names.includes(name)) throw new Error(`${name} is missing`)
	for (const name of names) if (name !== CHECKSUM_FILE && !sums.has(name)) throw new Error(`${name} does not belong to it`)
	return sums
}

/** @throws Error if this version can't restore the backup */
export function readManifest(from: string, major: number): BackupManifest {
	const about = JSON.parse(fs.readFileSync(path.join(from, BACKUP_MANIFEST_FILE), 'utf8')) as BackupManifest
	if (about.format !== FORMAT) throw new Error(`its format is ${about.format}, but this program reads ${FORMAT}`)
	if (about.postgresMajor !== major) throw new Error(`it was made with PostgreSQL ${about.postgresMajor}, but this program has ${major}`)
	return about
}

/** @returns SHA-256 in hex */
export async function hashFile(file: string): Promise<string> {
	const hash = createHash('sha256')
	for await (const part of fs.createReadStream(file)) hash.update(part as Buffer)
	return hash.digest('hex')
}

/**
 * Copies a file and syncs it to disk. Only the owner can read the copy.
 * @returns SHA-256 of the written bytes
 */
export async function copyAndHash(from: string, to: string): Promise<string> {
	const hash = createHash('sha256')
	await pipeline(
		fs.createReadStream(from),
		async function* (parts: AsyncIterable<Buffer>) {
			for await (const part of parts) {
				hash.update(part)
				yield part
			}
		},
		fs.createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
	)
	return hash.digest('hex')
}

/** Syncs a folder's entries to disk, on systems that support it. */
export function syncFolder(dir: string): void {
	const descriptor = fs.openSync(dir, 'r')
	try {
		fs.fsyncSync(descriptor)
	} finally {
		fs.closeSync(descriptor)
	}
}
