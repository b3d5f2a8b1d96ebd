/**
 * Loaded into the measured server (`--import <this file>?file=…`). On SIGUSR2 it writes the longest delays of the event loop since the last
 * signal into that file: by the clock, and by the main thread's own processor time, which other programs of the machine do not lengthen.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

export type LoopDelays = { clockMs: number; processorMs: number; /** All processor time of the main thread meanwhile. */ usedMs: number }

const file = new URL(import.meta.url).searchParams.get('file')

const read = () => {
	const { user, system } = process.threadCpuUsage()
	return { clock: performance.now(), processor: (user + system) / 1000 }
}

let last = read()
let since = last
let most = { clockMs: 0, processorMs: 0 }

function look(): void {
	const now = read()
	most = {
		clockMs: Math.max(most.clockMs, now.clock - last.clock),
		processorMs: Math.max(most.processorMs, now.processor - last.processor),
	}
	last = now
}

if (file !== null && isMainThread) {
	setInterval(look, 1).unref()
	process.on('SIGUSR2', () => {
		look()
		writeFileSync(`${file}.draft`, JSON.stringify({ ...most, usedMs: last.processor - since.processor } satisfies LoopDelays))
		renameSync(`${file}.draft`, file)
		most = { clockMs: 0, processorMs: 0 }
		since = last
	})
}
