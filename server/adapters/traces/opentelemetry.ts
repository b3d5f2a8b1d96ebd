import { type Context, diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider, type Span } from '@opentelemetry/sdk-trace-node'

import type { Logger } from '#server/kernel/logger.ts'
import type { Work } from '#server/kernel/work.ts'

const MAX_STATEMENT_LENGTH = 2000

/** Returns the caller's span. Without one, a new trace starts with the trace ID that the logs show. */
function parentOf({ traceId, parentSpanId }: Work): Context {
	return parentSpanId === null
		? ROOT_CONTEXT
		: trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: parentSpanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })
}

function openTracer(endpoint: string) {
	let nextTraceId = ''
	const hex = (bytes: number) => crypto.getRandomValues(Buffer.alloc(bytes)).toString('hex')
	const provider = new NodeTracerProvider({
		resource: resourceFromAttributes({ 'service.name': 'launchway' }).merge(detectResources({ detectors: [envDetector] })),
		spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }))],
		idGenerator: { generateTraceId: () => nextTraceId, generateSpanId: () => hex(8) },
	})
	const tracer = provider.getTracer('launchway')
	return {
		stop: () => provider.shutdown(),
		start: (work: Work): Span => {
			nextTraceId = work.traceId
			const { request } = work
			return tracer.startSpan(
				request?.method ?? work.name(),
				{ kind: request ? SpanKind.SERVER : SpanKind.CONSUMER, attributes: { 'launchway.request_id': work.requestId } },
				parentOf(work),
			) as Span
		},
		startStatement: (parent: Span, text: string): Span =>
			tracer.startSpan(
				/^\w+/.exec(text.trim())?.[0].toLowerCase() ?? 'statement',
				{
					kind: SpanKind.CLIENT,
					attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MAX_STATEMENT_LENGTH) },
				},
				trace.setSpan(ROOT_CONTEXT, parent),
			) as Span,
	}
}

/**
 * Creates a tracer. Traces hold no personal data: statements have no values, and requests only their route pattern.
 * @param endpoint base URL of the OTLP collector
 */
export function createTracer(endpoint: string, log: Logger) {
	diag.setLogger(
		{
			debug: () => {},
			info: () => {},
			verbose: () => {},
			warn: (reason) => log.throttled('warn', 'traces', { reason }),
			error: (reason) => log.throttled('warn', 'traces not sent', { reason }),
		},
		{ logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
	)
	const { start, startStatement, stop } = openTracer(endpoint)
	const spans = new WeakMap<Work, Span>()

	return {
		began(work: Work): void {
			const span = start(work)
			spans.set(work, span)
			work.spanId = span.spanContext().spanId
			work.noteStatement = (text) => {
				const statement = startStatement(span, text)
				return (error) => {
					if (error) statement.setStatus({ code: SpanStatusCode.ERROR })
					statement.end()
				}
			}
		},
		ended({ work, outcome }: { work: Work; outcome: string }): void {
			const span = spans.get(work)
			if (!span) return
			const route = work.name()
			if (work.request)
				span
					.updateName(`${work.request.method} ${route}`)
					.setAttributes({ 'http.request.method': work.request.method, 'http.route': route, 'http.response.status_code': Number(outcome) })
			if (outcome === 'failed' || Number(outcome) >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
			span.end()
		},
		stop,
	}
}
