import { hashSync, verifySync } from '@node-rs/argon2'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

import type { HashAnswer, HashTask } from './hash-threads.ts'

// Cost of argon2id: 19 MiB, two passes, one lane (ASVS 5.0, appendix C).
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Thread priority below the rest of the process (Linux only), so that other requests stay fast while sign-ins saturate the machine.
 */
const NICE = 10

function standBehind(): void {
	if (process.platform !== 'linux') return
	try {
		setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICE)
	} catch {
		// Without /proc, the thread keeps normal priority. Hashing still works; only latency under load suffers.
	}
}

function answer(task: HashTask): HashAnswer {
	try {
		return { ok: true, value: task.against === null ? hashSync(task.password, COST) : verifySync(task.against, task.password) }
	} catch (error) {
		return { ok: false, message: error instanceof Error ? error.message : 'The hash could not be computed' }
	}
}

standBehind()
parentPort?.on('message', (task: HashTask) => parentPort?.postMessage(answer(task)))
