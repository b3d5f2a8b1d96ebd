import { ServiceError } from '#server/kernel/errors.ts'

import { hashThreads } from './hash-threads.ts'

const MAX_RUNNING = 2
const MAX_WAITING = 100
const RETRY_AFTER_SECONDS = 2

let running = 0
const waiting: (() => void)[] = []

/** At most two hashes at once: on a machine with two processors more only wait for each other, with 19 MiB each. */
async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
	if (running >= MAX_RUNNING) {
		if (waiting.length >= MAX_WAITING)
			throw new ServiceError('overloaded', 'over_request_rate_limit', 'Too many sign-ins at once. Please try again in a moment.', {
				retryAfterSeconds: RETRY_AFTER_SECONDS,
			})
		await new Promise<void>((resolve) => waiting.push(resolve))
	} else running += 1
	try {
		return await work()
	} finally {
		// The turn passes on without changing the count.
		const next = waiting.shift()
		if (next) next()
		else running -= 1
	}
}

/** Passwords that differ only in how keyboards encode them are the same password (NIST SP 800-63B). */
const normalise = (password: string) => password.normalize('NFKC')

/** argon2id in PHC form. @throws ServiceError overloaded (503) when a hundred callers wait already */
export const hashPassword = (password: string) => takeTurn(() => hashThreads.hash(normalise(password)))

let dummy: Promise<string> | null = null
const readDummy = () => (dummy ??= hashThreads.hash('nobody chose this'))

/**
 * Whether the password belongs to the hash. With null it takes as long and returns false, so that an unknown account, or one
 * without a password, looks like a wrong password.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
	const against = stored ?? (await readDummy())
	const matches = await takeTurn(() => hashThreads.verify(against, normalise(password)))
	return matches && stored !== null
}
