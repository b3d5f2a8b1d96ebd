import type { Content } from '#content/load-content.server.ts'
import { SUPPORT_TIME_ZONE } from '#domain/support/support-hours.ts'

/** Time zone in which the console shows and reads times: content/site.json, else that of the support hours. */
export const findConsoleZone = ({ site }: Content): string => site.timeZone ?? SUPPORT_TIME_ZONE

/** A time zone's name for people, such as `Eastern Time`. */
export const formatZoneName = (timeZone: string): string =>
	new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(0).find(({ type }) => type === 'timeZoneName')
		?.value ?? timeZone
