import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** `against` null asks for a new hash, otherwise whether the password belongs to it. */
export type HashTask = { password: string; against: string | null }
export type HashAnswer = { ok: true; value: string | boolean } | { ok: false; message: string }

const idle: Worker[] = []

function startThread(): Worker {
	const thread = new Worker(new URL('./hash-thread.ts', import.meta.url))
	// A program that has nothing else to do may end.
	thread.unref()
	thread.once('error', () => idle.splice(0, idle.length, ...idle.filter((one) => one !== thread)))
	return thread
}

/** One task on a thread that nobody else has. @throws when the thread dies; the next task gets a new one */
async function run(task: HashTask): Promise<string | boolean> {
	const thread = idle.pop() ?? startThread()
	thread.ref()
	thread.postMessage(task)
	const [answer] = (await once(thread, 'message')) as [HashAnswer]
	thread.unref()
	idle.push(thread)
	if (!answer.ok) throw new Error(answer.message)
	return answer.value
}

/**
 * argon2id in threads of a low priority: while everybody signs in at once, hashing takes what the rest of the server leaves.
 * Callers bound how many run at a time; a thread is kept for the next. The cost stands in `hash-thread.ts`.
 */
export const hashThreads = {
	/** @returns the hash in PHC form */
	hash: async (password: string): Promise<string> => String(await run({ password, against: null })),
	/** @param against a PHC string; one that is none throws */
	verify: async (against: string, password: string): Promise<boolean> => (await run({ password, against })) === true,
}
