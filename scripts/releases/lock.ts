import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { RELEASES } from '#scripts/program.mjs'
import { isAlive } from '#server/db/embedded/processes.ts'

const LOCK = path.join(RELEASES, 'lock.json')

type Holder = { pid: number; by: string; since: string; command: string }

/** Names the person at the keyboard: behind sudo, the one who ran it. */
export function nameCaller(): string {
	const { SUDO_USER, SSH_CONNECTION } = process.env
	const from = SSH_CONNECTION ? ` from ${SSH_CONNECTION.split(' ')[0]}` : ''
	return `${SUDO_USER ?? os.userInfo().username}${from}`
}

const readHolder = (): Holder | null => {
	try {
		return JSON.parse(fs.readFileSync(LOCK, 'utf8')) as Holder
	} catch {
		return null // released just now
	}
}

/**
 * Does some work while no other upgrade or rollback of this installation can run. A lock left behind by a killed process is taken.
 * @throws Error that names the holder
 */
export async function withLock<T>(command: string, work: (by: string) => Promise<T>): Promise<T> {
	fs.mkdirSync(RELEASES, { recursive: true })
	const by = nameCaller()
	const own: Holder = { pid: process.pid, by, since: new Date().toISOString(), command }
	const draft = `${LOCK}.${process.pid}`
	fs.writeFileSync(draft, JSON.stringify(own))
	try {
		const holder = fs.existsSync(LOCK) ? readHolder() : null
		// In a container that was restarted, this process may have the number of the killed one.
		if (holder && (holder.pid === process.pid || !isAlive(holder.pid))) fs.rmSync(LOCK, { force: true })
		// A link is created only if there is none, and is complete at once.
		fs.linkSync(draft, LOCK)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
		const holder = readHolder()
		if (!holder) throw new Error('Another upgrade has just ended. Try again.', { cause: error })
		throw new Error(
			`${holder.by} has been running ${holder.command} since ${holder.since} (process ${holder.pid}). Try again when it has ended.`,
			{
				cause: error,
			},
		)
	} finally {
		fs.rmSync(draft, { force: true })
	}
	try {
		return await work(by)
	} finally {
		fs.rmSync(LOCK, { force: true })
	}
}
