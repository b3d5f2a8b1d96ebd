import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

import { changeFileOwner } from './account.ts'
import type { Installation } from './installation.ts'
import { isAlive } from './processes.ts'
import { runProgram } from './run-program.ts'

// Arguments for a database that is independent of the system's C library, so indexes stay valid after an upgrade of the system.
const INITDB_ARGUMENTS = [
	'--username=postgres',
	'--auth-local=trust',
	'--auth-host=reject',
	'--encoding=UTF8',
	'--locale=C',
	'--locale-provider=builtin',
	'--builtin-locale=C.UTF-8',
	'--no-instructions',
]

const holdsCluster = (dir: string) => fs.existsSync(path.join(dir, 'PG_VERSION'))

function requireSameMajor({ dir, major }: Installation): void {
	const others = fs.readdirSync(dir).filter((name) => /^pg\d+$/.test(name) && holdsCluster(path.join(dir, name)))
	if (others.length === 0) return
	throw new Error(
		`${dir} contains data of ${others.join(', ')} but this program uses PostgreSQL ${major}; upgrade the data instead of starting empty`,
	)
}

/** Minimum disk space for the files of a new database, with its log and first write-ahead segments. */
const MIN_FREE_MB = 128

function requireDiskSpace({ dir }: Installation): void {
	const { bavail, bsize } = fs.statfsSync(dir)
	const freeMb = Math.floor((bavail * bsize) / 2 ** 20)
	if (freeMb < MIN_FREE_MB) throw new Error(`a new database needs ${MIN_FREE_MB} MB, and the disk of ${dir} has ${freeMb} MB left`)
}

function removeLeftovers({ dir, major }: Installation): void {
	for (const name of fs.readdirSync(dir)) {
		const match = new RegExp(`^pg${major}\\.init-(\\d+)-`).exec(name)
		if (match && !isAlive(Number(match[1]))) fs.rmSync(path.join(dir, name), { recursive: true, force: true })
	}
}

/** Part of the name of folders that a rollback has replaced (scripts/supervisor/roll-back.ts). */
export const REPLACED_MARK = '.replaced-'

/** Moves the old data folder back if a rollback was killed before the new one was in place. */
function recoverReplaced({ dir, dataDir }: Installation): void {
	const start = path.basename(dataDir) + REPLACED_MARK
	const newest = fs
		.readdirSync(dir)
		.filter((name) => name.startsWith(start))
		.toSorted()
		.at(-1)
	if (newest !== undefined && !fs.existsSync(dataDir)) fs.renameSync(path.join(dir, newest), dataDir)
}

/**
 * Creates a database in a private directory and renames it once complete: a killed process leaves no partial database, and only one of
 * several concurrent processes succeeds.
 * @throws Error if the directory contains data of another major version, there is too little disk space, or initdb fails
 */
export async function createCluster(install: Installation): Promise<void> {
	const { dir, dataDir, major, account, binaries, spawnOptions } = install
	recoverReplaced(install)
	if (holdsCluster(dataDir)) return
	requireSameMajor(install)
	removeLeftovers(install)
	requireDiskSpace(install)

	const draft = path.join(dir, `pg${major}.init-${process.pid}-${randomBytes(3).toString('hex')}`)
	fs.mkdirSync(draft, { mode: 0o700 })
	changeFileOwner(account, draft)
	const result = await runProgram(binaries.initdb, ['--pgdata', draft, ...INITDB_ARGUMENTS], spawnOptions)
	if (result.code !== 0) {
		fs.rmSync(draft, { recursive: true, force: true })
		throw new Error(`initdb failed: ${result.output.trim()}`)
	}
	try {
		fs.renameSync(draft, dataDir)
	} catch (error) {
		fs.rmSync(draft, { recursive: true, force: true })
		if (!holdsCluster(dataDir)) throw error // otherwise another process was faster
	}
}
