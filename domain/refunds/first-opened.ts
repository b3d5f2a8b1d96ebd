/** Times are milliseconds since 1970. */
export type SectionTrace = {
	section: string
	/** First time this server sent the text to the reader's account. */
	servedAtMs: number | null
	/** Arrival of the first report. */
	reportedAtMs: number | null
	/** As stated in the first report, never later than its arrival. */
	claimedAtMs: number | null
	/** Readable without paying. */
	isFree: boolean
}

/**
 * By our own clock. An earlier time reported by a browser is accepted only for free sections, and only if the report arrived
 * before we served the text: reading while signed out isn't lost, and a section can't be backdated after it was read.
 * @returns null if the section was never opened
 */
export function firstOpened({ servedAtMs, reportedAtMs, claimedAtMs, isFree }: Omit<SectionTrace, 'section'>): number | null {
	const isBelieved = isFree && reportedAtMs !== null && (servedAtMs === null || reportedAtMs <= servedAtMs)
	const times = [servedAtMs, reportedAtMs, isBelieved ? claimedAtMs : null].filter((time) => time !== null)
	return times.length === 0 ? null : Math.min(...times)
}

/**
 * A section opened before the payment by any of the readers never counts.
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
