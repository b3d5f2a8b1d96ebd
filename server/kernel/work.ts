import { AsyncLocalStorage } from 'node:async_hooks'

export type Work = {
	/** ID of the request; for a job, of the request that enqueued it. */
	requestId: string
	/** Trace ID (W3C Trace Context): 32 hexadecimal digits. */
	traceId: string
	/** Span of the caller; null at the start of a trace. */
	parentSpanId: string | null
	/** Returns the route pattern or job name, but never a path, which may contain personal data. */
	name: () => string
	/** HTTP request. `network` is a truncated IP address. */
	request?: { method: string; network: string }
	/** Start time from performance.now(). */
	startedAt: number
	/** Records a statement and returns a function to call at its end. Set while traces are recorded. */
	noteStatement?: (text: string) => (error?: unknown) => void
	/** Span ID that jobs enqueued by this work get as their parent. Set while traces are recorded. */
	spanId?: string
}

export const currentWork = new AsyncLocalStorage<Work>()

/** Origin of a job, stored with it. */
export type JobOrigin = { requestId: string; traceId: string; spanId?: string }

export function originOf(work: Work | undefined): JobOrigin | undefined {
	return work && { requestId: work.requestId, traceId: work.traceId, ...(work.spanId && { spanId: work.spanId }) }
}

const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(?:-|$)/

/** Parses a W3C Trace Context header. Without a valid one, the request ID becomes the trace ID. */
export function readTrace(traceparent: string | undefined, requestId: string): Pick<Work, 'traceId' | 'parentSpanId'> {
	const [, traceId, parentSpanId] = TRACEPARENT.exec(traceparent ?? '') ?? []
	return traceId && parentSpanId ? { traceId, parentSpanId } : { traceId: requestId.replaceAll('-', ''), parentSpanId: null }
}
