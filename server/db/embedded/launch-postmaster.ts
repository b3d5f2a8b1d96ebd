import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { changeFileOwner } from './account.ts'
import type { Installation } from './installation.ts'
import { ownerMark } from './processes.ts'
import { rotateLog } from './rotate-log.ts'

/** Maximum length of the directory: a Unix socket path has at most 107 bytes; the rest is for `/.s.PGSQL.5432.lock`. */
export const MAX_SOCKET_DIR_BYTES = 85

const BUILT_IN_SETTINGS = {
	listen_addresses: '',
	unix_socket_permissions: '0700',
	port: '5432',
	logging_collector: 'off',
	max_connections: '60',
	shared_buffers: '128MB',
	jit: 'off',
	max_wal_size: '512MB',
	min_wal_size: '80MB',
	// Each page's first change after a checkpoint logs the whole page. With compression, storing the progress of one learner among a million
	// logs 2 kB instead of 14 kB. Backups and replicas receive this log.
	wal_compression: 'on',
	io_method: 'sync',
	idle_in_transaction_session_timeout: '60s',
	// The prefix includes the application's name, which contains the request's ID during transactions.
	log_line_prefix: '%m [%p] %a ',
	log_min_duration_statement: '500',
	// Don't log values, which are personal data. The caller receives the error of a failed statement and decides what may be
	// logged.
	log_min_messages: 'log',
	log_parameter_max_length: '0',
	log_parameter_max_length_on_error: '0',
	log_error_verbosity: 'terse',
	synchronous_commit: 'on',
	fsync: 'on',
}

export type LaunchedPostmaster = { child: ChildProcess; hasExited: () => boolean }

function openLog(install: Installation): number {
	const { logFile, account } = install
	rotateLog(install)
	const descriptor = fs.openSync(logFile, 'a', 0o600)
	changeFileOwner(account, logFile)
	return descriptor
}

// Creates a socket directory with a unique name, so that an older server that is shutting down unlinks only its own socket.
function createSocketDir({ dir, major, account }: Installation): string {
	const name = `run-${major}-${randomBytes(4).toString('hex')}`
	const inside = path.join(dir, name)
	const socketDir = Buffer.byteLength(inside) > MAX_SOCKET_DIR_BYTES ? path.join(os.tmpdir(), `pg-${name}`) : inside
	fs.mkdirSync(socketDir, { mode: 0o700 })
	changeFileOwner(account, socketDir)
	return socketDir
}

/** Starts the server in a separate process group, so that Ctrl-C doesn't reach it. */
export function launchPostmaster(install: Installation, settings: Record<string, string>): LaunchedPostmaster {
	const all = { ...BUILT_IN_SETTINGS, unix_socket_directories: createSocketDir(install), cluster_name: ownerMark(process.pid), ...settings }
	const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
	const log = openLog(install)
	const child = spawn(install.binaries.postgres, ['-D', install.dataDir, ...args], {
		...install.spawnOptions,
		detached: true,
		stdio: ['ignore', log, log],
	})
	fs.closeSync(log)
	let exited = false
	child.on('error', () => (exited = true))
	child.on('exit', () => (exited = true))
	child.unref()
	return { child, hasExited: () => exited }
}
