import { ServiceError } from '#server/kernel/errors.ts'
import { startThreadPool } from '#server/kernel/threads.ts'

import type { HashComparison } from './hash-thread.ts'

const HASH_THREAD = new URL('./hash-thread.ts', import.meta.url)
/** Low priority, so that other requests stay fast while sign-ins saturate the machine. */
const NICE = 10

/**
 * Creates two threads for argon2id. Callers limit how many calls wait.
 * @throws Error from both functions if the thread dies; the next call gets a new one
 */
export function createHashThreads(file: URL = HASH_THREAD) {
	let opened: ReturnType<typeof startThreadPool> | undefined
	const run = async (name: 'hash' | 'verify', task: string | HashComparison): Promise<unknown> => {
		opened ??= startThreadPool({ threads: 2, nice: NICE })
		return (await opened).run(task, { filename: file.href, name })
	}
	return {
		hash: async (password: string): Promise<string> => String(await run('hash', password)),
		/** @param against a PHC string; anything else throws */
		verify: async (against: string, password: string): Promise<boolean> => (await run('verify', { against, password })) === true,
	}
}

export const hashThreads = createHashThreads()

/**
 * Queue in which a password waits to be hashed. `trusted`: from a browser, network or session that the account is known to use;
 * `untrusted`: from any other. Attackers can only fill `untrusted`.
 */
export type HashQueue = 'trusted' | 'untrusted'

const RETRY_AFTER_SECONDS = 2
/**
 * Maximum tasks in a row from `trusted` while others wait in `untrusted`: sign-ins to an attacker's own accounts must not block
 * everyone else.
 */
const MAX_TRUSTED_IN_A_ROW = 4

const tooMany = () =>
	new ServiceError('overloaded', 'over_request_rate_limit', 'Too many sign-ins at once. Please try again in a moment.', {
		retryAfterSeconds: RETRY_AFTER_SECONDS,
	})

/** Limits how many tasks run at once. Each queue has a separate limit of waiting tasks, so a full queue doesn't affect the other. */
export function createHashTurns({ maxRunning, maxWaiting }: { maxRunning: number; maxWaiting: number }) {
	const waiting: Record<HashQueue, (() => void)[]> = { trusted: [], untrusted: [] }
	let running = 0
	let trustedInARow = 0

	function takeNext(): (() => void) | undefined {
		const isTrustedTurn = waiting.trusted.length > 0 && (trustedInARow < MAX_TRUSTED_IN_A_ROW || waiting.untrusted.length === 0)
		trustedInARow = isTrustedTurn ? trustedInARow + 1 : 0
		return waiting[isTrustedTurn ? 'trusted' : 'untrusted'].shift()
	}

	/** @throws ServiceError over_request_rate_limit (503) if the queue is full */
	return async function runInTurn<T>(queue: HashQueue, work: () => Promise<T>): Promise<T> {
		if (running >= maxRunning) {
			if (waiting[queue].length >= maxWaiting) throw tooMany()
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

/** Hashes at most two passwords at once: on a machine with two CPUs, more would only compete, with 19 MiB each. */
const runInTurn = createHashTurns({ maxRunning: 2, maxWaiting: 100 })

/** Normalizes a password: keyboards may encode the same characters differently (NIST SP 800-63B). */
const normalizePassword = (password: string) => password.normalize('NFKC')

/**
 * Returns a PHC string of argon2id.
 * @throws ServiceError over_request_rate_limit (503) if a hundred callers are already waiting
 */
export const hashPassword = (password: string, queue: HashQueue = 'untrusted') =>
	runInTurn(queue, () => hashThreads.hash(normalizePassword(password)))

let dummy: Promise<string> | null = null
const readDummy = () => (dummy ??= hashThreads.hash('no one chose this'))

/**
 * Verifies a password. Takes equally long if `stored` is null, so that timing doesn't distinguish a missing account from a wrong
 * password.
 */
export async function verifyPassword(stored: string | null, password: string, queue: HashQueue = 'untrusted'): Promise<boolean> {
	const against = stored ?? (await readDummy())
	const matches = await runInTurn(queue, () => hashThreads.verify(against, normalizePassword(password)))
	return matches && stored !== null
}
