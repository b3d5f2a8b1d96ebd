import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** Reads a file; null if it can't be read, for example because the process has ended. */
export function readFileIfAny(file: string): string | null {
	try {
		return readFileSync(file, 'utf8')
	} catch {
		return null
	}
}

/** Fields of a process after its name, which may contain spaces and parentheses: state, parent, … */
const statOf = (pid: number): string[] => readFileIfAny(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ') ?? []

/** Lists a process and its descendants. Outside Linux, only the process itself. */
function processTree(ancestor: number): number[] {
	if (process.platform !== 'linux') return [ancestor]
	const all = readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.map(Number)
	const parents = new Map(all.map((pid) => [pid, Number(statOf(pid)[1] ?? 0)]))
	const belongs = (pid: number): boolean => pid === ancestor || ((parents.get(pid) ?? 0) > 1 && belongs(parents.get(pid) ?? 0))
	return all.filter(belongs)
}

/** Returns the CPU time of a process and its descendants; 0 if the system doesn't report it. */
export const processorSeconds = (ancestor: number): number =>
	processTree(ancestor).reduce((sum, pid) => {
		const fields = statOf(pid)
		return sum + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND
	}, 0)

/**
 * Like `processorSeconds`, but includes ended processes: a database server outlives its connections' processes, and a script
 * outlives its steps.
 */
export const processorSecondsInAll = (ancestor: number): number =>
	processTree(ancestor).reduce((sum, pid) => {
		const fields = statOf(pid)
		return sum + [11, 12, 13, 14].reduce((ticks, field) => ticks + Number(fields[field] ?? 0), 0) / TICKS_PER_SECOND
	}, 0)

type Memory = { rssMb: number; pssMb: number | null; processes: number }

const kilobytes = (text: string | null, field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text ?? '')?.[1] ?? 0)

/**
 * Sums the memory of a process and its descendants. PSS counts shared pages once; RSS counts them once per process.
 * @returns null if the system has no /proc
 */
export function processMemory(pid: number): Memory | null {
	if (process.platform !== 'linux') return null
	const tree = processTree(pid)
	const rollups = tree.map((member) => readFileIfAny(`/proc/${member}/smaps_rollup`))
	const pss = rollups.reduce((sum, text) => sum + kilobytes(text, 'Pss'), 0) / 1024
	const rss = tree.reduce((sum, member) => sum + kilobytes(readFileIfAny(`/proc/${member}/status`), 'VmRSS'), 0) / 1024
	return { rssMb: rss, pssMb: rollups.includes(null) ? null : pss, processes: tree.length }
}
