import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

import { type UnixAccount, findServerAccount, SERVER_ACCOUNTS } from './account.ts'

const FALLBACK_PARENT = '/var/lib/launchway'
const LINK = 'database'

function mayEnter(dir: string, { uid, gid }: UnixAccount): boolean {
	const { mode, uid: owner, gid: group } = fs.statSync(dir)
	if (owner === uid) return (mode & 0o100) !== 0
	if (group === gid) return (mode & 0o010) !== 0
	return (mode & 0o001) !== 0
}

/** Returns the first directory on the path to `dir` that the account can't enter, or null. */
export function findClosedDir(dir: string, account: UnixAccount): string | null {
	const parts = dir.split(path.sep).filter(Boolean)
	const ancestors = ['/', ...parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)]
	return ancestors.find((step) => fs.existsSync(step) && !mayEnter(step, account)) ?? null
}

/**
 * Chooses the directory for the server's files. If the account that runs PostgreSQL can't enter the data directory, they go to a
 * public location, with a symlink in the data directory.
 * @param fallbackParent parent of that location
 */
export function chooseServerDir(dataDir: string, log: (line: string) => void, fallbackParent = FALLBACK_PARENT): string {
	const account = findServerAccount(SERVER_ACCOUNTS)
	fs.mkdirSync(dataDir, { recursive: true, mode: 0o755 })
	// Let the account enter the data directory. The database in it stays accessible only to its own account.
	if (account && !mayEnter(dataDir, account)) fs.chmodSync(dataDir, fs.statSync(dataDir).mode | 0o011)
	const closed = account && findClosedDir(dataDir, account)
	if (!closed) return dataDir

	const link = path.join(dataDir, LINK)
	// If the data directory is moved, its symlink still leads to the database.
	if (!fs.existsSync(link)) {
		const place = path.join(fallbackParent, randomBytes(4).toString('hex'))
		fs.mkdirSync(place, { recursive: true, mode: 0o755 })
		fs.rmSync(link, { force: true })
		fs.symlinkSync(place, link)
	}
	const place = fs.realpathSync(link)
	log(`the account that runs PostgreSQL cannot enter ${closed}; the database is kept in ${place}, linked from ${link}`)
	return place
}
