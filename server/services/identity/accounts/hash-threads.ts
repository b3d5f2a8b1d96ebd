import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** `against`: PHC string to verify the password against; null to create a new hash. */
export type HashTask = { password: string; against: string | null }
export type HashAnswer = { ok: true; value: string | boolean } | { ok: false; message: string }

const HASH_THREAD = new URL('./hash-thread.ts', import.meta.url)

/** @throws Error if the thread exits without a result */
async function ask(thread: Worker, task: HashTask): Promise<HashAnswer> {
	const asked = new AbortController()
	const ended = once(thread, 'exit', asked).then(() => Promise.reject(new Error('The thread that hashes has ended')))
	const answered = once(thread, 'message', asked)
	try {
		thread.postMessage(task)
		const [answer] = (await Promise.race([answered, ended])) as [HashAnswer]
		return answer
	} finally {
		asked.abort()
	}
}

/**
 * Creates a pool of low-priority threads for argon2id, so that hashing uses only spare CPU time. Callers limit how many run at
 * once.
 * @throws Error from both functions if the thread dies; the next task gets a new one
 */
export function createHashThreads(file: URL = HASH_THREAD) {
	const idle: Worker[] = []

	function startThread(): Worker {
		const thread = new Worker(file)
		// An idle thread must not keep the process alive.
		thread.unref()
		const forget = () => idle.splice(0, idle.length, ...idle.filter((one) => one !== thread))
		thread.once('error', forget).once('exit', forget)
		return thread
	}

	async function run(task: HashTask): Promise<string | boolean> {
		const thread = idle.pop() ?? startThread()
		thread.ref()
		const answer = await ask(thread, task)
		thread.unref()
		idle.push(thread)
		if (!answer.ok) throw new Error(answer.message)
		return answer.value
	}

	return {
		hash: async (password: string): Promise<string> => String(await run({ password, against: null })),
		/** @param against a PHC string; anything else throws */
		verify: async (against: string, password: string): Promise<boolean> => (await run({ password, against })) === true,
	}
}

export const hashThreads = createHashThreads()
