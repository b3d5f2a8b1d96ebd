import type { Work } from '#server/kernel/work.ts'

/** Read when metrics are requested. Figures with the same name differ in their labels. */
export type Figure = { name: string; help: string; labels?: Readonly<Record<string, string>>; value: number }

export type Metrics = {
	/** `outcome` is a status code, or `completed` or `failed` for a job. */
	ended: (end: { work: Work; outcome: string; milliseconds: number }) => void
	/** Text format of Prometheus. */
	print: (figures: readonly Figure[]) => Promise<{ type: string; text: string }>
}
