import type { Logger } from '#server/kernel/logger.ts'
import type { createWorkWatch } from '#server/services/platform/work/work-watch.ts'

const BEAT_MS = 250
const LATE_MS = 1000
const MAX_NAMED = 20

/** Warns when the event loop was late by a second, with the requests and jobs that may be the cause. */
export function watchEventLoop(watch: ReturnType<typeof createWorkWatch>, log: Logger): () => void {
	let last = performance.now()
	const timer = setInterval(() => {
		const lateMs = performance.now() - last - BEAT_MS
		last = performance.now()
		const suspects = watch.takeSuspects()
		if (lateMs < LATE_MS) return
		log.warn('event loop was late', {
			lateMs: Math.round(lateMs),
			underWay: suspects.slice(0, MAX_NAMED).map(({ work, milliseconds }) => ({
				name: work.request ? `${work.request.method} ${work.name()}` : work.name(),
				requestId: work.requestId,
				ms: Math.round(milliseconds),
			})),
		})
	}, BEAT_MS)
	timer.unref()
	return () => clearInterval(timer)
}
