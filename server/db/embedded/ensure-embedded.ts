import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { createCluster } from './create-cluster.ts'
import { type Installation, prepareInstallation } from './installation.ts'
import { type LaunchedPostmaster, launchPostmaster, MAX_SOCKET_DIR_BYTES } from './launch-postmaster.ts'
import { DEFAULT_TIMEOUT_MS, type EmbeddedOptions, type EmbeddedServer } from './options.ts'
import { findServersOf, isAlive, isOrphanedServer, isServerOfDirectory } from './processes.ts'
import { startLogRotation } from './rotate-log.ts'

/** Removes socket directories that killed processes left behind. */
function removeOldSocketDirs({ dir, major }: Installation, current: string): void {
	for (const name of fs.readdirSync(dir)) {
		const found = path.join(dir, name)
		if (name.startsWith(`run-${major}-`) && found !== current) fs.rmSync(found, { recursive: true, force: true })
	}
}

/**
 * Creates a symlink with a fixed path to the current socket directory, so that pools survive a restart of the server.
 * @returns the symlink, or the directory itself if the symlink's path would be too long or leads to another directory
 */
function stableSocketHost({ dir, major }: Installation, socketDir: string, mayMove: boolean): string {
	const link = path.join(dir, `sock${major}`)
	if (path.dirname(socketDir) !== dir || Buffer.byteLength(link) > MAX_SOCKET_DIR_BYTES) return socketDir
	if (mayMove) {
		const draft = `${link}.${process.pid}`
		fs.rmSync(draft, { force: true })
		fs.symlinkSync(path.basename(socketDir), draft)
		fs.renameSync(draft, link)
	}
	return fs.existsSync(link) && fs.realpathSync(link) === fs.realpathSync(socketDir) ? link : socketDir
}

/**
 * Starts a shell that waits on a pipe which only this process holds open. However this process ends, the pipe closes, and the shell shuts
 * the server down.
 * @returns a function to call before an orderly stop, after which the shell exits without doing anything
 */
export function startLifeline(pid: number): () => void {
	// By then, the PID may belong to another process.
	const isPostgres = `[ ! -d /proc/self ] || [ "$(cat /proc/${pid}/comm 2>/dev/null)" = postgres ]`
	const shell = spawn('/bin/sh', ['-c', `read -r word; [ "$word" = bye ] && exit 0; { ${isPostgres}; } && kill -INT ${pid}`], {
		detached: true,
		stdio: ['pipe', 'ignore', 'ignore'],
		cwd: '/',
	})
	shell.on('error', () => {})
	shell.unref()
	const pipe = shell.stdin as typeof shell.stdin & { unref?: () => void }
	pipe.unref?.()
	pipe.on('error', () => {})
	return () => pipe.end('bye\n')
}

type PostmasterState =
	| { kind: 'none' }
	/** The PID isn't that of our server. `gone`: no process has it. */
	| { kind: 'stale'; pid: number; gone: boolean }
	| { kind: 'live'; pid: number; port: number; socketDir: string; status: string }

const pidFile = (dataDir: string) => path.join(dataDir, 'postmaster.pid')

/** Parses the PID file. Lines: PID, directory, start time, port, socket directory, listen address, shared memory, status. */
function readPostmasterState(dataDir: string): PostmasterState {
	let lines: string[]
	try {
		lines = fs.readFileSync(pidFile(dataDir), 'utf8').split('\n')
	} catch {
		return { kind: 'none' }
	}
	const pid = Math.abs(Number(lines[0]))
	if (!pid || !isServerOfDirectory(dataDir, pid)) return { kind: 'stale', pid, gone: !pid || !isAlive(pid) }
	return { kind: 'live', pid, port: Number(lines[3]), socketDir: (lines[4] ?? '').trim(), status: (lines[7] ?? '').trim() }
}

type Live = Extract<PostmasterState, { kind: 'live' }>

const MAX_FAILED_LAUNCHES = 3
const WATCH_INTERVAL_MS = 250

function logTail(file: string): string {
	return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').slice(-2000) : ''
}

