/** True if a zone's short name is only an offset, such as `GMT+1`, because American English has no abbreviation for it. */
export const isOffset = (shortName: string): boolean => /^GMT[+-]/.test(shortName)

/** Returns a name such as `Berlin time`; undefined for a zone that isn't named after a place. */
export function nameByCity(timeZone: string): string | undefined {
	const city = timeZone.startsWith('Etc/') || !timeZone.includes('/') ? undefined : timeZone.split('/').at(-1)
	return city && `${city.replaceAll('_', ' ')} time`
}

/**
 * Returns a formatter for times with their zone: `Dec 5, 2026, 6:59 PM EST`, or, if American English has no abbreviation, `6:59 PM Berlin
 * time`, because few people know what `GMT+1` is.
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
	const byCity = nameByCity(timeZone)
	const nameZone = (name: string) => (byCity !== undefined && isOffset(name) ? byCity : name)
	return (at) =>
		format
			.formatToParts(at)
			.map(({ type, value }) => (type === 'timeZoneName' ? nameZone(value) : value))
			.join('')
			.replaceAll('\u202F', ' ')
}
