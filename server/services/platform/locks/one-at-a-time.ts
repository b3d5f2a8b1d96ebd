import { ServiceError } from '#server/kernel/errors.ts'

const MAX_WAITING = 100
const RETRY_AFTER_SECONDS = 2

type Queue = { last: Promise<unknown>; length: number }
const queues = new Map<string, Queue>()

/**
 * Runs work with the same key one at a time within this process, so that two hundred parallel guesses are counted like two
 * hundred in a row. `work` gets true if it had to wait.
 * @throws ServiceError over_request_rate_limit (503) if a hundred are already waiting for the same key
 */
export async function runOneAtATime<T>(key: string, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
	const queue = queues.get(key) ?? { last: Promise.resolve(), length: 0 }
	if (queue.length > MAX_WAITING)
		throw new ServiceError(
			'overloaded',
			'over_request_rate_limit',
			'Too many requests for one account at once. Please try again in a moment.',
			{
				retryAfterSeconds: RETRY_AFTER_SECONDS,
			},
		)
	queues.set(key, queue)
	queue.length += 1
	const hasWaited = queue.length > 1
	const start = () => work(hasWaited)
	const result = queue.last.then(start, start)
	queue.last = result
	try {
		return await result
	} finally {
		queue.length -= 1
		if (queue.length === 0) queues.delete(key)
	}
}
