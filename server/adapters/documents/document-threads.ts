import type { Piscina } from 'piscina'

import { ServiceError } from '#server/kernel/errors.ts'

/** As many as a small machine has processors: a long document doesn't block the next. */
const THREADS = 2
const MAX_WAITING = 20
/** Waiting and making together. The largest accepted document takes a few seconds. */
const MAX_MS = 30_000
/** A thread keeps the memory of its largest document, hundreds of megabytes, so an idle one ends soon. */
const IDLE_MS = 5000
const RETRY_AFTER_SECONDS = 5
/** Below everything else in the program; only Linux gives threads a priority of their own. */
const NICE = 5
/** A document that needs more ends its own thread only. */
const RESOURCES = { maxOldGenerationSizeMb: 384 }

export type DocumentThreads = {
	/**
	 * Calls an exported function of a file in a thread. The task and the answer are copied.
	 * @throws ServiceError `documents_busy` (503) while too many wait, `document_timeout` (504); what the function throws; Error when its thread ends
	 */
	run: <Answer>(call: { file: URL; name: string; task: unknown }) => Promise<Answer>
	/** Ends all threads and fails their tasks. The next call opens new ones. */
	close: () => Promise<void>
}

export type ThreadLimits = { threads?: number; mostWaiting?: number; mostMs?: number }

async function openPool(threads: number, mostWaiting: number): Promise<Piscina> {
	const { Piscina } = await import('piscina')
	// A fixed number of threads: a pool that may shrink to zero forgets its waiting calls when the last thread dies.
	const pool = new Piscina({
		minThreads: threads,
		maxThreads: threads,
		maxQueue: mostWaiting + threads,
		concurrentTasksPerWorker: 1,
		atomics: 'disabled',
		niceIncrement: process.platform === 'linux' ? NICE : 0,
		resourceLimits: RESOURCES,
		recordTiming: false,
	})
	// An idle thread that died is already replaced.
	pool.on('error', () => {})
	return pool
}

/**
 * Threads that make documents, so that a long one delays no one else. Opened with the first document and closed after five
 * seconds without one; a thread that hangs or dies fails only its own call.
 */
export function createDocumentThreads({
	threads = THREADS,
	mostWaiting = MAX_WAITING,
	mostMs = MAX_MS,
}: ThreadLimits = {}): DocumentThreads {
	let pool: Promise<Piscina> | null = null
	let underWay = 0
	let idle: NodeJS.Timeout | undefined

	async function close(): Promise<void> {
		clearTimeout(idle)
		const open = pool
		pool = null
		await (await open)?.destroy()
	}

	async function runInTime<Answer>({ file, name, task }: { file: URL; name: string; task: unknown }): Promise<Answer> {
		const signal = AbortSignal.timeout(mostMs)
		try {
			pool ??= openPool(threads, mostWaiting)
			return (await (await pool).run(task, { filename: file.href, name, signal })) as Answer
		} catch (error) {
			if (!signal.aborted) throw error
			throw new ServiceError('timeout', 'document_timeout', 'This document took too long to make. Please try again.')
		}
	}

	return {
		close,
		async run(call) {
			if (underWay >= threads + mostWaiting)
				throw new ServiceError('overloaded', 'documents_busy', 'Too many documents are being made. Please try again in a moment.', {
					retryAfterSeconds: RETRY_AFTER_SECONDS,
				})
			clearTimeout(idle)
			underWay += 1
			try {
				return await runInTime(call)
			} finally {
				underWay -= 1
				if (underWay === 0) idle = setTimeout(() => void close(), IDLE_MS).unref()
			}
		},
	}
}

/** The threads of this process. */
export const documentThreads = createDocumentThreads()
