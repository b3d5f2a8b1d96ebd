import { z } from 'zod'

import { flag, type ConfigProblem } from './variable.ts'

const address = z.string().transform((text, issues) => {
	const [, host, port] = /^(\[[\da-f:]+\]|[\w.-]+):(\d{1,5})$/.exec(text) ?? []
	if (host && Number(port) <= 65_535) return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
	issues.addIssue({ code: 'custom', message: 'must be an address and a port, such as 127.0.0.1:9464' })
	return z.NEVER
})

export const observingVariables = {
	ACCESS_LOG: flag.default(false),
	DRAIN_SECONDS: z.coerce.number().int().min(0).max(60).default(0),
	HEARTBEAT_URL: z.url({ protocol: /^https?$/ }).optional(),
	METRICS_ADDR: address.optional(),
	METRICS_TOKEN: z
		.string()
		.regex(/^[\w-]{20,200}$/, 'must be at least 20 letters, digits, _ or -')
		.optional(),
	OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
}

type ObservingVariables = z.output<z.ZodObject<typeof observingVariables>>

export const findMetricsProblem = (env: ObservingVariables): ConfigProblem | null =>
	env.METRICS_ADDR && !env.METRICS_TOKEN ? { variable: 'METRICS_TOKEN', message: 'is needed with METRICS_ADDR' } : null

export const toObservingConfig = (env: ObservingVariables) => ({
	accessLog: env.ACCESS_LOG,
	/** Time for which `/readyz` fails before the server stops, so that load balancers notice. */
	drainMs: env.DRAIN_SECONDS * 1000,
	/** URL requested every minute while the server is ready; null for none. */
	heartbeatUrl: env.HEARTBEAT_URL ?? null,
	metrics: env.METRICS_ADDR && env.METRICS_TOKEN ? { ...env.METRICS_ADDR, token: env.METRICS_TOKEN } : null,
	/** OTLP collector; null for none. */
	tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '') ?? null,
})
