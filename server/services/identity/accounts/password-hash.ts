import { hashThreads } from './hash-threads.ts'
import { createHashTurns, type HashQueue } from './hash-turns.ts'

/** At most two hashes at once: on a machine with two processors more only wait for each other, with 19 MiB each. */
const takeTurn = createHashTurns({ mostRunning: 2, mostWaiting: 100 })

/** Passwords that differ only in how keyboards encode them are the same password (NIST SP 800-63B). */
const normalise = (password: string) => password.normalize('NFKC')

/** argon2id in PHC form. @throws ServiceError overloaded (503) when a hundred callers wait in the queue already */
export const hashPassword = (password: string, queue: HashQueue = 'anywhere') =>
	takeTurn(queue, () => hashThreads.hash(normalise(password)))

let dummy: Promise<string> | null = null
const readDummy = () => (dummy ??= hashThreads.hash('no one chose this'))

/**
 * True if the password belongs to the hash. With null it takes as long and returns false, so that an unknown account, or one without a
 * password, looks like a wrong password.
 */
export async function verifyPassword(stored: string | null, password: string, queue: HashQueue = 'anywhere'): Promise<boolean> {
	const against = stored ?? (await readDummy())
	const matches = await takeTurn(queue, () => hashThreads.verify(against, normalise(password)))
	return matches && stored !== null
}
