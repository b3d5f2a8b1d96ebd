import { randomBytes } from 'node:crypto'

import type { TaughtCourse } from '#content/derive-further-courses.ts'
import type { Content } from '#content/load-content.server.ts'
import { MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'
import { coursesOf, isSameContents } from '#domain/gating/course-contents.ts'
import { currentRefundPolicy } from '#domain/refunds/refund-policy.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { requireOffer, type SoldOffer } from '#server/services/commerce/offers/find-offer.ts'
import { orderNotFound } from '#server/services/commerce/orders/find-order.ts'
import { lockOrderAndAccess } from '#server/services/commerce/orders/lock-order.ts'
import { accessMail } from '#server/services/commerce/orders/order-mails.ts'
import { setAccess } from '#server/services/commerce/orders/set-access.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { lockUser } from '#server/services/identity/accounts/user-record.ts'
import { grantEntitlement } from '#server/services/learning/entitlements/grant-entitlement.ts'
import { contentsColumns } from '#server/services/learning/entitlements/opened-contents.ts'
import { readAccessState } from '#server/services/learning/entitlements/read-access-state.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

/** Stored in place of a payment provider's name: the operator gave the access, so no provider knows the order. */
export const COMPLIMENTARY_PROVIDER = 'operator'

/**
 * Product to record for a complimentary course. The main course counts as the first offer; other courses use the offer that sells
 * exactly that course, if there is one.
 */
function productOf(content: Content, course: TaughtCourse): SoldOffer {
	const opens = { courses: [course.id], modules: [] }
	const first = requireOffer(content, content.lifetimeOffer.code)
	if (course.id === MAIN_COURSE_ID) return { ...first, opens }
	const sold = content.offers.find(({ code }) => isSameContents(content.contentsOf(code), opens))
	return sold ? requireOffer(content, sold.code) : { ...first, code: course.code, productName: course.title, opens }
}

/**
 * Gives complimentary access through an order of zero cents, so that all queries about purchases include it.
 * @returns the order ID
 * @throws ServiceError course_unknown (404), address_not_verified, access_open (409)
 */
export async function grantComplimentaryAccess(ctx: ServiceContext, userId: string, courseId: string = MAIN_COURSE_ID): Promise<string> {
	const course = ctx.content.courseById(courseId)
	if (!course) throw new ServiceError('not-found', 'course_unknown', 'There is no such course')
	const offer = productOf(ctx.content, course)
	const openers = { courses: coursesOf({ courseId, belongsTo: course.belongsTo ?? undefined }), modules: [] }
	return inTransaction(ctx.db, async (tx) => {
		await lockUser(tx, userId)
		const user = await tx.selectFrom('auth.users').select(['email', 'email_confirmed_at']).where('id', '=', userId).executeTakeFirst()
		if (!user?.email || user.email_confirmed_at === null)
			throw new ServiceError('conflict', 'address_not_verified', 'Email not confirmed. Access needs a confirmed address.')
		if ((await readAccessState(tx, userId, openers)) === 'active')
			throw new ServiceError('conflict', 'access_open', 'This account already has access.')
		const now = ctx.now()
		const { email } = user
		const order = await tx
			.insertInto('orders')
			.values({
				user_id: userId,
				email,
				product_code: offer.code,
				product_name: offer.productName,
				...contentsColumns(offer.opens),
				currency: offer.currency,
				subtotal_cents: offer.amountCents,
				discount_cents: offer.amountCents,
				total_cents: 0,
				provider: COMPLIMENTARY_PROVIDER,
				livemode: ctx.payments.isLive,
				status: 'paid',
				client_address: '',
				paid_at: now,
				refund_policy_version: currentRefundPolicy.version,
				created_at: now,
				updated_at: now,
			})
			.returningAll()
			.executeTakeFirstOrThrow()
		await tx
			.insertInto('checkout_sessions')
			.values({
				provider_session_id: `gv_${randomBytes(16).toString('hex')}`,
				order_id: order.id,
				attempt: 1,
				url: '',
				state: 'complete',
				payment_status: 'no_payment_required',
				expires_at: now,
				as_of: now,
			})
			.execute()
		await grantEntitlement(tx, { orderId: order.id, productCode: offer.code, opens: offer.opens, userId, email, now })
		const mail = accessMail(ctx, order, { kind: 'signed-in' })
		await enqueueMessage(ctx, tx, { channel: 'email', to: email, ...mail, dedupeKey: `access:${order.id}` })
		await recordAudit(ctx, tx, { action: 'access_given', outcome: 'success', userId, detail: { order: order.id } })
		return order.id
	})
}

/**
 * Revokes complimentary access and the certificates based on it. Paid access only ends with a refund.
 * @throws ServiceError order_not_found (404), access_was_paid, access_not_open (409)
 */
export async function revokeComplimentaryAccess(ctx: ServiceContext, orderId: string): Promise<void> {
	await inTransaction(ctx.db, async (tx) => {
		const known = await tx.selectFrom('orders').select('id').where('id', '=', orderId).executeTakeFirst()
		if (!known) throw orderNotFound()
		const order = await lockOrderAndAccess(tx, orderId)
		if (order.provider !== COMPLIMENTARY_PROVIDER)
			throw new ServiceError('conflict', 'access_was_paid', 'This access was paid for. Refund the whole amount to end it.')
		if (order.status !== 'paid') throw new ServiceError('conflict', 'access_not_open', 'This access has already ended.')
		await tx.updateTable('orders').set({ status: 'expired', updated_at: ctx.now() }).where('id', '=', orderId).execute()
		await setAccess(ctx, tx, { orderId, state: 'revoked' })
		await recordAudit(ctx, tx, { action: 'access_taken_back', outcome: 'success', userId: order.user_id, detail: { order: orderId } })
	})
}
