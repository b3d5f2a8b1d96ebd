/** Times at which a reader used a section, in milliseconds since 1970. */
export type SectionTrace = {
	section: string
	/** First time that this server sent the text to the reader's account. */
	servedAtMs: number | null
	/** Arrival time of a browser's first report that the section was opened. */
	reportedAtMs: number | null
	/** Time of the opening according to that report; never later than its arrival. */
	claimedAtMs: number | null
	/** True if the section can be read without paying. */
	isFree: boolean
}

/**
 * Returns when a section was first opened, by our own clock. An earlier time that a browser reported counts only for free sections, and
 * only if the report arrived before we sent the text. So reading while signed out isn't lost, but a section can't be backdated after it was
 * read.
 * @returns null if the section was never opened
 */
export function firstOpened({ servedAtMs, reportedAtMs, claimedAtMs, isFree }: Omit<SectionTrace, 'section'>): number | null {
	const isBelieved = isFree && reportedAtMs !== null && (servedAtMs === null || reportedAtMs <= servedAtMs)
	const times = [servedAtMs, reportedAtMs, isBelieved ? claimedAtMs : null].filter((time) => time !== null)
	return times.length === 0 ? null : Math.min(...times)
}

/**
 * Counts the sections that were first opened after the payment. Sections that any of the readers opened earlier never count.
 * @param paidAtMs null until something is paid; then nothing counts
 */
export function countOpenedSince(traces: readonly SectionTrace[], paidAtMs: number | null): number {
	if (paidAtMs === null) return 0
	const first = new Map<string, number>()
	for (const trace of traces) {
		const openedMs = firstOpened(trace)
		if (openedMs !== null) first.set(trace.section, Math.min(openedMs, first.get(trace.section) ?? openedMs))
	}
	return [...first.values()].filter((openedMs) => openedMs > paidAtMs).length
}
