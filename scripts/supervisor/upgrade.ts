import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

import { copyBeforeMigrating } from '#server/db/backup/copy-before-migrating.ts'
import { BACKUP_MANIFEST_FILE, type BackupManifest } from '#server/db/backup/format.ts'
import { restoreBackup } from '#server/db/backup/restore-backup.ts'
import type { BackupSource } from '#server/db/backup/take-backup.ts'
import { ensureEmbedded } from '#server/db/embedded/ensure-embedded.ts'
import { type Connection, withClient } from '#server/db/pools.ts'

import type { SupervisorCaller } from './control.ts'
import type { MigrateRequest } from './migrate.ts'
import type { RecordQuestion, SupervisorState } from './requests.ts'
import { nodeFor } from './servers.ts'

type Copy = RecordQuestion['copy']

/**
 * Runs another program's migrations in a process of that program.
 * @returns their names
 */
function runMigrations(folder: string, request: MigrateRequest): Promise<string[]> {
	const child = spawn(nodeFor(folder), ['scripts/supervisor/migrate.ts'], {
		cwd: folder,
		env: { ...process.env, MIGRATE: JSON.stringify(request) },
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	const said = { stdout: '', stderr: '' }
	child.stdout.on('data', (part) => (said.stdout += String(part)))
	child.stderr.on('data', (part) => (said.stderr += String(part)))
	return new Promise((resolve, reject) => {
		child.once('error', reject)
		child.once('close', (code) => (code === 0 ? resolve(JSON.parse(said.stdout) as string[]) : reject(new Error(said.stderr.trim()))))
	})
}

/** Applies the migrations to a restored copy, which is then deleted. */
async function rehearse(folder: string, copy: string, scratch: string): Promise<void> {
	fs.rmSync(scratch, { recursive: true, force: true }) // left behind by a killed rehearsal
	try {
		await restoreBackup(copy, scratch)
		const server = await ensureEmbedded({ dir: scratch, lifeline: true, settings: { fsync: 'off' } })
		try {
			const { host, port, user, database } = server
			await runMigrations(folder, { connection: { host, port, user, database }, work: 'apply' })
		} finally {
			await server.stop()
		}
	} finally {
		fs.rmSync(scratch, { recursive: true, force: true })
	}
}

const readCopy = (folder: string): NonNullable<Copy> => ({
	folder,
	takenAt: (JSON.parse(fs.readFileSync(path.join(folder, BACKUP_MANIFEST_FILE), 'utf8')) as BackupManifest).takenAt,
})

const readNewest = (connection: Connection): Promise<string> =>
	withClient(connection, 'launchway-upgrade', async (client) => {
		const { rows } = await client.query<{ name: string }>('select max(name) as name from public._migration')
		return rows[0]?.name ?? ''
	})

/** Copies the embedded database, rehearses the pending migrations on the copy, and applies them. */
async function migrateEmbedded(folder: string, { connection, dataDir }: BackupSource, { say }: SupervisorCaller): Promise<Copy> {
	const pending = await runMigrations(folder, { connection, work: 'list' })
	// Copies with the same label are attempts at the same upgrade; only the last one is kept.
	const label = `${path.parse(await readNewest(connection)).name}_to_${path.basename(folder)}`.replaceAll('.', '-')
	const { to, megabytes } = await copyBeforeMigrating({ connection, dataDir }, label)
	say(`Copied the database: ${to}, ${megabytes} MB.`)
	if (pending.length > 0) {
		await rehearse(folder, to, path.join(path.dirname(dataDir), 'rehearsal')).catch((error: unknown) => {
			throw new Error(`the rehearsal on a copy of the database failed: ${(error as Error).message}`, { cause: error })
		})
		say(`Rehearsed on the copy: ${pending.join(', ')}.`)
		await runMigrations(folder, { connection, work: 'apply' })
		say('Migrated the database.')
	}
	return readCopy(to)
}

/** Applies the migrations to an external database, after the operator has made a backup. */
async function migrateExternal(folder: string, url: string, { backupTaken, say }: { backupTaken: boolean; say: SupervisorCaller['say'] }) {
	const connection = { connectionString: url }
	const pending = await runMigrations(folder, { connection, work: 'list' })
	if (pending.length === 0) return
	if (!backupTaken)
		throw new Error(
			`The new program changes the database at DATABASE_URL (${pending.join(', ')}). Back it up with its own tools first, then add --backup-taken.`,
		)
	await runMigrations(folder, { connection, work: 'apply' })
	say(`Migrated the database: ${pending.join(', ')}.`)
}

/**
 * Upgrades to the program in a folder while the current one keeps running.
 * @throws Error with a sentence that says which program runs
 */
export async function upgrade(
	{ servers, kept }: SupervisorState,
	request: { folder: string; backupTaken: boolean },
	caller: SupervisorCaller,
): Promise<void> {
	const { folder, backupTaken } = request
	if (servers.folder === folder) throw new Error('This program is already running.')
	try {
		await servers.settleRetired()
		const { database } = kept
		let copy: Copy = null
		if (database?.dataDir) copy = await migrateEmbedded(folder, { connection: database.connection, dataDir: database.dataDir }, caller)
		else if (kept.databaseUrl) await migrateExternal(folder, kept.databaseUrl, { backupTaken, say: caller.say })
		caller.say('Starting the new program next to the running one…')
		await servers.switchTo(folder, () => caller.ask({ record: true, copy } satisfies RecordQuestion))
	} catch (error) {
		throw new Error(`The upgrade was refused and the running program continues: ${(error as Error).message}`, { cause: error })
	}
}
