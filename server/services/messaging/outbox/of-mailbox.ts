import { sql, type SqlBool } from 'kysely'

import { toMailbox } from '#domain/email/to-mailbox.ts'
import type { Tx } from '#server/db/database.ts'

/** SQL condition on `outbox_messages`: sent to the mailbox of this address, ignoring anything after a plus sign. */
export function isOfMailbox(address: string) {
	const mailbox = toMailbox(address)
	const at = mailbox.lastIndexOf('@')
	const [tagged, afterTagged, domain] = [`${mailbox.slice(0, at)}+`, `${mailbox.slice(0, at)},`, mailbox.slice(at)]
	return sql<SqlBool>`(to_address = ${mailbox} or (
		to_address ~>=~ ${tagged} and to_address ~<~ ${afterTagged} and right(to_address, ${domain.length}) = ${domain}
	))`
}

/** Serializes emails to one mailbox until the transaction ends, so that parallel ones are counted, too. */
export const lockMailbox = (tx: Tx, address: string) =>
	sql`select pg_advisory_xact_lock(hashtextextended(${`few:${toMailbox(address)}`}, 0))`.execute(tx)
