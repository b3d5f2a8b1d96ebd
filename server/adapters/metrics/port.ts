import type { Work } from '#server/kernel/work.ts'

/** A figure that is read when metrics are requested. Figures with the same name differ in their labels. */
export type Figure = { name: string; help: string; labels?: Readonly<Record<string, string>>; value: number }

/** Metrics of this process. */
export type Metrics = {
	/** Counts a request or a job. `outcome` is a status code, or `completed` or `failed`. */
	ended: (end: { work: Work; outcome: string; milliseconds: number }) => void
	/** Returns all metrics in the text format of Prometheus. */
	print: (figures: readonly Figure[]) => Promise<{ type: string; text: string }>
}
