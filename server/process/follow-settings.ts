import { setTimeout as sleep } from 'node:timers/promises'

import { logFailure } from '#server/kernel/errors.ts'
import type { Deps } from '#server/services/context.ts'
import { readActiveSettingsVersion } from '#server/services/platform/service-settings/stored-settings.ts'

const POLL_MS = 3000

/**
 * Restarts this server once another one has started with newer console settings.
 * @param known `readActiveSettingsVersion` of this server's values
 * @returns a function that stops watching
 */
export function followSettings(deps: Pick<Deps, 'db' | 'log' | 'start'>, known: string, everyMs = POLL_MS): () => Promise<void> {
	const stopping = new AbortController()
	const following = (async () => {
		const wait = () => sleep(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
		for (await wait(); !stopping.signal.aborted; await wait())
			try {
				if ((await readActiveSettingsVersion(deps)) === known) continue
				deps.log.warn('another server has started with new settings of the console', { restarts: deps.start.restart !== null })
				deps.start.restart?.()
				return
			} catch (error) {
				logFailure(deps.log, 'could not check for new settings', { error })
			}
	})()
	return () => {
		stopping.abort()
		return following
	}
}
