import { existsSync } from 'node:fs'

import { processTree, readOrNull } from './process-tree.ts'

type Memory = { rssMb: number; pssMb: number | null; processes: number }

const kilobytes = (text: string | null, field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text ?? '')?.[1] ?? 0)

/**
 * Sums the memory of a process and its descendants. PSS counts shared pages once; RSS counts them once per process.
 * @returns null if the system has no /proc
 */
export function memoryOf(pid: number): Memory | null {
	if (process.platform !== 'linux') return null
	const tree = processTree(pid)
	const rollups = tree.map((member) => readOrNull(`/proc/${member}/smaps_rollup`))
	const pss = rollups.reduce((sum, text) => sum + kilobytes(text, 'Pss'), 0) / 1024
	const rss = tree.reduce((sum, member) => sum + kilobytes(readOrNull(`/proc/${member}/status`), 'VmRSS'), 0) / 1024
	return { rssMb: rss, pssMb: rollups.includes(null) ? null : pss, processes: tree.length }
}

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']

/**
 * Finds Chromium by `CHROME_PATH` or in the usual folders.
 * @throws Error if there is none
 */
export function findChromium(): string {
	const found = [process.env.CHROME_PATH, ...PLACES].find((path) => path && existsSync(path))
	if (!found) throw new Error('No Chromium found; set CHROME_PATH')
	return found
}
