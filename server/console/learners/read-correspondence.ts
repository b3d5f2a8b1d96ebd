import type { Db } from '#server/db/database.ts'
import type { UserRecord } from '#server/services/identity/accounts/user-record.ts'

const MAX_TICKETS = 20
const MAX_EMAILS = 5

export const selectTicketsFrom = (db: Db, email: string) =>
	db.selectFrom('support_tickets').where('email', '=', email).orderBy('created_at', 'desc')

export const selectMailsTo = (db: Db, email: string) =>
	db.selectFrom('outbox_messages').where('to_address', '=', email).orderBy('created_at', 'desc').orderBy('id', 'desc')

/**
 * Reads the tickets from the learner's address and the latest emails to it, newest first.
 * @returns tickets with `isVerified`: the sender was signed in to this account, whose address is confirmed
 */
export async function readCorrespondence(db: Db, { id, email, email_confirmed_at: confirmedAt }: UserRecord) {
	if (email === null) return { tickets: [], maxTickets: MAX_TICKETS, emails: [] }
	const tickets = await selectTicketsFrom(db, email)
		.select(['id', 'subject', 'status', 'user_id', 'created_at'])
		.limit(MAX_TICKETS)
		.execute()
	const emails = await selectMailsTo(db, email).select(['id', 'subject', 'status', 'created_at']).limit(MAX_EMAILS).execute()
	return {
		tickets: tickets.map(({ user_id: userId, ...ticket }) => ({ ...ticket, isVerified: userId === id && confirmedAt !== null })),
		maxTickets: MAX_TICKETS,
		emails,
	}
}
