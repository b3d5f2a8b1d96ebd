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

const readStanding = (db: Db | Tx, sessionId: string) =>
	db
		.selectFrom('auth.sessions as session')
		.innerJoin('auth.users as account', 'account.id', 'session.user_id')
		.select(['session.created_at', 'session.proven_at', 'is_first_party', 'email', 'email_confirmed_at', 'phone', 'phone_confirmed_at'])
		.where('session.id', '=', sessionId)
		.executeTakeFirst()

type Standing = NonNullable<Awaited<ReturnType<typeof readStanding>>>

/** Last proof in this session that the person owns the account. */
export const lastProofAt = ({ created_at: began, proven_at: proven }: Pick<Standing, 'created_at' | 'proven_at'>): Date => proven ?? began

function proofOf(standing: Standing, now: Date): Exclude<ProofNeeded, 'second-factor'> {
	// Without an address the session is the only way to the account.
	if (!standing.email && !standing.phone) return 'fresh'
	if (isFreshSession(now.getTime() - lastProofAt(standing).getTime())) return 'fresh'
	if (standing.email) return standing.email_confirmed_at ? 'email-code' : 'unconfirmed'
	return standing.phone_confirmed_at ? 'phone-code' : 'unconfirmed'
}

/** Proof required before an account is exported or deleted, or ends other sessions. An operator's view may do neither. */
export async function findProofNeeded(ctx: ServiceContext, caller: Session): Promise<ProofNeeded> {
	if (ctx.onlyReads) return 'fresh'
	if (caller.aal !== 'aal2' && (await hasSecondFactor(ctx.db, caller.userId))) return 'second-factor'
	const found = await readStanding(ctx.db, caller.sessionId)
	if (!found) throw new ServiceError('forbidden', 'session_not_found', 'This session has ended')
	return proofOf(found, ctx.now())
}

const proofNeeded = (kind: 'forbidden' | 'invalid') =>
	new ServiceError(kind, 'reauthentication_needed', 'Please confirm first that it is you')

/**
 * True if a session has to prove itself again before it changes a way to sign in: one that our pages opened, unless it is fresh or has
 * shown the second factor. Sessions of other programs are not asked.
 */
export async function owesFreshProof(ctx: ServiceContext, db: Db | Tx, caller: Session): Promise<boolean> {
	if (caller.aal === 'aal2') return false
	const found = await readStanding(db, caller.sessionId)
	return found?.is_first_party === true && proofOf(found, ctx.now()) !== 'fresh'
}

/** @throws ServiceError reauthentication_needed (400, as GoTrue has it for a password), when `owesFreshProof` says so */
export async function requireFreshChange(ctx: ServiceContext, db: Db | Tx, caller: Session): Promise<void> {
	if (await owesFreshProof(ctx, db, caller)) throw proofNeeded('invalid')
}

/** The same for every session, on our own endpoints. @throws ServiceError reauthentication_needed (403) */
export async function requireFreshSession(ctx: ServiceContext, caller: Session): Promise<void> {
	if (caller.aal !== 'aal2' && (await findProofNeeded(ctx, caller)) !== 'fresh') throw proofNeeded('forbidden')
}

/**
 * Requires fresh proof: a fresh session, or the code of `/auth/v1/reauthenticate`; and the second factor, if the account has one.
 * @param nonce that code, if it comes with the call
 * @throws ServiceError insufficient_aal, reauthentication_needed (403), reauthentication_not_valid (422), over_request_rate_limit (429)
 */
export async function requireProof(ctx: ServiceContext, caller: Session, nonce?: string): Promise<void> {
	const needed = await findProofNeeded(ctx, caller)
	if (needed === 'fresh') return
	if (needed === 'second-factor') throw new ServiceError('forbidden', 'insufficient_aal', 'Please confirm your second factor first')
	if (needed === 'unconfirmed' || !nonce) throw proofNeeded('forbidden')
	await spendReauthentication(ctx, caller, nonce)
}

/**
 * Spends the code of `/auth/v1/reauthenticate`; the session is fresh again.
 * @throws ServiceError reauthentication_not_valid (422), over_request_rate_limit (429)
 */
export async function proveSession(ctx: ServiceContext, caller: Session, nonce: string): Promise<void> {
	await spendReauthentication(ctx, caller, nonce)
	await inTransaction(ctx.db, async (tx) => {
		await tx.updateTable('auth.sessions').set({ proven_at: ctx.now() }).where('id', '=', caller.sessionId).execute()
	})
}
