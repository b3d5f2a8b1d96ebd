import type { Content } from '#content/load-content.server.ts'
import { formatterWithZone } from '#domain/clock/format-with-zone.ts'
import { SUPPORT_TIME_ZONE } from '#domain/support/support-hours.ts'

/** Returns the academy's time zone, used by the console and newsletters. */
export const siteZone = ({ site }: Content): string => site.timeZone ?? SUPPORT_TIME_ZONE

/** Formats a time for operators: `December 5, 2026 at 6:59 PM EST`. */
export const formatSiteTime = (content: Content, time: Date): string => formatterWithZone(siteZone(content), 'long')(time)
