import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Spreads newsletter emails over the provider's rate. Other emails never wait: each of them delays the newsletter by one place.
 * Only one process sends newsletter emails at a time (`server/jobs/jobs.ts`), so the rate holds for all of them.
 */
export function createMailPace() {
	const stopping = new AbortController()
	/** Milliseconds of `performance.now()` at which the next place is free. */
	let freeAt = 0
	function take(perHour: number): number {
		const at = Math.max(performance.now(), freeAt)
		freeAt = at + 3_600_000 / perHour
		return at
	}
	return {
		/** Takes the next place for an email that must not wait. */
		note: (perHour: number) => void take(perHour),
		/**
		 * Waits for the next place.
		 * @returns false if the server stops instead
		 */
		async turn(perHour: number): Promise<boolean> {
			const waitMs = take(perHour) - performance.now()
			if (waitMs > 0) await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
			return !stopping.signal.aborted
		},
		/** Ends all waiting, so that the server can stop. */
		stop: () => stopping.abort(),
	}
}
