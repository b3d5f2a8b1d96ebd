import type { Db } from '#server/db/database.ts'
import type { UserRecord } from '#server/services/identity/accounts/user-record.ts'

const MAX_TICKETS = 20
const MAX_EMAILS = 5

/**
 * Reads the tickets from the learner's address and the latest emails to it, newest first.
 * @returns `isVerified` of a ticket: its sender was signed in to this account, whose address is confirmed
 */
export async function readCorrespondence(db: Db, { id, email, email_confirmed_at: confirmedAt }: UserRecord) {
	if (email === null) return { tickets: [], maxTickets: MAX_TICKETS, emails: [] }
	const tickets = await db
		.selectFrom('support_tickets')
		.select(['id', 'subject', 'status', 'user_id', 'created_at'])
		.where('email', '=', email)
		.orderBy('created_at', 'desc')
		.limit(MAX_TICKETS)
		.execute()
	const emails = await db
		.selectFrom('outbox_messages')
		.select(['id', 'subject', 'status', 'created_at'])
		.where('to_address', '=', email)
		.orderBy('created_at', 'desc')
		.limit(MAX_EMAILS)
		.execute()
	return {
		tickets: tickets.map(({ user_id: userId, ...ticket }) => ({ ...ticket, isVerified: userId === id && confirmedAt !== null })),
		maxTickets: MAX_TICKETS,
		emails,
	}
}
