import { readdirSync, readFileSync } from 'node:fs'

type Memory = { rssMb: number; pssMb: number | null; processes: number }

function readOrNull(file: string): string | null {
	try {
		return readFileSync(file, 'utf8')
	} catch {
		return null // ended meanwhile, or not ours to read
	}
}

/** Parent of a process: the fourth field of its stat line, after a name that may hold spaces and brackets. */
const parentOf = (pid: number) => Number(readOrNull(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')[1] ?? 0)

function treeOf(ancestor: number): number[] {
	const all = readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.map(Number)
	const parents = new Map(all.map((pid) => [pid, parentOf(pid)]))
	const belongs = (pid: number): boolean => pid === ancestor || ((parents.get(pid) ?? 0) > 1 && belongs(parents.get(pid) ?? 0))
	return all.filter(belongs)
}

const kilobytes = (text: string | null, field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text ?? '')?.[1] ?? 0)

/**
 * Memory of a process and everything it started. Shared pages count once in PSS and once per process in RSS.
 * @returns null where the system has no /proc
 */
export function memoryOf(pid: number): Memory | null {
	if (process.platform !== 'linux') return null
	const tree = treeOf(pid)
	const rollups = tree.map((member) => readOrNull(`/proc/${member}/smaps_rollup`))
	const total = (field: string) => rollups.reduce((sum, text) => sum + kilobytes(text, field), 0) / 1024
	const rss = tree.reduce((sum, member) => sum + kilobytes(readOrNull(`/proc/${member}/status`), 'VmRSS'), 0) / 1024
	return { rssMb: rss, pssMb: rollups.includes(null) ? null : total('Pss'), processes: tree.length }
}
