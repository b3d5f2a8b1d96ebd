import { sql } from 'kysely'

import type { Db, Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import type { SignedIn } from './identify-bearer.ts'

/** @param message GoTrue's text for the endpoint, where it differs from the default */
export const insufficientAal = (kind: 'forbidden' | 'unprocessable' | 'unauthenticated', message = 'AAL2 required to manage factors') =>
	new ServiceError(kind, 'insufficient_aal', message)

/**
 * Rejects anonymous accounts: they can't be recovered, so a lost factor would lock them out.
 * @throws ServiceError no_authorization (403)
 */
export function requirePermanent(caller: SignedIn): void {
	if (caller.isAnonymous) throw new ServiceError('forbidden', 'no_authorization', 'Anonymous users cannot use second factors or passkeys')
}

/** True if the account has a verified factor, or SMS as second factor (docs/adr/0327). */
export async function hasSecondFactor(db: Db | Tx, userId: string): Promise<boolean> {
	const { rows } = await sql<{ has: boolean }>`select auth.has_second_factor(${userId}) as has`.execute(db)
	return rows[0]?.has ?? false
}

/**
 * @param kind status that the endpoint's clients expect: 401 for changes to the account, 422 or 403 for factors
 * @throws ServiceError insufficient_aal if the account has a second factor that the session hasn't used
 */
export async function requireSecondFactor(
	db: Db | Tx,
	caller: SignedIn,
	{ kind, message }: { kind: 'forbidden' | 'unprocessable' | 'unauthenticated'; message?: string },
): Promise<void> {
	if (caller.aal !== 'aal2' && (await hasSecondFactor(db, caller.userId))) throw insufficientAal(kind, message)
}
