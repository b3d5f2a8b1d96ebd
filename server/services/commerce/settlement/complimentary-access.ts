import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'

import type { TaughtCourse } from '#content/derive-further-courses.ts'
import type { Content } from '#content/load-content.server.ts'
import { MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'
import { type CourseContents, coursesThatOpen, isSameContents, contentsThatOpen } from '#domain/gating/course-contents.ts'
import { currentRefundPolicy } from '#domain/refunds/refund-policy.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { requireOffer, type SoldOffer } from '#server/services/commerce/offers/find-offer.ts'
import { orderNotFound } from '#server/services/commerce/orders/find-order.ts'
import { lockOrderAndAccess } from '#server/services/commerce/orders/lock-order.ts'
import { accessMail } from '#server/services/commerce/orders/order-mails.ts'
import { setOrderAccess } from '#server/services/commerce/orders/refresh-order.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { lockUser } from '#server/services/identity/accounts/user-record.ts'
import { toContentsColumns, grantEntitlement, hasAccessUntil } from '#server/services/learning/entitlements/entitlements.ts'
import { enqueueMessage, UNSOLICITED_PRIORITY } from '#server/services/messaging/outbox/enqueue-message.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

/** The `provider` of complimentary orders, which have no payment provider. */
export const COMPLIMENTARY_PROVIDER = 'operator'

/** SQL condition for complimentary orders whose access has reached its end. Its subquery reads one index entry per complimentary order. */
export const hasFreeAccessEnded = sql<boolean>`(orders.provider = ${sql.lit(COMPLIMENTARY_PROVIDER)} and coalesce((
	select bool_or(ends_at <= now()) from entitlements where order_id = orders.id), false))`

/** Complimentary access to give: a course, or a product that opens several courses or single modules. */
export type ComplimentaryItem = {
	id: string
	title: string
	product: SoldOffer
	/** Parts of the complimentary item. Any purchase that opens one of a part's contents opens the part. */
	parts: readonly CourseContents[]
}

const openersOf = ({ id: courseId, belongsTo }: TaughtCourse): CourseContents => ({
	courses: coursesThatOpen({ courseId, belongsTo: belongsTo ?? undefined }),
	modules: [],
})

/** Returns the product that opens exactly this course; if none is sold, the first offer's terms with this course. */
function productOf(content: Content, course: TaughtCourse): SoldOffer {
	const opens = { courses: [course.id], modules: [] }
	const first = requireOffer(content, content.lifetimeOffer.code)
	if (course.id === MAIN_COURSE_ID) return { ...first, opens }
	const sold = content.offers.find(({ code }) => isSameContents(content.contentsOf(code), opens))
	return sold ? requireOffer(content, sold.code) : { ...first, code: course.code, productName: course.title, opens }
}

export function listComplimentaryItems(content: Content): ComplimentaryItem[] {
	const courses = content.courses.map((course) => ({
		id: course.id,
		title: course.title,
		product: productOf(content, course),
		parts: [openersOf(course)],
	}))
	const products = content.offers
		.filter(({ code }) => !courses.some(({ id }) => isSameContents(content.contentsOf(code), { courses: [id], modules: [] })))
		.map(({ code, productName: title }) => {
			const product = requireOffer(content, code)
			const ofCourses = content.courses.filter(({ id }) => product.opens.courses.includes(id)).map(openersOf)
			const ofModules = product.opens.modules.map((id) => contentsThatOpen(content.gatedModule(id)))
			return { id: `product:${code}`, title, product, parts: [...ofCourses, ...ofModules] }
		})
	return [...courses, ...products]
}

/** @throws ServiceError course_unknown (404) */
export function requireComplimentaryItem(content: Content, id: string): ComplimentaryItem {
	const item = listComplimentaryItems(content).find((each) => each.id === id)
	if (!item) throw new ServiceError('not-found', 'course_unknown', 'We can’t find that course')
	return item
}

type Account = { id: string; email: string | null; email_confirmed_at: Date | null }

/** True if an account has everything in an item, for as long as its access would last, or will have it once its address is confirmed. */
export async function hasComplimentaryItem(
	db: Db | Tx,
	account: Account,
	{ item, endsAt }: { item: ComplimentaryItem; endsAt: Date | null },
): Promise<boolean> {
	for (const wanted of item.parts) if (!(await hasAccessUntil(db, account, { wanted, end: endsAt }))) return false
	return true
}

type GiftOrder = { offer: SoldOffer; userId: string | null; email: string }

async function insertOrder(ctx: ServiceContext, tx: Tx, { offer, userId, email }: GiftOrder) {
	const now = ctx.now()
	const order = await tx
		.insertInto('orders')
		.values({
			user_id: userId,
			email,
			product_code: offer.code,
			product_name: offer.productName,
			...toContentsColumns(offer.opens),
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
	return order
}

type GrantOptions = {
	/** Defaults to the main course. */
	itemId?: string | undefined
	mails?: boolean
	/** True allows an unconfirmed address. Access then starts when it's confirmed, as with a guest's purchase. */
	canWait?: boolean
	/** Null for no end. */
	endsAt?: Date | null
}

/**
 * Gives access through an order of zero cents, so that all queries about purchases include it.
 * @returns the order ID
 * @throws ServiceError course_unknown (404), address_not_verified, access_open (409)
 */
export async function grantComplimentaryAccess(ctx: ServiceContext, userId: string, options: GrantOptions = {}): Promise<string> {
	const { itemId = MAIN_COURSE_ID, mails = true, canWait = false, endsAt = null } = options
	const item = requireComplimentaryItem(ctx.content, itemId)
	// An offer's name may promise that access never ends.
	const offer = endsAt === null ? item.product : { ...item.product, productName: item.title }
	return inTransaction(ctx.db, async (tx) => {
		await lockUser(tx, userId)
		const user = await tx.selectFrom('auth.users').select(['id', 'email', 'email_confirmed_at']).where('id', '=', userId).executeTakeFirst()
		const isConfirmed = user?.email_confirmed_at != null
		if (!user?.email || (!isConfirmed && !canWait))
			throw new ServiceError('conflict', 'address_not_verified', 'Email not confirmed. Access needs a confirmed address.')
		if (await hasComplimentaryItem(tx, user, { item, endsAt }))
			throw new ServiceError('conflict', 'access_open', 'This account already has access.')
		const holder = isConfirmed ? userId : null
		const { email } = user
		const order = await insertOrder(ctx, tx, { offer, userId: holder, email })
		await grantEntitlement(tx, {
			orderId: order.id,
			productCode: offer.code,
			opens: offer.opens,
			userId: holder,
			email,
			now: ctx.now(),
			endsAt,
		})
		if (mails && isConfirmed) {
			const mail = accessMail(ctx, order, { kind: 'signed-in', endsAt })
			await enqueueMessage(ctx, tx, {
				to: email,
				...mail,
				dedupeKey: `access:${order.id}`,
				priority: UNSOLICITED_PRIORITY,
			})
		}
		await recordAudit(ctx, tx, { action: 'access_given', outcome: 'success', userId, detail: { order: order.id } })
		return order.id
	})
}

/**
 * Revokes complimentary access and the certificates based on it. Paid access ends with a refund, a lost dispute, or
 * at the end that the team sets (`setAccessEnd`).
 * @throws ServiceError order_not_found (404), access_was_paid, access_not_open (409)
 */
export async function revokeComplimentaryAccess(ctx: ServiceContext, orderId: string): Promise<void> {
	await inTransaction(ctx.db, async (tx) => {
		const known = await tx.selectFrom('orders').select('id').where('id', '=', orderId).executeTakeFirst()
		if (!known) throw orderNotFound()
		const order = await lockOrderAndAccess(tx, orderId)
		if (order.provider !== COMPLIMENTARY_PROVIDER)
			throw new ServiceError('conflict', 'access_was_paid', 'This access was paid for. End it on the order’s page.')
		if (order.status !== 'paid') throw new ServiceError('conflict', 'access_not_open', 'This access has already ended.')
		await tx.updateTable('orders').set({ status: 'expired', updated_at: ctx.now() }).where('id', '=', orderId).execute()
		await setOrderAccess(ctx, tx, { orderId, state: 'revoked' })
		await recordAudit(ctx, tx, { action: 'access_taken_back', outcome: 'success', userId: order.user_id, detail: { order: orderId } })
	})
}
