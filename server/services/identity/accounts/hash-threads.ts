import { openThreads } from '#server/kernel/threads.ts'

import type { Comparison } from './hash-thread.ts'

const HASH_THREAD = new URL('./hash-thread.ts', import.meta.url)
/** Low priority, so that other requests stay fast while sign-ins saturate the machine. */
const NICE = 10

/**
 * Creates two threads for argon2id. Callers limit how many calls wait.
 * @throws Error from both functions if the thread dies; the next call gets a new one
 */
export function createHashThreads(file: URL = HASH_THREAD) {
	let opened: ReturnType<typeof openThreads> | undefined
	const run = async (name: 'hash' | 'verify', task: string | Comparison): Promise<unknown> => {
		opened ??= openThreads({ threads: 2, nice: NICE })
		return (await opened).run(task, { filename: file.href, name })
	}
	return {
		hash: async (password: string): Promise<string> => String(await run('hash', password)),
		/** @param against a PHC string; anything else throws */
		verify: async (against: string, password: string): Promise<boolean> => (await run('verify', { against, password })) === true,
	}
}

export const hashThreads = createHashThreads()
