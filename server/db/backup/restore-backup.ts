import fs from 'node:fs'
import path from 'node:path'

import { findServerAccount, changeFileOwner, SERVER_ACCOUNTS } from '#server/db/embedded/account.ts'
import { chooseServerDir } from '#server/db/embedded/choose-server-dir.ts'
import { ensureEmbedded } from '#server/db/embedded/ensure-embedded.ts'
import { prepareInstallation } from '#server/db/embedded/installation.ts'
import { withClient } from '#server/db/pools.ts'

import {
	type BackupManifest,
	DATABASE_FOLDER,
	copyAndHash,
	hashFile,
	readManifest,
	readContents,
	removeDrafts,
	syncFolder,
} from './format.ts'
import { requireEmptyFolder } from './restore-to-time.ts'

/**
 * Verifies the checksums of a backup.
 * @returns checksum by relative path
 * @throws Error that names the backup and the problem
 */
async function checkBackup(from: string): Promise<Map<string, string>> {
	try {
		const sums = readContents(from)
		for (const [name, sum] of sums)
			if ((await hashFile(path.join(from, name))) !== sum) throw new Error(`${name} is damaged: its checksum differs`)
		return sums
	} catch (error) {
		throw new Error(`${from}: ${(error as Error).message}`, { cause: error })
	}
}

async function copyCluster(from: string, to: string, { about, sums }: { about: BackupManifest; sums: Map<string, string> }): Promise<void> {
	const account = findServerAccount(SERVER_ACCOUNTS)
	fs.mkdirSync(to, { mode: 0o700 })
	changeFileOwner(account, to)
	for (const folder of about.folders) {
		fs.mkdirSync(path.join(to, folder), { mode: 0o700 })
		changeFileOwner(account, path.join(to, folder))
	}
	for (const [name, sum] of sums) {
		if (!name.startsWith(`${DATABASE_FOLDER}/`)) continue
		const target = path.join(to, name.slice(DATABASE_FOLDER.length + 1))
		if ((await copyAndHash(path.join(from, name), target)) !== sum) throw new Error(`${name} changed while it was copied`)
		changeFileOwner(account, target)
	}
	for (const folder of ['', ...about.folders]) syncFolder(path.join(to, folder))
}

/** Starts the restored database once, so that PostgreSQL replays its log: an unusable backup is found now instead of when it is needed. */
async function startOnce(dir: string): Promise<void> {
	const server = await ensureEmbedded({ dir, lifeline: true })
	try {
		const { host, port, user, database } = server
		await withClient({ host, port, user, database }, 'launchway-restore', (client) =>
			client.query('select count(*) from public._migration'),
		)
	} finally {
		await server.stop()
	}
}

/**
 * Creates a data directory from a backup and starts it once.
 * @param dataDir an empty folder or one that doesn't exist
 * @throws Error that names the file or the reason; leaves nothing behind
 */
export async function restoreBackup(from: string, dataDir: string): Promise<BackupManifest> {
	removeDrafts(path.join(dataDir, 'cluster'), 'restore')
	requireEmptyFolder(dataDir)
	const sums = await checkBackup(from)
	const dir = chooseServerDir(dataDir, () => {})
	const install = await prepareInstallation({ dir })
	const about = readManifest(from, install.major)
	const draft = path.join(dir, `cluster.restore-${process.pid}`)
	try {
		await copyCluster(from, draft, { about, sums })
		fs.renameSync(draft, install.dataDir)
		syncFolder(dir)
		await startOnce(dir)
	} catch (error) {
		fs.rmSync(draft, { recursive: true, force: true })
		fs.rmSync(install.dataDir, { recursive: true, force: true })
		throw error
	}
	return about
}
