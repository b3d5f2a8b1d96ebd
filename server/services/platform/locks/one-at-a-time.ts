import { ServiceError } from '#server/kernel/errors.ts'

const MAX_WAITING = 100
const RETRY_AFTER_SECONDS = 2

type Queue = { last: Promise<unknown>; length: number }
const queues = new Map<string, Queue>()

/**
 * Runs the work of one key after another within this process. Guesses at one account so meet the counter one by one: two
 * hundred at once are judged like two hundred in a row. The work is told whether others were before it.
 * @throws ServiceError overloaded (503) when a hundred wait for the same key already
 */
export async function oneAtATime<T>(key: string, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
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
	const own = queue.last.then(start, start)
	queue.last = own
	try {
		return await own
	} finally {
		queue.length -= 1
		if (queue.length === 0) queues.delete(key)
	}
}
