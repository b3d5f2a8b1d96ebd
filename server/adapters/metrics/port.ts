import type { Work } from '#server/kernel/work.ts'

/**
 * Value read whenever Prometheus requests the metrics. Values with the same name differ in their labels; null leaves one out. A
 * name that ends in `_total` makes it a counter, any other a gauge.
 */
export type MetricValue = { name: string; help: string; labels?: Readonly<Record<string, string>>; value: number | null }

export type Metrics = {
	/** Counts finished work. `outcome` is a status code, or `completed` or `failed` for a job. */
	ended: (end: { work: Work; outcome: string; milliseconds: number }) => void
	/** Returns the metrics in Prometheus's text format. */
	print: (figures: readonly MetricValue[]) => Promise<{ type: string; text: string }>
}
