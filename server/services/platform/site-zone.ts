import type { Content } from '#content/load-content.server.ts'
import { SUPPORT_TIME_ZONE } from '#domain/support/support-hours.ts'

/**
 * Returns the time zone of the settings, or of the support hours if there is none. The console shows and reads times in it, and
 * newsletters follow it.
 */
export const siteZone = ({ site }: Content): string => site.timeZone ?? SUPPORT_TIME_ZONE
