import { AsyncLocalStorage } from 'node:async_hooks'

/** A request or a job that is under way. */
export type Work = {
	/** Id of the request; for a job, of the request that caused it. */
	requestId: string
	/** Trace id of W3C Trace Context: 32 hexadecimal digits. */
	traceId: string
	/** Id of the caller's span; null at the start of a trace. */
	parentSpanId: string | null
	/** Returns the route pattern or the name of the job; never a path, which may hold personal data. */
	name: () => string
	/** Only for requests. `network` is a truncated address. */
	request?: { method: string; network: string }
	/** Time of performance.now(). */
	startedAt: number
	/** Set while traces are recorded: notes a statement, and returns a function to call at its end. */
	noteStatement?: (text: string) => (error?: unknown) => void
	/** Id of this work's span, for the jobs it enqueues. Set while traces are recorded. */
	spanId?: string
}

/** The work that the running code belongs to. */
export const currentWork = new AsyncLocalStorage<Work>()

/** Work that caused a job, as stored with the job. */
export type Origin = { requestId: string; traceId: string; spanId?: string }

export function originOf(work: Work | undefined): Origin | undefined {
	return work && { requestId: work.requestId, traceId: work.traceId, ...(work.spanId && { spanId: work.spanId }) }
}

const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(?:-|$)/

/** Parses a `traceparent` header (W3C Trace Context). Without a valid one, the request id becomes the trace id. */
export function readTrace(traceparent: string | undefined, requestId: string): Pick<Work, 'traceId' | 'parentSpanId'> {
	const [, traceId, parentSpanId] = TRACEPARENT.exec(traceparent ?? '') ?? []
	return traceId && parentSpanId ? { traceId, parentSpanId } : { traceId: requestId.replaceAll('-', ''), parentSpanId: null }
}
