import { setTimeout as sleep } from 'node:timers/promises'

import { isOutage, logFailure } from '#server/kernel/errors.ts'
import { type Deps, systemContext } from '#server/services/context.ts'

const RETRY_MS = 2000

/** Runs the plugins' start hooks, with retries after database outages. */
export async function runStartHooks(deps: Deps, stopping: AbortSignal, retryMs = RETRY_MS): Promise<void> {
	await Promise.all(
		deps.plugins.map(async ({ whenStarted }) => {
			for (let isDone = !whenStarted; !isDone && !stopping.aborted;)
				try {
					await whenStarted?.(systemContext(deps, 'start'))
					isDone = true
				} catch (error) {
					logFailure(deps.log, 'could not finish the start', { error })
					isDone = !isOutage(error)
					if (!isDone) await sleep(retryMs, undefined, { signal: stopping, ref: false }).catch(() => {})
				}
		}),
	)
}
