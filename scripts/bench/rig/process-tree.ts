import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** A file of /proc, or null when the process ended meanwhile or is not readable for us. */
export function readOrNull(file: string): string | null {
	try {
		return readFileSync(file, 'utf8')
	} catch {
		return null
	}
}

/** Fields of a process after its name, which may hold spaces and brackets: state, parent, … */
const statOf = (pid: number): string[] => readOrNull(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ') ?? []

/** A process and everything it started. On systems other than Linux, only the process. */
export function processTree(ancestor: number): number[] {
	if (process.platform !== 'linux') return [ancestor]
	const all = readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.map(Number)
	const parents = new Map(all.map((pid) => [pid, Number(statOf(pid)[1] ?? 0)]))
	const belongs = (pid: number): boolean => pid === ancestor || ((parents.get(pid) ?? 0) > 1 && belongs(parents.get(pid) ?? 0))
	return all.filter(belongs)
}

/** Processor time that a process and its children have used, in seconds; 0 where the system does not report it. */
export const processorSeconds = (ancestor: number): number =>
	processTree(ancestor).reduce((sum, pid) => {
		const fields = statOf(pid)
		return sum + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND
	}, 0)

/** The same, with ended children: a database's first process outlives those of its connections, and a script the steps it starts. */
export const processorSecondsInAll = (ancestor: number): number =>
	processTree(ancestor).reduce((sum, pid) => {
		const fields = statOf(pid)
		return sum + [11, 12, 13, 14].reduce((ticks, field) => ticks + Number(fields[field] ?? 0), 0) / TICKS_PER_SECOND
	}, 0)
