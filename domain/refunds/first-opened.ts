/** What is known of one section and one reader. Milliseconds since 1970. */
export type SectionTrace = {
	section: string
	/** When this server first handed its text to the reader's account. */
	servedAtMs: number | null
	/** When a browser's report that it was opened first arrived here. */
	reportedAtMs: number | null
	/** The time which that report named, never after its arrival. */
	claimedAtMs: number | null
	/** Whether it can be read without paying. */
	isFree: boolean
}

/**
 * When a section was first opened. Our own clock decides. A browser's word about the time before is taken for what could
 * be read for nothing, and only if it came before we handed the text out: whoever read signed out and signs in later
 * loses nothing, and who reads first cannot date it back afterwards.
 * @returns null for a section that was never opened
 */
export function firstOpened({ servedAtMs, reportedAtMs, claimedAtMs, isFree }: Omit<SectionTrace, 'section'>): number | null {
	const isBelieved = isFree && reportedAtMs !== null && (servedAtMs === null || reportedAtMs <= servedAtMs)
	const times = [servedAtMs, reportedAtMs, isBelieved ? claimedAtMs : null].filter((time) => time !== null)
	return times.length === 0 ? null : Math.min(...times)
}

/**
 * How many sections were first opened after the payment. What anybody of the readers opened before never counts.
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
