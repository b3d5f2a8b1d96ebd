import { isOffset, nameByCity } from '#domain/clock/format-with-zone.ts'

/** Returns the display name of a time zone: `Eastern Time`, `Berlin time`; its ID if it has no name. */
export function formatZoneName(timeZone: string): string {
	const nameAs = (timeZoneName: 'short' | 'longGeneric') =>
		new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ??
		'GMT'
	const byCity = isOffset(nameAs('short')) ? nameByCity(timeZone) : undefined
	const name = byCity ?? nameAs('longGeneric')
	return name.startsWith('GMT') ? timeZone.replaceAll('_', ' ') : name
}
