import { setTimeout as sleep } from 'node:timers/promises'

import { ensureEmbedded } from './ensure-embedded.ts'
import type { EmbeddedOptions, EmbeddedServer } from './options.ts'

const FIRST_DELAY_MS = 50
const MAX_DELAY_MS = 10_000

/** Restarts the server whenever it exits. Pools reconnect through the same socket path. */
export async function superviseEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
	let isStopped = false
	let restarting: Promise<void> = Promise.resolve()

	async function restart() {
		for (let delay = FIRST_DELAY_MS; !isStopped; delay = Math.min(delay * 2, MAX_DELAY_MS)) {
			await sleep(delay)
			if (isStopped) return
			try {
				current = await ensureEmbedded({ ...options, onExit })
				return
			} catch (error) {
				options.log?.(String(error))
			}
		}
	}
	function onExit() {
		if (isStopped) return
		options.log?.('PostgreSQL ended unexpectedly; restarting it')
		options.onExit?.()
		restarting = restart()
	}

	let current = await ensureEmbedded({ ...options, onExit })
	return {
		...current,
		get pid() {
			return current.pid
		},
		async stop() {
			isStopped = true
			await restarting
			await current.stop()
		},
	}
}
