import fs from 'node:fs'
import path from 'node:path'

import { isAlive, isServerOf } from './processes.ts'

export type PostmasterState =
	| { kind: 'none' }
	/** The file names a process that is not our server; `gone` when no process has that number. */
	| { kind: 'stale'; pid: number; gone: boolean }
	| { kind: 'live'; pid: number; port: number; socketDir: string; status: string }

export const pidFile = (dataDir: string) => path.join(dataDir, 'postmaster.pid')

/** Reads postmaster.pid (lines: pid, directory, start time, port, socket directory, listen address, shared memory, status). */
export function readPostmasterState(dataDir: string): PostmasterState {
	let lines: string[]
	try {
		lines = fs.readFileSync(pidFile(dataDir), 'utf8').split('\n')
	} catch {
		return { kind: 'none' }
	}
	const pid = Math.abs(Number(lines[0]))
	if (!pid || !isServerOf(dataDir, pid)) return { kind: 'stale', pid, gone: !pid || !isAlive(pid) }
	return { kind: 'live', pid, port: Number(lines[3]), socketDir: (lines[4] ?? '').trim(), status: (lines[7] ?? '').trim() }
}
