import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { RELEASES } from '#scripts/program.mjs'

const LOCK = path.join(RELEASES, 'lock')
const HOLDER = `${LOCK}.json`
const SQLITE_BUSY = 5

type Holder = { pid: number; by: string; since: string; command: string }

/** Returns who runs this command, for messages: the account's name (with sudo, the original account's), and the address of an SSH client. */
export function describeShellUser(): string {
	const { SUDO_USER, SSH_CONNECTION } = process.env
	const from = SSH_CONNECTION ? ` from ${SSH_CONNECTION.split(' ')[0]}` : ''
	return `${SUDO_USER ?? os.userInfo().username}${from}`
}

function nameHolder(): string {
	try {
		const { by, command, since, pid } = JSON.parse(fs.readFileSync(HOLDER, 'utf8')) as Holder
		return `${by} has been running ${command} since ${since} (process ${pid}).`
	} catch {
		return 'Another upgrade or rollback is just starting or ending.'
	}
}

/**
 * Locks a file until this process ends, however it ends: the operating system holds the lock. Node.js has no other way to lock
 * files than SQLite.
 * @throws Error that names the holder
 */
function lockFile(): DatabaseSync {
	const file = new DatabaseSync(LOCK, { timeout: 0 })
	try {
		file.exec('begin exclusive')
		return file
	} catch (error) {
		file.close()
		if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
		throw new Error(`${nameHolder()} Try again when it has ended.`, { cause: error })
	}
}

/**
 * Does some work while no other upgrade or rollback of this installation can run.
 * @throws Error that names the holder
 */
export async function withReleaseLock<T>(command: string, work: (by: string) => Promise<T>): Promise<T> {
	fs.mkdirSync(RELEASES, { recursive: true })
	const lock = lockFile()
	try {
		const by = describeShellUser()
		const holder: Holder = { pid: process.pid, by, since: new Date().toISOString(), command }
		fs.writeFileSync(HOLDER, JSON.stringify(holder))
		return await work(by)
	} finally {
		fs.rmSync(HOLDER, { force: true })
		lock.close()
	}
}
