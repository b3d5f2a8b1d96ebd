import type { Tx } from '#server/db/database.ts'

/**
 * Deletes everything pending for an account: sent codes and links, and the authorization codes issued by links and providers.
 * They belong to the previous address or password.
 */
export async function invalidateCodes(tx: Tx, userId: string): Promise<void> {
	await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', userId).execute()
	await tx.deleteFrom('auth.flow_states').where('user_id', '=', userId).execute()
}
