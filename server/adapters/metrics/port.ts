import type { Work } from '#server/kernel/work.ts'

/**
 * Value that is read when Prometheus requests the metrics. Values with the same name differ in their labels. A null value is left out.
 * Names that end in `_total` are counters, all others gauges.
 */
export type MetricValue = { name: string; help: string; labels?: Readonly<Record<string, string>>; value: number | null }

export type Metrics = {
	/** Counts finished work. `outcome` is a status code, or `completed` or `failed` for a job. */
	ended: (end: { work: Work; outcome: string; milliseconds: number }) => void
	/** Returns the metrics in Prometheus's text format. */
	print: (figures: readonly MetricValue[]) => Promise<{ type: string; text: string }>
}
