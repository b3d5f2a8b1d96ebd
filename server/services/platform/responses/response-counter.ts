const MINUTE_MS = 60_000
const KEPT_MINUTES = 60

export type ResponseCounts = {
	/** Minutes counted, at most an hour. */
	minutes: number
	answers: number
	/** Responses with status 500 or above. */
	failures: number
}

type Minute = Omit<ResponseCounts, 'minutes'> & { at: number }

/** Counts the responses of this process by minute over the last hour. Kept in memory: a restart resets it. */
export function createResponseCounter() {
	const minutes: Minute[] = []
	let startedAt: number | null = null

	function current(now: Date): Minute {
		const at = Math.floor(now.getTime() / MINUTE_MS)
		startedAt ??= at
		while ((minutes[0]?.at ?? at) <= at - KEPT_MINUTES) minutes.shift()
		const last = minutes.at(-1)
		if (last && last.at >= at) return last
		const next = { at, answers: 0, failures: 0 }
		minutes.push(next)
		return next
	}

	return {
		/** @param status HTTP status code */
		count(status: number, now: Date): void {
			const minute = current(now)
			minute.answers++
			if (status >= 500) minute.failures++
		},
		read(now: Date): ResponseCounts {
			const { at } = current(now)
			const sum = (key: 'answers' | 'failures') => minutes.reduce((total, minute) => total + minute[key], 0)
			return { minutes: Math.min(KEPT_MINUTES, at - (startedAt ?? at) + 1), answers: sum('answers'), failures: sum('failures') }
		},
	}
}