async function reachReadyServer(
	install: Installation,
	options: EmbeddedOptions,
): Promise<{ server: Live; launch: LaunchedPostmaster | null }> {
	const deadline = Date.now() + (options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
	let launch: LaunchedPostmaster | null = null
	let failures = 0
	while (Date.now() < deadline) {
		const state = readPostmasterState(install.dataDir)
		// A server whose launcher has died is about to be stopped by its lifeline. Stop it here in case that failed.
		if (state.kind === 'live' && isOrphanedServer(state.pid)) {
			options.log?.(`stopping PostgreSQL ${state.pid}, whose launcher is gone`)
			await stopPostmaster(state.pid, install.dataDir, deadline - Date.now())
			continue
		}
		if (state.kind === 'live' && state.status === 'ready') return { server: state, launch }

		const isWaiting = state.kind === 'live' || (launch && !launch.hasExited()) || findServersOf(install.dataDir).length > 0
		if (isWaiting) {
			await sleep(15) // starting, recovering, stopping, or not yet in the PID file
			continue
		}
		// A bad setting or a full disk won't go away, so fail after a few attempts.
		if (launch && ++failures >= MAX_FAILED_LAUNCHES)
			throw new Error(`PostgreSQL does not start; the end of ${install.logFile}:\n${logTail(install.logFile)}`)
		// If the PID now belongs to a zombie or another program, PostgreSQL would refuse to start forever. PostgreSQL itself handles a
		// PID that no longer exists.
		if (state.kind === 'stale' && !state.gone) {
			options.log?.(`removing postmaster.pid, which names process ${state.pid}: not a server of this directory`)
			fs.rmSync(pidFile(install.dataDir), { force: true })
		}
		launch = launchPostmaster(install, options.settings ?? {})
		await sleep(25)
		if (launch.hasExited()) await sleep(100)
	}
	throw new Error(`PostgreSQL did not become ready; the end of ${install.logFile}:\n${logTail(install.logFile)}`)
}

function watchChild(child: LaunchedPostmaster['child'], onEnd: () => void): () => void {
	child.once('exit', onEnd)
	return () => child.off('exit', onEnd)
}

function watchForeign(dataDir: string, pid: number, onEnd: () => void): () => void {
	const timer = setInterval(() => {
		if (isServerOfDirectory(dataDir, pid)) return
		clearInterval(timer)
		onEnd()
	}, WATCH_INTERVAL_MS).unref()
	return () => clearInterval(timer)
}

/** Rejects data that belongs to another account: PostgreSQL can't use it, and a folder that this process can't read looks empty. */
function requireOwnData({ dataDir, account }: Installation): void {
	const expected = account?.uid ?? process.getuid?.()
	const owner = fs.statSync(dataDir, { throwIfNoEntry: false })?.uid
	if (owner === undefined || expected === undefined || owner === expected) return
	const who = account ? `root starts PostgreSQL as uid ${expected}` : `this account has uid ${expected}`
	throw new Error(`${dataDir} belongs to uid ${owner}, and ${who}; start as the account that created it, or set DATA_DIR to another folder`)
}

/**
 * Starts the embedded PostgreSQL of a directory, or attaches to a running one.
 * @throws Error with the end of the server's log if it doesn't become ready
 */
export async function ensureEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
	const install = await prepareInstallation(options)
	requireOwnData(install)
	await createCluster(install)
	const { server, launch } = await reachReadyServer(install, options)
	const child = launch && !launch.hasExited() && launch.child.pid === server.pid ? launch.child : null
	if (child) removeOldSocketDirs(install, server.socketDir)
	else options.log?.(`attached to the running PostgreSQL ${server.pid}`)

	let isStopping = false
	const cutLifeline = child && options.lifeline ? startLifeline(server.pid) : null
	const onEnd = () => {
		cutLifeline?.()
		stopRotating()
		if (!isStopping) options.onExit?.()
	}
	const stopRotating = startLogRotation(install, options.log)
	const stopWatching = child ? watchChild(child, onEnd) : watchForeign(install.dataDir, server.pid, onEnd)
	return {
		host: stableSocketHost(install, server.socketDir, child !== null),
		port: server.port,
		user: 'postgres',
		database: 'postgres',
		pid: server.pid,
		started: child !== null,
		major: install.major,
		dataDir: install.dataDir,
		logFile: install.logFile,
		async stop() {
			isStopping = true
			stopWatching()
			stopRotating()
			if (!child) return // the process that started it stops it
			cutLifeline?.()
			await stopPostmaster(server.pid, install.dataDir, options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
			fs.rmSync(server.socketDir, { recursive: true, force: true })
		},
	}
}

/** Requests a fast shutdown and, after the timeout, an immediate one, from which the next start recovers. Never sends SIGKILL. */
async function stopPostmaster(pid: number, dataDir: string, timeoutMs: number): Promise<void> {
	const deadline = Date.now() + timeoutMs
	try {
		process.kill(pid, 'SIGINT')
		while (isServerOfDirectory(dataDir, pid)) {
			if (Date.now() > deadline) return void process.kill(pid, 'SIGQUIT')
			await sleep(10)
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
	}
}
