/** Facts about one section and one reader. Milliseconds since 1970. */
export type SectionTrace = {
	section: string
	/** First time this server sent the text to the reader's account. */
	servedAtMs: number | null
	/** First report by a browser that it was opened. */
	reportedAtMs: number | null
	/** The time that the report named, never after its arrival. */
	claimedAtMs: number | null
	/** True if it can be read without paying. */
	isFree: boolean
}

/**
 * Finds when a section was first opened. Our own clock decides. An earlier time reported by a browser is accepted only for free sections,
 * and only if the report came before we served the text: reading signed out and signing in later loses nothing, and a section cannot be
 * dated back after it was read.
 * @returns null for a section that was never opened
 */
export function firstOpened({ servedAtMs, reportedAtMs, claimedAtMs, isFree }: Omit<SectionTrace, 'section'>): number | null {
	const isBelieved = isFree && reportedAtMs !== null && (servedAtMs === null || reportedAtMs <= servedAtMs)
	const times = [servedAtMs, reportedAtMs, isBelieved ? claimedAtMs : null].filter((time) => time !== null)
	return times.length === 0 ? null : Math.min(...times)
}

/**
 * Counts sections first opened after the payment. A section that any of the readers opened before never counts.
 * @param paidAtMs null while nothing is paid: then nothing counts
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
