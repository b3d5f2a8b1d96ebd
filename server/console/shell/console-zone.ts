// oxlint-disable-next-line no-restricted-imports -- read once; the console in React takes it from its context
import { content } from '#content/loaded.server.ts'
import { SUPPORT_TIME_ZONE } from '#domain/support/support-hours.ts'

const { site } = content

/** Time zone in which the console shows and reads times: content/site.json, else that of the support hours. */
export const CONSOLE_ZONE = site.timeZone ?? SUPPORT_TIME_ZONE

/** Its name for people, such as `Eastern Time`. */
export const CONSOLE_ZONE_NAME =
	new Intl.DateTimeFormat('en-US', { timeZone: CONSOLE_ZONE, timeZoneName: 'longGeneric' })
		.formatToParts(0)
		.find(({ type }) => type === 'timeZoneName')?.value ?? CONSOLE_ZONE
