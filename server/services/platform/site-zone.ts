import type { Content } from '#content/load-content.server.ts'
import { SUPPORT_TIME_ZONE } from '#domain/support/support-hours.ts'

/** Used by the console and newsletters. */
export const siteZone = ({ site }: Content): string => site.timeZone ?? SUPPORT_TIME_ZONE
