// Keeps a program running: restarts it with increasing delays when it crashes. Plain JavaScript without dependencies, so any
// Node.js 20 can run it on a fresh clone.
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { watchNpm } from './parent-watch.mjs'

/** Before the second restart in a row; the first one has no delay. */
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 30_000
/** Uptime after which a program counts as healthy, which resets the count of crashes. */
const HEALTHY_MS = 60_000
/** Number of consecutive crashes after which a lasting problem is reported. */
const MANY_ENDS = 6

const STOPPED = 0
/** Exit code of a program that refused its settings, port or folder, and would refuse them again. */
const REFUSED = 1
/** Exit code for a restart with new settings (server/process/serve.ts). */
const RESTARTS = 75
/** Exit code after a second Ctrl-C. */
const INTERRUPTED = 130

/** Gives the memory of installing, building and starting back to the system: V8 itself collects garbage only when it needs space. */
function returnMemory() {
	setFlagsFromString('--expose-gc')
	runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/**
 * Runs a program until it ends on purpose, is stopped, or refuses to start. After it has served once, it is always restarted: a
 * later refusal may be temporary, such as an unreachable database.
 * @param run starts the program, calls `onReady` once it serves, and resolves with its exit code
 * @returns the last exit code
 */
export async function keepRunning(run, print = console.error) {
	const asked = new AbortController()
	const stop = () => asked.abort()
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
	const stopWatching = watchNpm(stop)
	let readyAt = null
	let hasStood = false
	try {
		for (let ends = 1; ; ends += 1) {
			readyAt = null
			const code = await run(() => {
				readyAt = performance.now()
				hasStood = true
				returnMemory()
			})
			if (asked.signal.aborted || code === STOPPED || code === INTERRUPTED || (code === REFUSED && !hasStood)) return code
			if (code === RESTARTS) {
				ends = 0
				continue
			}
			if (readyAt !== null && performance.now() - readyAt >= HEALTHY_MS) ends = 1
			const delay = ends === 1 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (ends - 2), MAX_DELAY_MS)
			print(`The server ended unexpectedly (exit code ${code}). Restarting ${delay === 0 ? 'now' : `in ${delay / 1000} s`}.`)
			if (ends === MANY_ENDS)
				print(`That was the ${MANY_ENDS}th time in a row; see the reason above. Retrying every ${MAX_DELAY_MS / 1000} s.`)
			const mayGoOn = await sleep(delay, true, { signal: asked.signal }).catch(() => false)
			if (!mayGoOn) return STOPPED
		}
	} finally {
		stopWatching()
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop)
	}
}
