import { sql, type SqlBool } from 'kysely'

import { toMailbox } from '#domain/email/to-mailbox.ts'
import type { Tx } from '#server/db/database.ts'

/** Condition on `outbox_messages`: the mail went to the mailbox of this address, whatever follows a plus sign in either. */
export function isOfMailbox(address: string) {
	const mailbox = toMailbox(address)
	const at = mailbox.lastIndexOf('@')
	const [tagged, afterTagged, domain] = [`${mailbox.slice(0, at)}+`, `${mailbox.slice(0, at)},`, mailbox.slice(at)]
	return sql<SqlBool>`(to_address = ${mailbox} or (
		to_address ~>=~ ${tagged} and to_address ~<~ ${afterTagged} and right(to_address, ${domain.length}) = ${domain}
	))`
}

/** Mails to one mailbox follow each other until the transaction ends, so that those caused at once are counted too. */
export const lockMailbox = (tx: Tx, address: string) =>
	sql`select pg_advisory_xact_lock(hashtextextended(${`few:${toMailbox(address)}`}, 0))`.execute(tx)
