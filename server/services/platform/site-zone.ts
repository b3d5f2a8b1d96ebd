import type { Content } from '#content/load-content.server.ts'
import { SUPPORT_TIME_ZONE } from '#domain/support/support-hours.ts'

/** The time zone of the settings, else that of the support hours: the console shows and reads times in it, and newsletters leave by its clocks. */
export const siteZone = ({ site }: Content): string => site.timeZone ?? SUPPORT_TIME_ZONE
