import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Paces newsletter emails by the provider's rate. Other emails never wait, but each of them takes a slot, which delays the
 * newsletter. Only one process sends newsletter emails at a time (`server/jobs/jobs.ts`), so together they stay within the rate.
 */
export function createMailPace() {
	const stopping = new AbortController()
	/** Time of the next free slot, as in `performance.now()`. */
	let freeAt = 0
	function take(perHour: number): number {
		const at = Math.max(performance.now(), freeAt)
		freeAt = at + 3_600_000 / perHour
		return at
	}
	return {
		/** Takes a slot for an email that is sent without waiting. */
		takeSlot: (perHour: number) => void take(perHour),
		/**
		 * Waits for the next free slot.
		 * @returns false if the server stops first
		 */
		async waitForSlot(perHour: number): Promise<boolean> {
			const waitMs = take(perHour) - performance.now()
			if (waitMs > 0) await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
			return !stopping.signal.aborted
		},
		/** Ends all waits, so that the server can stop. */
		stop: () => stopping.abort(),
	}
}
