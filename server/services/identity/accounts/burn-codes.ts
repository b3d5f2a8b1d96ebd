import type { Tx } from '#server/db/database.ts'

/**
 * Forgets what is on its way to an account: mailed codes and links, and the codes that links and providers have led to
 * already. They belong to the address or password of before.
 */
export async function burnCodes(tx: Tx, userId: string): Promise<void> {
	await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', userId).execute()
	await tx.deleteFrom('auth.flow_states').where('user_id', '=', userId).execute()
}
