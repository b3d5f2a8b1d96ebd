import type { ProofNeeded } from '#contracts/privacy.ts'
import { isFreshSession } from '#domain/privacy/periods.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { SignedIn } from './identify-bearer.ts'
import { hasSecondFactor } from './second-factor-rules.ts'
import { spendReauthentication } from './spend-reauthentication.ts'

type Session = Pick<SignedIn, 'userId' | 'sessionId' | 'aal'>

const readSessionState = (db: Db | Tx, sessionId: string) =>
	db
		.selectFrom('auth.sessions as session')
		.innerJoin('auth.users as account', 'account.id', 'session.user_id')
		.select(['session.created_at', 'session.proven_at', 'is_first_party', 'email', 'email_confirmed_at', 'phone', 'phone_confirmed_at'])
		.where('session.id', '=', sessionId)
		.executeTakeFirst()

type Standing = NonNullable<Awaited<ReturnType<typeof readSessionState>>>

/** Returns when the session last proved that its user owns the account: at sign-in, or by a later code. */
export const lastProofAt = ({ created_at: began, proven_at: proven }: Pick<Standing, 'created_at' | 'proven_at'>): Date => proven ?? began

function proofOf(standing: Standing, now: Date): Exclude<ProofNeeded, 'second-factor'> {
	// Without an address, no code can be sent: the session is the only access to the account.
	if (!standing.email && !standing.phone) return 'fresh'
	if (isFreshSession(now.getTime() - lastProofAt(standing).getTime())) return 'fresh'
	if (standing.email) return standing.email_confirmed_at ? 'email-code' : 'unconfirmed'
	return standing.phone_confirmed_at ? 'phone-code' : 'unconfirmed'
}

/**
 * Returns the proof required before an account is exported or deleted, or ends other sessions.
 * @throws ServiceError session_not_found (403) if the session has ended
 */
export async function findProofNeeded(ctx: ServiceContext, caller: Session): Promise<ProofNeeded> {
	if (ctx.onlyReads) return 'fresh'
	if (caller.aal !== 'aal2' && (await hasSecondFactor(ctx.db, caller.userId))) return 'second-factor'
	const found = await readSessionState(ctx.db, caller.sessionId)
	if (!found) throw new ServiceError('forbidden', 'session_not_found', 'This session has ended')
	return proofOf(found, ctx.now())
}

const proofNeeded = (kind: 'forbidden' | 'invalid') =>
	new ServiceError(kind, 'reauthentication_needed', 'Please confirm that it is you first')

/**
 * True if the session must prove itself before it changes sign-in methods: our pages opened it, and it is neither fresh nor at
 * aal2.
 */
export async function owesFreshProof(ctx: ServiceContext, db: Db | Tx, caller: Session): Promise<boolean> {
	if (caller.aal === 'aal2') return false
	const found = await readSessionState(db, caller.sessionId)
	return found?.is_first_party === true && proofOf(found, ctx.now()) !== 'fresh'
}

/** @throws ServiceError reauthentication_needed (400, GoTrue's status for a password change) */
export async function requireFreshChange(ctx: ServiceContext, db: Db | Tx, caller: Session): Promise<void> {
	if (await owesFreshProof(ctx, db, caller)) throw proofNeeded('invalid')
}

/**
 * Requires a fresh session or aal2, no matter which client opened the session. Use it for our own endpoints.
 * @throws ServiceError reauthentication_needed (403)
 */
export async function requireFreshSession(ctx: ServiceContext, caller: Session): Promise<void> {
	if (caller.aal !== 'aal2' && (await findProofNeeded(ctx, caller)) !== 'fresh') throw proofNeeded('forbidden')
}

/**
 * Requires the second factor if the account has one, and a fresh session or a code.
 * @param nonce code of `/auth/v1/reauthenticate`
 * @throws ServiceError session_not_found, insufficient_aal, reauthentication_needed (403), reauthentication_not_valid (422),
 * over_request_rate_limit (429)
 */
export async function requireProof(ctx: ServiceContext, caller: Session, nonce?: string): Promise<void> {
	const needed = await findProofNeeded(ctx, caller)
	if (needed === 'fresh') return
	if (needed === 'second-factor') throw new ServiceError('forbidden', 'insufficient_aal', 'Please confirm your second factor first')
	if (needed === 'unconfirmed' || !nonce) throw proofNeeded('forbidden')
	await spendReauthentication(ctx, caller, nonce)
}

/**
 * Redeems the code of `/auth/v1/reauthenticate`.
 * @throws ServiceError reauthentication_not_valid (422), over_request_rate_limit (429)
 */
export async function proveSession(ctx: ServiceContext, caller: Session, nonce: string): Promise<void> {
	await spendReauthentication(ctx, caller, nonce)
	await inTransaction(ctx.db, async (tx) => {
		await tx.updateTable('auth.sessions').set({ proven_at: ctx.now() }).where('id', '=', caller.sessionId).execute()
	})
}
