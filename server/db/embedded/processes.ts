import fs from 'node:fs'

/** True if a process exists, even one that another OS user owns. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0)
		return true
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM'
	}
}

function readProcessState(pid: number): { command: string; state: string | undefined; parent: number } | null {
	try {
		const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
		const end = stat.lastIndexOf(')')
		const [state, parent] = stat.slice(end + 2).split(' ')
		return { command: stat.slice(stat.indexOf('(') + 1, end), state, parent: Number(parent) }
	} catch {
		return null
	}
}

/**
 * True if the process is the server of this directory. False for a zombie (a container's first process may never reap it) and for another
 * program with the same PID. Outside Linux, only checks that the process exists.
 */
export function isServerOfDirectory(dataDir: string, pid: number): boolean {
	if (!isAlive(pid)) return false
	if (process.platform !== 'linux') return true
	const found = readProcessState(pid)
	if (!found || found.state === 'Z' || found.state === 'X' || found.command !== 'postgres') return false
	try {
		return fs.realpathSync(fs.readlinkSync(`/proc/${pid}/cwd`)) === fs.realpathSync(dataDir)
	} catch {
		return false // another account's server
	}
}

/** Finds the processes of a directory's server. Backends outlive a killed postmaster for a moment. */
export function findServersOf(dataDir: string): number[] {
	if (process.platform !== 'linux') return []
	return fs
		.readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.map(Number)
		.filter((pid) => isServerOfDirectory(dataDir, pid))
}

/** Returns the launcher's mark in a server's command line: `-c cluster_name=launchway-<pid>`. */
export const ownerMark = (pid: number) => `launchway-${pid}`

/**
 * True if the process that launched this server has ended. False for servers started manually, which have no mark, and always outside
 * Linux.
 */
export function isOrphanedServer(serverPid: number): boolean {
	if (process.platform !== 'linux') return false
	try {
		const mark = /cluster_name=launchway-(\d+)/.exec(fs.readFileSync(`/proc/${serverPid}/cmdline`, 'utf8'))
		const found = readProcessState(serverPid)
		return mark !== null && found !== null && Number(mark[1]) !== found.parent
	} catch {
		return false
	}
}
