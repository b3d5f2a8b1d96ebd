const queues = new Map<string, Promise<unknown>>()

/**
 * Runs the work of one key after another within this process. Guesses at one account so meet the counter one by one: two
 * hundred at once are judged like two hundred in a row.
 */
export async function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
	const before = queues.get(key)
	const own = before ? before.then(work, work) : work()
	queues.set(key, own)
	try {
		return await own
	} finally {
		if (queues.get(key) === own) queues.delete(key)
	}
}
