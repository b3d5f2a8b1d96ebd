import type { Piscina } from 'piscina'

import { ServiceError } from '#server/kernel/errors.ts'
import { startThreadPool, type ThreadCall } from '#server/kernel/threads.ts'

/** Number of rendering threads. With two, a long document doesn't block the next one; a small machine has only two CPUs. */
const THREADS = 2
const MAX_WAITING = 20
/** Time limit for waiting and rendering together. The largest accepted document takes a few seconds. */
export const documentLimits = { maxMs: 30_000 }
/** Time after which an idle thread ends: it keeps the memory of its largest document, hundreds of megabytes. */
const IDLE_MS = 5000
const RETRY_AFTER_SECONDS = 5
const NICE = 5
const MEGABYTES = 384

export type DocumentThreads = {
	/**
	 * Calls an exported function of a module in a thread. Task and result are copied.
	 * @throws ServiceError `documents_busy` (503) if too many tasks are waiting, `document_timeout` (504); any error of the
	 * function; Error if its thread dies
	 */
	run: <Answer>(call: ThreadCall) => Promise<Answer>
	/** Ends the threads, so that their tasks fail. The next call starts new threads. */
	close: () => Promise<void>
}

export type ThreadLimits = { threads?: number; maxWaiting?: number; maxMs?: number }

/**
 * Creates threads that render documents, so that a long one blocks no other request. They start with the first document. A thread
 * that hangs or dies fails only its own call.
 */
export function createDocumentThreads({ threads = THREADS, maxWaiting = MAX_WAITING, maxMs }: ThreadLimits = {}): DocumentThreads {
	let pool: Promise<Piscina> | null = null
	let running = 0
	let idle: NodeJS.Timeout | undefined

	async function close(): Promise<void> {
		clearTimeout(idle)
		const open = pool
		pool = null
		await (await open)?.destroy()
	}

	async function runInTime<Answer>({ file, name, task }: ThreadCall): Promise<Answer> {
		const signal = AbortSignal.timeout(maxMs ?? documentLimits.maxMs)
		try {
			pool ??= startThreadPool({ threads, waiting: maxWaiting, nice: NICE, megabytes: MEGABYTES })
			return (await (await pool).run(task, { filename: file.href, name, signal })) as Answer
		} catch (error) {
			if (!signal.aborted) throw error
			throw new ServiceError('timeout', 'document_timeout', 'This document took too long to create. Please try again.')
		}
	}

	return {
		close,
		async run(call) {
			if (running >= threads + maxWaiting)
				throw new ServiceError('overloaded', 'documents_busy', 'Too many documents are being created. Please try again in a moment.', {
					retryAfterSeconds: RETRY_AFTER_SECONDS,
				})
			clearTimeout(idle)
			running += 1
			try {
				return await runInTime(call)
			} finally {
				running -= 1
				if (running === 0) idle = setTimeout(() => void close(), IDLE_MS).unref()
			}
		},
	}
}

export const documentThreads = createDocumentThreads()
