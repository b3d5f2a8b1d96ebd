import { setTimeout as sleep } from 'node:timers/promises'

import { isServerOf } from './processes.ts'

/** Fast shutdown; after the time limit an immediate one, from which the next start recovers. Never SIGKILL. */
export async function stopPostmaster(pid: number, dataDir: string, timeoutMs: number): Promise<void> {
	const deadline = Date.now() + timeoutMs
	try {
		process.kill(pid, 'SIGINT')
		while (isServerOf(dataDir, pid)) {
			if (Date.now() > deadline) return void process.kill(pid, 'SIGQUIT')
			await sleep(10)
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
	}
}
