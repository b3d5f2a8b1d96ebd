import type { Work } from '#server/kernel/work.ts'

/**
 * Gauge, read whenever Prometheus asks for the metrics. Gauges with the same name differ in their
 * labels. One whose value is null is left out.
 */
export type Figure = { name: string; help: string; labels?: Readonly<Record<string, string>>; value: number | null }

export type Metrics = {
	/** Counts finished work. `outcome` is a status code, or `completed` or `failed` for a job. */
	ended: (end: { work: Work; outcome: string; milliseconds: number }) => void
	/** Returns the metrics in Prometheus's text format. */
	print: (figures: readonly Figure[]) => Promise<{ type: string; text: string }>
}
