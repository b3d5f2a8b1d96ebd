import { setTimeout as sleep } from 'node:timers/promises'

import { logFailure } from '#server/kernel/errors.ts'
import type { Deps } from '#server/services/context.ts'
import { recordServedMinute } from '#server/services/operations/server-figures/served-minutes.ts'

const MINUTE_MS = 60_000
/** Delay before the first check, so that it runs after startup. */
const FIRST_MS = 5000
const HEARTBEAT_LIMIT_MS = 10_000

/** Sends the heartbeat. The monitor raises an alarm if it stops. */
async function sendHeartbeat({ config, log }: Deps): Promise<void> {
	const url = config.observing.heartbeatUrl
	if (url === null) return
	try {
		const answer = await fetch(url, { signal: AbortSignal.timeout(HEARTBEAT_LIMIT_MS) })
		await answer.body?.cancel()
		if (!answer.ok) log.throttled('warn', 'heartbeat refused', { status: answer.status })
	} catch (error) {
		log.throttled('warn', 'heartbeat not sent', { error })
	}
}

/**
 * Returns the milliseconds until the middle of the next interval, so that no interval is skipped, however long each check takes.
 */
export const msUntilMidInterval = (at: number, everyMs: number): number => everyMs - ((at + everyMs / 2) % everyMs)

/** Records each minute and sends the heartbeat while the server is ready. */
export function recordMinutes(deps: Deps, checkReady: () => Promise<void>, everyMs = MINUTE_MS): () => Promise<void> {
	const stopping = new AbortController()
	const recording = (async () => {
		const wait = (ms: number) => sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
		await wait(Math.min(FIRST_MS, everyMs))
		while (!stopping.signal.aborted) {
			try {
				await checkReady()
				await recordServedMinute(deps)
				await sendHeartbeat(deps)
			} catch (error) {
				logFailure(deps.log, 'minute not served', { error })
			}
			await wait(msUntilMidInterval(Date.now(), everyMs))
		}
	})()
	return () => {
		stopping.abort()
		return recording
	}
}
