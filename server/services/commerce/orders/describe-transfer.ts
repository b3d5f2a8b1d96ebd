import type { Content } from '#content/load-content.server.ts'
import type { OrderTransfer } from '#contracts/payments.ts'
import type { CourseContents } from '#domain/gating/course-contents.ts'
import { formatIban } from '#domain/orders/iban.ts'
import { formatReference } from '#domain/orders/transfer-reference.ts'
import { describeMeter } from '#domain/refunds/describe-refund.ts'
import { findRefundPolicy } from '#domain/refunds/refund-policy.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { contentsOf } from '#server/services/learning/entitlements/entitlements.ts'

import type { OrderRow } from './find-order.ts'

export const countSections = ({ modulesIn, sectionsOf }: Content, contents: CourseContents): number =>
	[...modulesIn(contents)].flatMap(sectionsOf).length

export const describeConsent = (content: Content, order: Pick<OrderRow, 'refund_policy_version' | 'course_ids' | 'module_ids'>) => ({
	version: content.checkoutConsent.version,
	label: content.checkoutConsent.label,
	note: `${content.checkoutConsent.refundTitle}. ${content.checkoutConsent.refundText} ${describeMeter(findRefundPolicy(order.refund_policy_version), countSections(content, contentsOf(order)))}`,
})

/** Returns the terms to accept or, once they're accepted, the bank details. Null if the order can no longer be paid by bank transfer. */
export async function describeTransfer(
	{ db, now, payments, content }: Pick<ServiceContext, 'db' | 'now' | 'payments' | 'content'>,
	order: OrderRow,
	sessionId: string | null,
): Promise<OrderTransfer | null> {
	if (payments.transfers === null || sessionId === null || order.status !== 'pending') return null
	const transfer = await payments.transfers.find(db, sessionId)
	if (transfer === null || transfer.closedAt !== null || transfer.paidAt !== null || transfer.expiresAt <= now()) return null
	const payBy = transfer.expiresAt.toISOString()
	if (transfer.acceptedAt === null)
		return { state: 'to-confirm', asksEmail: order.email === null, consent: describeConsent(content, order), payBy }
	const { account, remindAfterDays } = content.bankTransfer
	return {
		state: 'awaited',
		reference: formatReference(transfer.reference),
		account: { ...account, iban: formatIban(account.iban) },
		payBy,
		remindAfterDays,
	}
}
