import fs from 'node:fs'

/** True for every process that exists, other accounts' included. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0)
		return true
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM'
	}
}

function readProcessState(pid: number): { command: string; state: string } | null {
	try {
		const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
		const end = stat.lastIndexOf(')')
		return { command: stat.slice(stat.indexOf('(') + 1, end), state: stat.charAt(end + 2) }
	} catch {
		return null
	}
}

/**
 * Is this process a running PostgreSQL of that data directory?
 * A zombie is not (a container's first process may never reap it), nor is another program that got the same number.
 * Outside Linux only existence can be checked.
 */
export function isServerOf(dataDir: string, pid: number): boolean {
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

/** Every process that still works in the data directory: backends outlive a killed postmaster for a moment. */
export function findServersOf(dataDir: string): number[] {
	if (process.platform !== 'linux') return []
	return fs
		.readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.map(Number)
		.filter((pid) => isServerOf(dataDir, pid))
}
