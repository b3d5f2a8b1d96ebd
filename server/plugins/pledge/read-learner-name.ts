import { nameInMail } from '#domain/pledge/supporter.ts'
import type { Tx } from '#server/db/database.ts'
import { readMetadata } from '#server/services/identity/accounts/user-record.ts'

/** Returns a learner's name for an email to someone else. */
export async function readLearnerName(tx: Tx, userId: string): Promise<string> {
	const user = await tx.selectFrom('auth.users').select('raw_user_meta_data').where('id', '=', userId).executeTakeFirst()
	const { full_name: fullName, name } = readMetadata(user?.raw_user_meta_data)
	return nameInMail(name ?? fullName)
}
