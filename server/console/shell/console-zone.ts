export { siteZone as findConsoleZone } from '#server/services/platform/site-zone.ts'

/** A time zone's name for people, such as `Eastern Time`. */
export const formatZoneName = (timeZone: string): string =>
	new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(0).find(({ type }) => type === 'timeZoneName')
		?.value ?? timeZone
