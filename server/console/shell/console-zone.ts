/** A time zone's name for people, such as `Eastern Time`. Zones that have none are called by their place. */
export function formatZoneName(timeZone: string): string {
	const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(0)
	const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
	return name.startsWith('GMT') ? timeZone.replaceAll('_', ' ') : name
}
