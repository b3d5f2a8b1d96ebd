import type { Content } from '#content/load-content.server.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { COMPLIMENTARY_PROVIDER } from '#server/services/commerce/settlement/complimentary-access.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { isOpen } from '#server/services/learning/entitlements/entitlements.ts'
import { formatSiteTime, siteZone } from '#server/services/platform/site-zone.ts'

import type { ConsoleRequest, Fields } from './console-request.ts'
import { describeAccessLoss } from './describe-loss.ts'
import { formatDatetimeInput, parseDatetimeInput } from './zoned-time.ts'

/**
 * Parses the field for the end of access; null if it is empty.
 * @throws ServiceError time_unreadable (422), validation_failed (400) for a time in the past
 */
export function readAccessEnd({ content, now }: ServiceContext, { ends = '' }: Fields): Date | null {
	if (ends.trim() === '') return null
	const at = parseDatetimeInput(content, ends, 'ends')
	if (at > now()) return at
	const message = 'Choose a time in the future.'
	throw new ServiceError('invalid', 'validation_failed', message, { fields: { ends: message } })
}

/** Adds the end of access to the name of a notice, which then says it. */
export const withEnd = (notice: string, endsAt: Date | null): string => (endsAt ? `${notice}&ends=${endsAt.toISOString()}` : notice)

/** Formats the end of access in the URL of a notice; null for none, and for anything that isn't a time. */
export function formatNoticeEnd(content: Content, ends: string | null): string | null {
	const time = Date.parse(ends ?? '')
	return Number.isNaN(time) ? null : formatSiteTime(content, new Date(time))
}

/**
 * Reads the access that an order gave, with the value of the field for its end. If there are several, prefers an active one. Null if the
 * order never gave access.
 */
export async function readOrderAccess(request: ConsoleRequest, order: OrderRow) {
	const { db, content } = request.ctx
	const found = await db
		.selectFrom('entitlements')
		.select(['state', 'ends_at as endsAt', isOpen.as('isOpen')])
		.where('order_id', '=', order.id)
		.orderBy('state')
		.limit(1)
		.executeTakeFirst()
	if (!found) return null
	const isGiven = order.provider === COMPLIMENTARY_PROVIDER
	const endsAt = found.state === 'revoked' ? null : found.endsAt
	return {
		state: found.isOpen ? ('active' as const) : found.state === 'suspended' ? ('suspended' as const) : ('ended' as const),
		endsAt,
		/** False if a dispute or refund has ended the access: a new end would change nothing. */
		canChange: found.state === 'active',
		isGiven,
		ends: endsAt === null ? '' : formatDatetimeInput(endsAt, siteZone(content)),
		loss: await describeAccessLoss(request, order, !isGiven),
	}
}
