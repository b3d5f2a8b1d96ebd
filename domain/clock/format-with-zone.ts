/**
 * Returns a formatter for times that names the zone: `Dec 5, 2026, 6:59 PM EST`, and `6:59 PM Berlin time` where American English has
 * no abbreviation, because few people know what `GMT+1` is.
 */
export function formatterWithZone(timeZone: string, month: 'short' | 'long'): (at: Date) => string {
	const format = new Intl.DateTimeFormat('en-US', {
		timeZone,
		year: 'numeric',
		month,
		day: 'numeric',
		hour: 'numeric',
		minute: '2-digit',
		timeZoneName: 'short',
	})
	const city = timeZone.startsWith('Etc/') ? undefined : timeZone.split('/').at(-1)?.replaceAll('_', ' ')
	const nameZone = (name: string) => (city !== undefined && /^GMT[+-]/.test(name) ? `${city} time` : name)
	return (at) =>
		format
			.formatToParts(at)
			.map(({ type, value }) => (type === 'timeZoneName' ? nameZone(value) : value))
			.join('')
			.replaceAll('\u202F', ' ')
}
