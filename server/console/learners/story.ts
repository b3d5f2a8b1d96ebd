import { sql } from 'kysely'

import { consolePaths } from '#contracts/console-paths.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { isHarmlessDispute, toDisplayedOrderStatus } from '#domain/orders/order-status.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { describeAction } from '#server/console/record/entry-sentences.ts'
import type { TimelineEvent } from '#server/console/shell/timeline.ts'
import type { Db } from '#server/db/database.ts'
import { pendingReason } from '#server/services/commerce/order-status/pending-reason.ts'
import { belongsToOrders, refundedCents } from '#server/services/commerce/orders/find-order.ts'
import { COMPLIMENTARY_PROVIDER, hasFreeAccessEnded } from '#server/services/commerce/settlement/complimentary-access.ts'
import type { UserRecord } from '#server/services/identity/accounts/user-record.ts'

import { describeAudit } from './audit-sentences.ts'
import { selectMailsTo, selectTicketsFrom } from './read-correspondence.ts'

const MAX = 50

const words = (name: string) => name.replaceAll(/[_.-]/g, ' ')

const sentence = (name: string) => words(name).replace(/^./, (first) => first.toUpperCase())

/** Returns the email if it is verified: messages to an unverified address may be about another person. */
const provenEmail = ({ email, email_confirmed_at: at }: UserRecord) => (at === null ? null : email)

/** Selects the account's orders, those with its verified address, and paid guest orders with its address, verified or not. */
const ordersOf = (db: Db, account: UserRecord) =>
	db
		.selectFrom('orders')
		.where((eb) =>
			eb.or([
				eb('user_id', '=', account.id),
				eb('email', '=', provenEmail(account)),
				eb.and([eb('user_id', 'is', null), eb('email', '=', account.email), eb('paid_at', 'is not', null)]),
			]),
		)

export const listOrdersOf = (db: Db, account: UserRecord) =>
	ordersOf(db, account)
		.select(['id', 'email', 'status', 'product_name', 'total_cents', 'currency', 'discount_code', 'livemode', 'provider'])
		.select(['created_at', 'paid_at', 'updated_at', refundedCents.as('refunded_cents'), pendingReason.as('reason')])
		.select(hasFreeAccessEnded.as('ended'))
		.orderBy('created_at', 'desc')
		.limit(MAX)
		.execute()

/**
 * Adds up what the learner has paid, less refunds and lost disputes, in cents by currency. Test payments count only while there are no
 * others.
 */
export async function readTotalPaid(db: Db, account: UserRecord): Promise<{ currency: string; cents: number; isTest: boolean }[]> {
	const sumOf = (table: 'payments' | 'refunds' | 'disputes', status: string) =>
		sql`coalesce((select sum(amount_cents) from ${sql.table(table)} where order_id = orders.id and status = ${status}), 0)`
	const sums = await ordersOf(db, account)
		.select(['currency', 'livemode'])
		// An order without a reported payment counts with its total, because the provider may report the payment later (as in moneyOf).
		.select(
			sql<string>`sum(coalesce(nullif(${sumOf('payments', 'succeeded')}, 0), total_cents)
				- ${sumOf('refunds', 'succeeded')} - ${sumOf('disputes', 'lost')})`.as('cents'),
		)
		.where('paid_at', 'is not', null)
		.groupBy(['currency', 'livemode'])
		.orderBy('currency')
		.execute()
	const hasLive = sums.some(({ livemode }) => livemode)
	return sums
		.filter(({ livemode }) => livemode === hasLive)
		.map(({ currency, cents, livemode }) => ({ currency, cents: Number(cents), isTest: !livemode }))
}

type OwnOrder = Awaited<ReturnType<typeof listOrdersOf>>[number]

async function readOrders(db: Db, account: UserRecord): Promise<TimelineEvent[]> {
	const orders = await listOrdersOf(db, account)
	const refunds = await db
		.selectFrom('refunds')
		.select(['order_id', 'amount_cents', 'status', 'created_at'])
		.where(belongsToOrders(orders.map(({ id }) => id)))
		.orderBy('created_at', 'desc')
		.limit(MAX)
		.execute()
	const disputes = await db
		.selectFrom('disputes')
		.select(['order_id', 'amount_cents', 'status', 'as_of'])
		.where(belongsToOrders(orders.map(({ id }) => id)))
		.orderBy('as_of', 'desc')
		.limit(MAX)
		.execute()
	const describe = (
		what: string,
		{ order_id: id, amount_cents: cents, status }: { order_id: string; amount_cents: number; status: string },
	) => [`${what} of ${formatMoney(cents, orders.find((order) => order.id === id)?.currency ?? 'usd')} for`, toOrder(id), { state: status }]
	return [
		...orders.flatMap(describeOrder),
		...refunds.map((refund): TimelineEvent => ({
			at: refund.created_at,
			what: describe('Refund', refund),
			tone: refund.status === 'failed' ? 'bad' : 'warn',
		})),
		...disputes.map((dispute): TimelineEvent => ({
			at: dispute.as_of,
			what: describe('Dispute', dispute),
			tone: isHarmlessDispute(dispute.status) ? 'warn' : 'bad',
		})),
	]
}

const toOrder = (id: string) => ({ href: `${consolePaths.orders}/${id}`, words: `Order ${orderNumber(id)}` })

