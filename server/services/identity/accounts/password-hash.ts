import { hashThreads } from './hash-threads.ts'
import { createHashTurns, type HashQueue } from './hash-turns.ts'

/** Hashes at most two passwords at once: on a machine with two processors, more would only compete, with 19 MiB each. */
const takeTurn = createHashTurns({ mostRunning: 2, mostWaiting: 100 })

/** Normalizes a password: keyboards may encode the same one differently (NIST SP 800-63B). */
const normalise = (password: string) => password.normalize('NFKC')

/**
 * Returns a PHC string of argon2id.
 * @throws ServiceError over_request_rate_limit (503) if a hundred callers are already waiting
 */
export const hashPassword = (password: string, queue: HashQueue = 'anywhere') =>
	takeTurn(queue, () => hashThreads.hash(normalise(password)))

let dummy: Promise<string> | null = null
const readDummy = () => (dummy ??= hashThreads.hash('no one chose this'))

/**
 * Verifies a password. Takes as long if `stored` is null, so that timing doesn't distinguish a missing account from a wrong
 * password.
 */
export async function verifyPassword(stored: string | null, password: string, queue: HashQueue = 'anywhere'): Promise<boolean> {
	const against = stored ?? (await readDummy())
	const matches = await takeTurn(queue, () => hashThreads.verify(against, normalise(password)))
	return matches && stored !== null
}
