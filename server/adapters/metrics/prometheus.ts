import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import type { MetricValue, Metrics } from './port.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const REQUEST_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const JOB_SECONDS = [0.05, 0.25, 1, 5, 30, 120, 600]

/**
 * Formats the gauges. Each call uses a new registry, so that a gauge without a current value disappears: as zero, it would look
 * like a full disk while the database is down.
 */
function printFigures(figures: readonly MetricValue[]): Promise<string> {
	const registry = new Registry()
	const known = new Map<string, Gauge | Counter>()
	for (const { name, help, labels = {}, value } of figures) {
		if (value === null) continue
		const Kind = name.endsWith('_total') ? Counter : Gauge
		const metric = known.get(name) ?? new Kind({ name, help, labelNames: Object.keys(labels), registers: [registry] })
		known.set(name, metric)
		metric.inc(labels, value)
	}
	return registry.metrics()
}

/** Creates the metrics. Labels are route patterns, job names and states, so the number of series is bounded by the code. */
export function createPrometheus(): Metrics {
	const registry = new Registry()
	const registers = [registry]
	collectDefaultMetrics({ register: registry })
	const requests = new Counter({
		name: 'launchway_http_requests_total',
		help: 'Requests by method, route pattern and status code.',
		labelNames: ['method', 'route', 'status'],
		registers,
	})
	const requestSeconds = new Histogram({
		name: 'launchway_http_request_seconds',
		help: 'Time to handle a request, by route pattern.',
		labelNames: ['route'],
		buckets: REQUEST_SECONDS,
		registers,
	})
	const jobs = new Counter({
		name: 'launchway_jobs_total',
		help: 'Job attempts by name and outcome.',
		labelNames: ['job', 'outcome'],
		registers,
	})
	const jobSeconds = new Histogram({
		name: 'launchway_job_seconds',
		help: 'Duration of a job attempt.',
		labelNames: ['job'],
		buckets: JOB_SECONDS,
		registers,
	})

	return {
		ended({ work: { name, request }, outcome, milliseconds }) {
			const label = name()
			if (request) {
				requests.inc({ method: METHODS.has(request.method) ? request.method : 'other', route: label, status: outcome })
				requestSeconds.observe({ route: label }, milliseconds / 1000)
				return
			}
			jobs.inc({ job: label, outcome })
			jobSeconds.observe({ job: label }, milliseconds / 1000)
		},
		async print(figures) {
			return { type: registry.contentType, text: (await registry.metrics()) + (await printFigures(figures)) }
		},
	}
}
