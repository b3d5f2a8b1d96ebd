import { SUPPORT_TIME_ZONE } from '#domain/support/support-hours.ts'
import type { ServiceContext } from '#server/services/context.ts'

export const BULK_HOURS = { first: 8, last: 20 } as const

const clock = new Intl.DateTimeFormat('en-US', { timeZone: SUPPORT_TIME_ZONE, hour: '2-digit', hourCycle: 'h23' })

/** True if mails that aren't urgent may be sent: between 8:00 and 20:00, New York time. */
export function isBulkHour(now: Date): boolean {
	const hour = Number(clock.format(now))
	return hour >= BULK_HOURS.first && hour < BULK_HOURS.last
}

/** Mails that may be queued per minute. Urgent mails are not counted, and are sent first. */
export const bulkCapacity = ({ config, now }: Pick<ServiceContext, 'config' | 'now'>): number =>
	isBulkHour(now()) ? Math.ceil(config.email.bulkPerHour / 60) : 0