/** Describes an order in the timeline. Complimentary access has a start and an end. */
function describeOrder({
	id,
	created_at,
	paid_at,
	updated_at,
	status,
	total_cents,
	currency,
	provider,
	reason,
}: OwnOrder): TimelineEvent[] {
	if (provider === COMPLIMENTARY_PROVIDER)
		return [
			{ at: created_at, what: ['Complimentary access given:', toOrder(id)], tone: 'good' },
			...(status === 'expired' ? [{ at: updated_at, what: ['Complimentary access ended:', toOrder(id)] } as const] : []),
		]
	const what = [toOrder(id), `of ${formatMoney(total_cents, currency)}`]
	return paid_at === null
		? [{ at: created_at, what: [...what, { state: toDisplayedOrderStatus({ status, provider, reason }) }] }]
		: [{ at: paid_at, what: [...what, { state: 'paid', tone: 'good' }] }]
}

async function readMessages(db: Db, account: UserRecord): Promise<TimelineEvent[]> {
	const email = provenEmail(account)
	if (email === null) return []
	const tickets = await selectTicketsFrom(db, email).select(['id', 'subject', 'category', 'status', 'created_at']).limit(MAX).execute()
	const mails = await selectMailsTo(db, email).select(['subject', 'status', 'created_at', 'last_error']).limit(MAX).execute()
	return [
		...tickets.map(({ id, subject, category, status, created_at }): TimelineEvent => ({
			at: created_at,
			what: [{ href: `${consolePaths.tickets}/${id}`, words: `Wrote: ${subject}` }, `(${category})`, { state: status }],
			...(status === 'open' && { tone: 'warn' }),
		})),
		...mails.map(({ subject, status, created_at, last_error }): TimelineEvent => ({
			at: created_at,
			what: [`Email “${subject}”`, { state: status }],
			notes: [last_error],
			...((status === 'failed' || status === 'bounced') && { tone: 'bad' }),
		})),
	]
}

async function readLearning(db: Db, { id }: UserRecord): Promise<TimelineEvent[]> {
	const certificates = await db.selectFrom('certificates').select(['id', 'issued_at', 'revoked_at']).where('user_id', '=', id).execute()
	const attempts = await db
		.selectFrom('progress_entries')
		.select(['kind', 'key', 'done', 'first_stored_at'])
		.where('user_id', '=', id)
		.where('kind', 'in', ['module', 'lesson-quiz', 'milestone', 'project'])
		.orderBy('first_stored_at', 'desc')
		.limit(MAX)
		.execute()
	const texts = await db
		.selectFrom('sms_messages')
		.select(['kind', 'status', 'created_at'])
		.where('user_id', '=', id)
		.orderBy('created_at', 'desc')
		.limit(MAX)
		.execute()
	return [
		...certificates.map(({ issued_at, revoked_at }): TimelineEvent => ({
			at: issued_at,
			what: ['Certificate issued', ...(revoked_at === null ? [] : ['and revoked', { at: revoked_at }])],
			tone: revoked_at === null ? 'good' : 'warn',
		})),
		...attempts.map(({ kind, key, done, first_stored_at }): TimelineEvent => ({
			at: first_stored_at,
			what: `${sentence(kind)} ${key}${done ? '' : ' started'}`,
		})),
		...texts.map(({ kind, status, created_at }): TimelineEvent => ({ at: created_at, what: [`SMS: ${words(kind)}`, { state: status }] })),
	]
}

async function readAccount(db: Db, account: UserRecord): Promise<TimelineEvent[]> {
	const audit = await db
		.selectFrom('auth.audit_log_entries')
		.select(['action', 'outcome', 'created_at'])
		.where('user_id', '=', account.id)
		.orderBy('created_at', 'desc')
		.limit(MAX)
		.execute()
	const requests = await db.selectFrom('privacy_requests').selectAll().where('user_id', '=', account.id).limit(MAX).execute()
	const actions = await db
		.selectFrom('operator_actions as done')
		.leftJoin('auth.users as actor', 'actor.id', 'done.actor_id')
		.select(['done.action', 'done.role', 'done.reason', 'done.created_at', 'actor.email'])
		.where('object_kind', '=', 'account')
		.where('object_id', '=', account.id)
		.orderBy('done.created_at', 'desc')
		.limit(MAX)
		.execute()
	return [
		...audit.map(({ action, outcome, created_at }): TimelineEvent => ({
			at: created_at,
			what: describeAudit(action, outcome === 'failure'),
			...(outcome === 'failure' && { tone: 'warn' }),
		})),
		...requests.map(({ kind, asked_at, due_at, erases_at, outcome }): TimelineEvent => ({
			at: asked_at,
			what: [`Privacy request: ${kind}`, ...(outcome === null ? ['due', { at: erases_at ?? due_at }] : [`(${outcome})`])],
			tone: 'warn',
		})),
		...actions.map(({ action, role, reason, created_at, email }): TimelineEvent => ({
			at: created_at,
			what: `${describeAction(action)}, by ${email ?? role}`,
			notes: [reason],
			tone: 'warn',
		})),
		{ at: account.created_at, what: 'Account created' },
	]
}

/** Reads the events of a learner's timeline: the last fifty of each kind, oldest first within a kind. */
export const readLearnerStory = async (db: Db, account: UserRecord): Promise<TimelineEvent[]> =>
	[
		...(await readMessages(db, account)),
		...(await readOrders(db, account)),
		...(await readLearning(db, account)),
		...(await readAccount(db, account)),
	].toReversed()
