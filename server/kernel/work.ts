import { AsyncLocalStorage } from 'node:async_hooks'

export type Work = {
	/** For a job, of the request that caused it. */
	requestId: string
	/** W3C Trace Context: 32 hexadecimal digits. */
	traceId: string
	/** Null at the start of a trace. */
	parentSpanId: string | null
	/** Route pattern or job name; never a path, which may hold personal data. */
	name: () => string
	/** `network` is a truncated address. */
	request?: { method: string; network: string }
	/** From performance.now(). */
	startedAt: number
	/** While traces are recorded: notes a statement, and returns a function to call at its end. */
	noteStatement?: (text: string) => (error?: unknown) => void
	/** For the jobs this work enqueues. Set while traces are recorded. */
	spanId?: string
}

/** The work that the running code belongs to. */
export const currentWork = new AsyncLocalStorage<Work>()

/** Stored with a job. */
export type Origin = { requestId: string; traceId: string; spanId?: string }

export function originOf(work: Work | undefined): Origin | undefined {
	return work && { requestId: work.requestId, traceId: work.traceId, ...(work.spanId && { spanId: work.spanId }) }
}

const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(?:-|$)/

/** W3C Trace Context. Without a valid header, the request id becomes the trace id. */
export function readTrace(traceparent: string | undefined, requestId: string): Pick<Work, 'traceId' | 'parentSpanId'> {
	const [, traceId, parentSpanId] = TRACEPARENT.exec(traceparent ?? '') ?? []
	return traceId && parentSpanId ? { traceId, parentSpanId } : { traceId: requestId.replaceAll('-', ''), parentSpanId: null }
}
