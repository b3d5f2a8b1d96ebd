const MINUTE_MS = 60_000

/** What the clocks of a zone show at a moment, as if it were UTC. */
function shownAt(ms: number, zone: string): number {
	const parts = new Intl.DateTimeFormat('en-US', {
		timeZone: zone,
		hourCycle: 'h23',
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
	}).formatToParts(ms)
	const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
	return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'))
}

/**
 * The moment at which the clocks of a zone show `2026-11-23T09:30`; the first of two in the hour that comes twice.
 * @returns null for another form, and for a time that the clocks leave out
 */
export function readZonedTime(text: string, zone: string): Date | null {
	if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return null
	const wanted = Date.parse(`${text}Z`)
	// Thirtieths of February become days of March.
	if (Number.isNaN(wanted) || !new Date(wanted).toISOString().startsWith(text)) return null
	const offsets = [wanted - 24 * 60 * MINUTE_MS, wanted, wanted + 24 * 60 * MINUTE_MS].map((near) => shownAt(near, zone) - near)
	const found = offsets.map((offset) => wanted - offset).filter((ms) => shownAt(ms, zone) === wanted)
	return found.length === 0 ? null : new Date(Math.min(...found))
}
