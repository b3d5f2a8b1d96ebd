/** Use of a section by a reader. Times are milliseconds since 1970. */
export type SectionTrace = {
	section: string
	/** First time this server sent the text to the reader's account. */
	servedAtMs: number | null
	/** Arrival of a browser's first report that the section was opened. */
	reportedAtMs: number | null
	/** Opening time according to the browser's first report; never later than the report's arrival. */
	claimedAtMs: number | null
	/** True if the section can be read without paying. */
	isFree: boolean
}

/**
 * Returns when a section was first opened, by our own clock. An earlier time reported by a browser is accepted only for free
 * sections, and only if the report arrived before we served the text: reading while signed out isn't lost, and a section can't be
 * backdated after it was read.
 * @returns null if the section was never opened
 */
export function firstOpened({ servedAtMs, reportedAtMs, claimedAtMs, isFree }: Omit<SectionTrace, 'section'>): number | null {
	const isBelieved = isFree && reportedAtMs !== null && (servedAtMs === null || reportedAtMs <= servedAtMs)
	const times = [servedAtMs, reportedAtMs, isBelieved ? claimedAtMs : null].filter((time) => time !== null)
	return times.length === 0 ? null : Math.min(...times)
}

/**
 * Counts the sections first opened after the payment. A section that any of the readers opened earlier never counts.
 * @param paidAtMs null until something is paid: then nothing counts
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
