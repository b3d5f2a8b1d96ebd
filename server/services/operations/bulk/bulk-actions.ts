import { type RawBuilder, sql } from 'kysely'

import {
	COMPLIMENTARY,
	grantComplimentaryAccess,
	revokeComplimentaryAccess,
} from '#server/services/commerce/settlement/complimentary-access.ts'
import { sendOrderMailAgain } from '#server/services/commerce/settlement/send-again.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { retryDead } from '#server/services/messaging/operator-alerts/retry-dead.ts'
import { endByOperator } from '#server/services/people/newsletter/end-by-operator.ts'
import { assignTicket, closeTicket } from '#server/services/people/support/change-ticket.ts'

type By = { userId: string }

export type BulkAction = {
	/** Last part of the address of its list. */
	list: 'orders' | 'learners' | 'tickets' | 'subscribers' | 'messages'
	/** Of the choice and of the button. */
	words: string
	role: 'operator' | 'support'
	/** Asks for a reason and for the second factor, as it does for one row. */
	isGuarded: boolean
	needsReason: boolean
	/** In the activity log, row by row. */
	logged: string
	kind: string
	table: string
	/** Reason why a row will be skipped; null for one that will not. Over the table, as `row`. */
	skip: (by: By) => RawBuilder<string | null>
	/** @returns why it was skipped after all; null when it was done. Runs in the transaction of its row. */
	act: (ctx: ServiceContext, row: { id: string; by: By }) => Promise<string | null>
}

const free = { role: 'support', isGuarded: false, needsReason: false } as const
const guarded = { role: 'operator', isGuarded: true, needsReason: true } as const

const tickets = { ...free, list: 'tickets', kind: 'ticket', table: 'support_tickets' } as const
const orders = { list: 'orders', kind: 'order', table: 'orders' } as const

/** Bulk actions: each uses a service that exists for one row. */
export const BULK_ACTIONS: Readonly<Record<string, BulkAction>> = {
	'assign-tickets': {
		...tickets,
		words: 'Assign to me',
		logged: 'ticket_assigned',
		skip: ({ userId }) =>
			sql`case when row.status = 'closed' then 'closed' when row.assigned_to = ${userId}::uuid then 'already assigned to you' end`,
		act: async (ctx, { id, by }) => ((await assignTicket(ctx, id, by.userId)) ? null : 'closed'),
	},
	'close-tickets': {
		...tickets,
		words: 'Close',
		logged: 'ticket_closed',
		skip: () => sql`case when row.status = 'closed' then 'already closed' end`,
		act: async (ctx, { id }) => ((await closeTicket(ctx, id)) === null ? 'already closed' : null),
	},
	'end-subscriptions': {
		...free,
		needsReason: true,
		list: 'subscribers',
		kind: 'subscription',
		table: 'newsletter_subscriptions',
		words: 'Unsubscribe',
		logged: 'subscription_ended',
		skip: () => sql`case when row.status not in ('pending', 'confirmed') then 'not subscribed' end`,
		act: async (ctx, { id }) => ((await endByOperator(ctx, ctx.db, id)) === null ? 'not subscribed' : null),
	},
	'send-receipts': {
		...orders,
		...free,
		words: 'Send the receipt again',
		logged: 'receipt_sent_again',
		skip: () => sql`case when row.paid_at is null then 'never paid' when row.email is null then 'no email address' end`,
		act: async (ctx, { id }) => ((await sendOrderMailAgain(ctx, { orderId: id, mail: 'receipt' })) === null ? 'sent a moment ago' : null),
	},
	'end-access': {
		...orders,
		...guarded,
		words: 'End access given for free',
		logged: 'access_ended',
		skip: () =>
			sql`case when row.provider <> ${COMPLIMENTARY} then 'paid for: refund the order instead' when row.status <> 'paid' then 'already ended' end`,
		act: async (ctx, { id }) => {
			await revokeComplimentaryAccess(ctx, id)
			return null
		},
	},
	'grant-access': {
		...guarded,
		list: 'learners',
		kind: 'account',
		table: 'auth.users',
		words: 'Give access to the main course',
		logged: 'access_given',
		skip: () => sql`case
			when row.deleted_at is not null then 'deleted'
			when row.email is null or row.email_confirmed_at is null then 'email not confirmed' end`,
		act: async (ctx, { id }) => {
			await grantComplimentaryAccess(ctx, id)
			return null
		},
	},
	'end-given-access': {
		...guarded,
		list: 'learners',
		kind: 'account',
		table: 'auth.users',
		words: 'End access given for free',
		logged: 'access_ended',
		skip: () => sql`case when not exists (
			select from orders where orders.user_id = row.id and provider = ${COMPLIMENTARY} and status = 'paid') then 'has no access given for free' end`,
		act: async (ctx, { id }) => {
			const given = await ctx.db
				.selectFrom('orders')
				.select('id')
				.where('user_id', '=', id)
				.where('provider', '=', COMPLIMENTARY)
				.where('status', '=', 'paid')
				.execute()
			for (const order of given) await revokeComplimentaryAccess(ctx, order.id)
			return given.length === 0 ? 'has no access given for free' : null
		},
	},
	'retry-emails': {
		...free,
		role: 'operator',
		list: 'messages',
		kind: 'message',
		table: 'outbox_messages',
		words: 'Send again',
		logged: 'mail_retried',
		skip: () => sql`case when row.status not in ('sending', 'bounced', 'failed', 'unknown') then 'has not failed' end`,
		act: async (ctx, { id }) => ((await retryDead(ctx, id)) === 'mail' ? null : 'has not failed'),
	},
}

/** Actions of a list that a person with this role may start. */
export const listBulkActions = (list: string, role: 'operator' | 'support') =>
	Object.entries(BULK_ACTIONS)
		.filter(([, action]) => action.list === list && (role === 'operator' || action.role === 'support'))
		.map(([name, { words }]) => [name, words] as const)
