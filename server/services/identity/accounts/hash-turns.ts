import { ServiceError } from '#server/kernel/errors.ts'

/** Waiting line: the owner's known browser, network or session, or anyone's. Strangers can fill only the second. */
export type HashQueue = 'home' | 'anywhere'

const RETRY_AFTER_SECONDS = 2
/** This many known browsers in a row, then one unknown: an attacker's own accounts must not block everyone else. */
const HOME_IN_A_ROW = 4

const tooMany = () =>
	new ServiceError('overloaded', 'over_request_rate_limit', 'Too many sign-ins at once. Please try again in a moment.', {
		retryAfterSeconds: RETRY_AFTER_SECONDS,
	})

/** Turns at a limited number of places. Each queue has its own limit, so a full one refuses only new entries to it. */
export function createHashTurns({ mostRunning, mostWaiting }: { mostRunning: number; mostWaiting: number }) {
	const waiting: Record<HashQueue, (() => void)[]> = { home: [], anywhere: [] }
	let running = 0
	let homeInARow = 0

	function takeNext(): (() => void) | undefined {
		const isHomesTurn = waiting.home.length > 0 && (homeInARow < HOME_IN_A_ROW || waiting.anywhere.length === 0)
		homeInARow = isHomesTurn ? homeInARow + 1 : 0
		return waiting[isHomesTurn ? 'home' : 'anywhere'].shift()
	}

	/** @throws ServiceError overloaded (503) when the queue is full */
	return async function takeTurn<T>(queue: HashQueue, work: () => Promise<T>): Promise<T> {
		if (running >= mostRunning) {
			if (waiting[queue].length >= mostWaiting) throw tooMany()
			await new Promise<void>((resolve) => waiting[queue].push(resolve))
		} else running += 1
		try {
			return await work()
		} finally {
			// The turn passes on without changing the count.
			const next = takeNext()
			if (next) next()
			else running -= 1
		}
	}
}
