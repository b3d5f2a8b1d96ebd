import type { ServiceContext } from '#server/services/context.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

export const BULK_HOURS = { first: 8, last: 20 } as const

/** True from 8:00 to 20:00 in the site's time zone, when bulk email may be sent. */
function isBulkHour({ content, now }: Pick<ServiceContext, 'content' | 'now'>): boolean {
	const clock = new Intl.DateTimeFormat('en-US', { timeZone: siteZone(content), hour: '2-digit', hourCycle: 'h23' })
	const hour = Number(clock.format(now()))
	return hour >= BULK_HOURS.first && hour < BULK_HOURS.last
}

/**
 * Returns how many bulk emails may be queued per minute; 0 outside the hours for bulk email. Other emails aren't counted and are
 * sent first.
 */
export const bulkCapacity = (ctx: Pick<ServiceContext, 'config' | 'content' | 'now'>): number =>
	isBulkHour(ctx) ? Math.ceil(ctx.config.email.bulkPerHour / 60) : 0
