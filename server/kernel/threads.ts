import type { Piscina } from 'piscina'

type ThreadOptions = {
	threads: number
	waiting?: number
	/** Priority below the rest of the program. Only Linux supports priorities per thread. */
	nice?: number
	/** Memory limit of a thread in megabytes. A call that needs more ends only its own thread. */
	megabytes?: number
}

/** Idle time after which a thread ends, because each takes 10 MB. The last thread stays. */
const IDLE_MS = 60_000

/** Starts worker threads. One that dies fails only its own call and is replaced. */
export async function startThreadPool({ threads, waiting, nice = 0, megabytes }: ThreadOptions): Promise<Piscina> {
	const { Piscina } = await import('piscina')
	// Keep one thread: a pool that can shrink to zero loses its waiting calls when the last thread dies.
	const pool = new Piscina({
		minThreads: 1,
		maxThreads: threads,
		idleTimeout: IDLE_MS,
		concurrentTasksPerWorker: 1,
		atomics: 'disabled',
		niceIncrement: process.platform === 'linux' ? nice : 0,
		recordTiming: false,
		...(waiting !== undefined && { maxQueue: waiting + threads }),
		...(megabytes !== undefined && { resourceLimits: { maxOldGenerationSizeMb: megabytes } }),
	})
	// Ignore errors of idle threads: the pool has already replaced them.
	pool.on('error', () => {})
	return pool
}

export type ThreadCall = { file: URL; /** Function that the module exports. */ name: string; task: unknown }

/**
 * Runs a call in a new thread that ends afterwards.
 * @throws Error after `milliseconds`, if the thread dies or needs too much memory; any error of the function
 */
export async function runInThread<Answer>(
	{ file, name, task }: ThreadCall,
	{ megabytes, milliseconds }: { megabytes: number; milliseconds: number },
): Promise<Answer> {
	const pool = await startThreadPool({ threads: 1, megabytes })
	try {
		return (await pool.run(task, { filename: file.href, name, signal: AbortSignal.timeout(milliseconds) })) as Answer
	} finally {
		await pool.destroy()
	}
}
