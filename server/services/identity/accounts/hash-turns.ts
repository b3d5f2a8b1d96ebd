import { ServiceError } from '#server/kernel/errors.ts'

/**
 * Queue of a password. `home`: a browser, network or session the account is known to use; `anywhere`: all others. Attackers can
 * only fill `anywhere`.
 */
export type HashQueue = 'home' | 'anywhere'

const RETRY_AFTER_SECONDS = 2
/**
 * Maximum tasks from known browsers in a row before one from the other queue runs: accounts an attacker owns must not block
 * everyone else.
 */
const HOME_IN_A_ROW = 4

const tooMany = () =>
	new ServiceError('overloaded', 'over_request_rate_limit', 'Too many sign-ins at once. Please try again in a moment.', {
		retryAfterSeconds: RETRY_AFTER_SECONDS,
	})

/** Limits how many tasks run at once. Each queue has a separate limit of waiting tasks, so a full queue doesn't affect the other. */
export function createHashTurns({ mostRunning, mostWaiting }: { mostRunning: number; mostWaiting: number }) {
	const waiting: Record<HashQueue, (() => void)[]> = { home: [], anywhere: [] }
	let running = 0
	let homeInARow = 0

	function takeNext(): (() => void) | undefined {
		const isHomesTurn = waiting.home.length > 0 && (homeInARow < HOME_IN_A_ROW || waiting.anywhere.length === 0)
		homeInARow = isHomesTurn ? homeInARow + 1 : 0
		return waiting[isHomesTurn ? 'home' : 'anywhere'].shift()
	}

	/** @throws ServiceError over_request_rate_limit (503) if the queue is full */
	return async function takeTurn<T>(queue: HashQueue, work: () => Promise<T>): Promise<T> {
		if (running >= mostRunning) {
			if (waiting[queue].length >= mostWaiting) throw tooMany()
			await new Promise<void>((resolve) => waiting[queue].push(resolve))
		} else running += 1
		try {
			return await work()
		} finally {
			// The next task takes over this slot, so `running` stays the same.
			const next = takeNext()
			if (next) next()
			else running -= 1
		}
	}
}
