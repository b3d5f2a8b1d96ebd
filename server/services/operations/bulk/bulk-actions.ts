import { sql, type SqlBool } from 'kysely'

import type { TaughtCourse } from '#content/derive-further-courses.ts'
import type { Content } from '#content/load-content.server.ts'
import { MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'
import { coursesThatOpen } from '#domain/gating/course-contents.ts'
import { COMPLIMENTARY_PROVIDER, revokeComplimentaryAccess } from '#server/services/commerce/settlement/complimentary-access.ts'
import { sendOrderMailAgain } from '#server/services/commerce/settlement/send-order-mail-again.ts'
import { findUser } from '#server/services/identity/accounts/user-record.ts'
import { isOpenUntil } from '#server/services/learning/entitlements/entitlements.ts'
import { retryDead } from '#server/services/messaging/operator-alerts/retry-dead.ts'
import { giveAccess } from '#server/services/operations/accounts/give-access.ts'
import { resendInvitation } from '#server/services/operations/accounts/resend-invitation.ts'
import { endSubscriptionByOperator } from '#server/services/people/newsletter/subscriptions.ts'
import { assignTicket, closeTicket } from '#server/services/people/support/change-ticket.ts'

import { addImportedLearner, describeAddLearners, markImported } from './add-learners.ts'
import { type BulkAction, type BulkActionDefinition, free, guarded } from './bulk-action.ts'
import { TAG_ACTIONS, tagIn } from './tag-actions.ts'

const tickets = { ...free, list: 'tickets', kind: 'ticket' } as const
const orders = { list: 'orders', kind: 'order' } as const

const openersOf = (course: TaughtCourse | null) =>
	coursesThatOpen({ courseId: course?.id ?? MAIN_COURSE_ID, belongsTo: course?.belongsTo ?? undefined })

/** SQL condition for the orders of an account, aliased as `row`, including guest orders of its address. */
const isOfRow = sql<SqlBool>`(orders.user_id = row.id or (orders.user_id is null and orders.email = row.email))`

/** SQL condition for active complimentary access to the course, or to any course if null. */
const isGiven = (course: TaughtCourse | null) =>
	sql<SqlBool>`orders.provider = ${COMPLIMENTARY_PROVIDER} and orders.status = 'paid'
		and (${course?.id ?? null}::text is null or ${course?.id ?? null}::text = any(orders.course_ids))`

/** Bulk actions by name. Each uses the service that the action on a single row uses. */
const BULK_ACTIONS: Readonly<Record<string, BulkActionDefinition>> = {
	'assign-tickets': {
		...tickets,
		label: 'Assign to me',
		effect: 'They’re assigned to you. No email is sent, and you can undo it in each ticket.',
		logged: 'ticket_assigned',
		rows: {
			table: 'support_tickets',
			skip: ({ userId }) =>
				sql`case when row.status = 'closed' then 'closed' when row.assigned_to = ${userId}::uuid then 'already assigned to you' end`,
		},
		act: async (ctx, { id, asked }) => ((await assignTicket(ctx, id, asked.userId)) ? null : 'closed'),
	},
	'close-tickets': {
		...tickets,
		label: 'Close',
		effect: 'They no longer need an answer. No email is sent, and you can reopen each.',
		logged: 'ticket_closed',
		rows: {
			table: 'support_tickets',
			skip: () => sql`case when row.status = 'closed' then 'already closed' end`,
		},
		act: async (ctx, { id }) => ((await closeTicket(ctx, id)) === null ? 'already closed' : null),
	},
	'end-subscriptions': {
		...free,
		needsReason: true,
		list: 'subscribers',
		kind: 'subscription',
		label: 'Unsubscribe',
		effect: 'They get no more newsletters, and no email about this. Only they can subscribe again.',
		logged: 'subscription_ended',
		rows: {
			table: 'newsletter_subscriptions',
			skip: () => sql`case when row.status not in ('pending', 'confirmed') then 'not subscribed' end`,
		},
		act: async (ctx, { id }) => ((await endSubscriptionByOperator(ctx, ctx.db, id)) === null ? 'not subscribed' : null),
	},
	'send-receipts': {
		...orders,
		...free,
		label: 'Resend receipt',
		effect: 'Each buyer gets the receipt by email once more.',
		logged: 'receipt_sent_again',
		rows: {
			table: 'orders',
			skip: () => sql`case when row.provider = ${COMPLIMENTARY_PROVIDER} then 'complimentary: there’s no receipt'
				when row.paid_at is null then 'never paid' when row.email is null then 'no email address' end`,
		},
		act: async (ctx, { id }) => ((await sendOrderMailAgain(ctx, { orderId: id, mail: 'receipt' })) === null ? 'sent a moment ago' : null),
	},
	'end-access': {
		...orders,
		...guarded,
		label: 'End complimentary access',
		isDestructive: true,
		effect: 'They lose access immediately, and certificates that depend on it are revoked. No email is sent.',
		logged: 'access_ended',
		rows: {
			table: 'orders',
			skip: () =>
				sql`case when row.provider <> ${COMPLIMENTARY_PROVIDER} then 'paid for: end it on the order’s page' when row.status <> 'paid' then 'already ended' end`,
		},
		act: async (ctx, { id }) => {
			await revokeComplimentaryAccess(ctx, id)
			return null
		},
	},
	'grant-access': {
		...guarded,
		list: 'learners',
		kind: 'account',
		label: 'Give access to the main course',
		nameWith: (course) => `Give access to ${course}`,
		effect: 'Each learner gets a free order, immediate access, and an email about it. You can end it later.',
		exception: {
			where: sql<boolean>`row.email_confirmed_at is null`,
			describe: (count) =>
				`${count} of them ${count === 1 ? 'hasn’t' : 'haven’t'} signed in yet: they get an invitation, and access opens when they sign in.`,
		},
		logged: 'access_given',
		rows: {
			table: 'auth.users',
			skip: ({ course }) => sql`case
				when row.deleted_at is not null then 'deleted'
				when row.email is null then 'no email address'
				when row.banned_until > now() then 'account is banned'
				when exists (select from entitlements where ${isOpenUntil(null)} and user_id = row.id and course_ids && ${openersOf(course)}::text[])
					or exists (select from entitlements where ${isOpenUntil(null)} and email = row.email
						and (row.email_confirmed_at is not null or user_id is null) and course_ids && ${openersOf(course)}::text[])
				then 'already has access' end`,
		},
		act: async (ctx, { id, asked }) => {
			const account = await findUser(ctx.db, id)
			if (!account) return 'deleted'
			const { order } = await giveAccess(ctx, account, { itemId: asked.course?.id ?? MAIN_COURSE_ID })
			return { logged: 'access_given', kind: 'account', objectId: id, after: { order } }
		},
	},
	'resend-invitations': {
		...free,
		list: 'learners',
		kind: 'account',
		label: 'Resend invitation',
		effect: 'Each learner gets the invitation once more. Links from earlier emails stop working.',
		logged: 'sign_up_code_sent',
		rows: {
			table: 'auth.users',
			skip: () => sql`case
				when row.deleted_at is not null then 'deleted'
				when row.email is null then 'no email address'
				when row.email_confirmed_at is not null then 'email already confirmed'
				when row.invited_at is null then 'never invited'
				when row.banned_until > now() then 'account is banned' end`,
		},
		act: async (ctx, { id }) => ((await resendInvitation(ctx, id)) ? null : 'email already confirmed, or emailed in the last 10 minutes'),
	},
	'end-given-access': {
		...guarded,
		list: 'learners',
		kind: 'account',
		label: 'End complimentary access',
		isDestructive: true,
		nameWith: (course) => `End complimentary access to ${course}`,
		effect: 'They lose it immediately, and certificates that depend on it are revoked. What they paid for stays open. No email is sent.',
		logged: 'access_ended',
		rows: {
			table: 'auth.users',
			skip: ({ course }) => sql`case when not exists (
				select from orders where ${isOfRow} and ${isGiven(course)}) then 'has no complimentary access' end`,
		},
		act: async (ctx, { id, asked }) => {
			const given = await ctx.db
				.selectFrom('orders')
				.innerJoin('auth.users as row', (join) => join.on(isOfRow))
				.select('orders.id')
				.where('row.id', '=', id)
				.where(isGiven(asked.course))
				.execute()
			for (const order of given) await revokeComplimentaryAccess(ctx, order.id)
			return given.length === 0 ? 'has no complimentary access' : null
		},
	},
	...TAG_ACTIONS,
	'add-learners': {
		...guarded,
		list: 'learners',
		kind: 'address',
		rows: null,
		label: 'Add learners',
		effect: describeAddLearners,
		onStart: markImported,
		logged: 'learner_added',
		act: (ctx, { id, asked }) => addImportedLearner(ctx, { email: id, options: asked.options }),
	},
	'retry-jobs': {
		...free,
		role: 'operator',
		list: 'health/jobs',
		kind: 'job',
		label: 'Retry',
		effect: 'Each job runs again, with its full number of attempts.',
		logged: 'job_retried',
		rows: {
			table: 'pgboss.job',
			skip: () => sql`case when row.state <> 'failed' then 'no longer failed' end`,
		},
		act: async (ctx, { id }) => ((await retryDead(ctx, id)) === 'job' ? null : 'no longer failed'),
	},
	'retry-emails': {
		...free,
		role: 'operator',
		list: 'messages',
		kind: 'message',
		label: 'Send again',
		effect: 'Each email is sent once more. One whose delivery is unknown may arrive twice.',
		logged: 'mail_retried',
		rows: {
			table: 'outbox_messages',
			skip: () => sql`case when row.status not in ('sending', 'bounced', 'failed', 'unknown') then 'has not failed' end`,
		},
		act: async (ctx, { id }) => ((await retryDead(ctx, id)) === 'mail' ? null : 'has not failed'),
	},
}

/**
 * @param name for an action on a course, followed by a colon and the course
 * @returns undefined for an unknown action or course
 */
export function findBulkAction(content: Content, name: string): BulkAction | undefined {
	const [base = '', courseId] = name.split(':', 2)
	const found = Object.hasOwn(BULK_ACTIONS, base) ? BULK_ACTIONS[base] : undefined
	if (!found || courseId === undefined) return found && { ...found, course: null }
	const course = content.courseById(courseId)
	return course && found.nameWith ? { ...found, label: found.nameWith(course.title), course } : undefined
}

/** Returns the label of the button that starts a job, such as `Add tag “VIP”`. */
export const labelJob = ({ label, takesTag }: BulkAction, options: unknown): string => (takesTag ? `${label} “${tagIn(options)}”` : label)

/** Lists the actions that a role may run on a list. An action on a course is listed once for each course. */
export const listBulkActions = ({ courses }: Content, list: string, role: 'operator' | 'support') =>
	Object.entries(BULK_ACTIONS)
		.filter(([, action]) => action.rows !== null && action.list === list && (role === 'operator' || action.role === 'support'))
		.flatMap(([name, { label, nameWith, takesTag }]) =>
			nameWith
				? courses.map(({ id, title }) => [`${name}:${id}`, nameWith(title)] as const)
				: [[name, takesTag ? `${label}…` : label] as const],
		)
