import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import type { Logger } from '#server/kernel/logger.ts'

import { checkConnection, checkServer } from './check-server.ts'
import { chooseServerDir } from './embedded/choose-server-dir.ts'
import { ensureEmbedded } from './embedded/ensure-embedded.ts'
import type { EmbeddedOptions, EmbeddedServer } from './embedded/options.ts'
import { superviseEmbedded } from './embedded/supervise-embedded.ts'
import type { Connection } from './pools.ts'

export type OpenDatabase = {
	/** Direct connection for notifications, jobs and session locks, which a pooler in transaction mode breaks. */
	connection: Connection
	/** For transactions; may lead to a pooler. */
	pooled: Connection
	/** Name for logs and messages, without the password. */
	name: string
	/** Data directory; null for an external server. */
	dataDir: string | null
	stop: () => Promise<void>
}

/** Location of a database. `dataDir` is only used if `databaseUrl` is null, and may be relative to `projectDir`. */
export type DatabaseLocation = { databaseUrl: string | null; databaseDirectUrl: string | null; dataDir: string; projectDir: string }

function withoutPassword(address: string): string {
	const url = new URL(address)
	url.password = ''
	url.searchParams.delete('password')
	return url.href
}

async function attach(databaseUrl: string, directUrl: string | null): Promise<OpenDatabase> {
	const pooled = { connectionString: databaseUrl }
	const connection = directUrl === null ? pooled : { connectionString: directUrl }
	await checkServer(connection, directUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL')
	if (directUrl !== null) await checkConnection(pooled)
	return { connection, pooled, name: `${withoutPassword(databaseUrl)} (DATABASE_URL)`, dataDir: null, stop: async () => {} }
}

async function openEmbedded(
	place: DatabaseLocation,
	log: Logger,
	start: (options: EmbeddedOptions) => Promise<EmbeddedServer>,
): Promise<OpenDatabase> {
	const report = (line: string) => log.info('database', { note: line })
	const wanted = path.resolve(place.projectDir, place.dataDir)
	try {
		const dir = chooseServerDir(wanted, report)
		const server = await start({ dir, lifeline: true, log: report })
		const { host, port, user, database, dataDir } = server
		const connection = { host, port, user, database }
		return { connection, pooled: connection, name: `the embedded one in ${dataDir}`, dataDir, stop: () => server.stop() }
	} catch (error) {
		throw new Error(`DATA_DIR: ${explainFolderProblem(error, wanted)}`, { cause: error })
	}
}

/**
 * Connects to the server of DATABASE_URL, or starts the embedded one. The embedded server ends with this process, even if that is
 * killed.
 */
export const openDatabase = (place: DatabaseLocation, log: Logger): Promise<OpenDatabase> =>
	place.databaseUrl ? attach(place.databaseUrl, place.databaseDirectUrl) : openEmbedded(place, log, superviseEmbedded)

const holdsDatabase = (dir: string) => fs.existsSync(dir) && fs.readdirSync(dir).some((name) => /^pg\d+$|^database$/.test(name))

/**
 * Attaches to the running server, or starts the embedded one. Never creates a database.
 * @throws Error that names the location if there is no database
 */
export async function openExistingDatabase(place: DatabaseLocation, log: Logger): Promise<OpenDatabase> {
	if (place.databaseUrl) return attach(place.databaseUrl, place.databaseDirectUrl)
	const dataDir = path.resolve(place.projectDir, place.dataDir)
	if (!holdsDatabase(dataDir)) throw new Error(`DATA_DIR: there is no database in ${dataDir}; npm start creates it`)
	return openEmbedded(place, log, ensureEmbedded)
}

const whoWeAre = () => `${os.userInfo().username} (uid ${os.userInfo().uid})`

/** Explains an error about the data folder. Returns the error's own message if the cause is unknown. */
export function explainFolderProblem(error: unknown, dataDir: string): string {
	const { code, message, syscall, path = dataDir } = error as NodeJS.ErrnoException
	// Node reports ENOENT for a folder that it can't create on a read-only file system.
	if (code === 'EROFS' || (code === 'ENOENT' && syscall === 'mkdir') || /Read-only file system/.test(message))
		return `${path} is on a read-only file system; set DATA_DIR to a folder that can be written`
	if (code === 'ENOSPC' || /No space left on device/.test(message)) return `the disk of ${dataDir} is full; free some space and start again`
	if (code === 'EACCES' || code === 'EPERM')
		return `the account ${whoWeAre()} has no access to ${path}; make it the folder’s owner, or set DATA_DIR to another folder`
	return message || String(error)
}
