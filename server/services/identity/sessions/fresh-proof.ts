import { sql } from 'kysely'

import type { ProofNeeded } from '#contracts/privacy.ts'
import { checkOneTimeToken } from '#domain/auth/check-one-time-token.ts'
import { isFreshSession } from '#domain/privacy/periods.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { countFailure, clearGuessFailures, hashAddress, lockForGuess } from '#server/services/identity/accounts/address-limits.ts'
import { matchesCode } from '#server/services/identity/accounts/one-time-token.ts'

import type { SignedIn } from './identify-bearer.ts'

/** @param message GoTrue's message for the endpoint, where it differs from the default */
export const insufficientAal = (kind: 'forbidden' | 'unprocessable' | 'unauthenticated', message = 'AAL2 required to manage factors') =>
	new ServiceError(kind, 'insufficient_aal', message)

/**
 * Rejects anonymous accounts: they can't be recovered, so a lost factor would lock them out.
 * @throws ServiceError no_authorization (403)
 */
export function requireNonAnonymous(caller: SignedIn): void {
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

/**
 * Redeems a code sent by `reauthenticate`. Five wrong attempts lock the current and later codes.
 * @throws ServiceError reauthentication_not_valid (422), over_request_rate_limit (429)
 */
export async function spendReauthentication(ctx: ServiceContext, caller: Pick<SignedIn, 'userId'>, nonce: string): Promise<void> {
	const guess = { kind: 'code', addressHash: await hashAddress(ctx, `reauthentication:${caller.userId}`) } as const
	const isRight = await inTransaction(ctx.db, async (tx) => {
		await lockForGuess(ctx, tx, guess)
		const token = await tx
			.selectFrom('auth.one_time_tokens')
			.selectAll()
			.where('user_id', '=', caller.userId)
			.where('kind', '=', 'reauthentication')
			.forUpdate()
			.executeTakeFirst()
		const isLive = token && checkOneTimeToken({ expiresAt: token.expires_at, wrongCodes: token.wrong_codes }, ctx.now()) === 'live'
		if (isLive && (await matchesCode(ctx, token, nonce))) {
			await tx.deleteFrom('auth.one_time_tokens').where('id', '=', token.id).execute()
			await clearGuessFailures(tx, guess)
			return true
		}
		await countFailure(ctx, tx, guess)
		if (token)
			await tx
				.updateTable('auth.one_time_tokens')
				.set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
				.where('id', '=', token.id)
				.execute()
		return false
	})
	if (!isRight) throw new ServiceError('unprocessable', 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}

type Session = Pick<SignedIn, 'userId' | 'sessionId' | 'aal'>

const readSessionState = (db: Db | Tx, sessionId: string) =>
	db
		.selectFrom('auth.sessions as session')
		.innerJoin('auth.users as account', 'account.id', 'session.user_id')
		.select(['session.created_at', 'session.proven_at', 'is_first_party', 'email', 'email_confirmed_at', 'phone', 'phone_confirmed_at'])
		.where('session.id', '=', sessionId)
		.executeTakeFirst()

type SessionState = NonNullable<Awaited<ReturnType<typeof readSessionState>>>

/** Returns when the session last proved that its user owns the account: at sign-in, or by a later code. */
export const lastProofAt = ({ created_at: began, proven_at: proven }: Pick<SessionState, 'created_at' | 'proven_at'>): Date =>
	proven ?? began

function proofOf(state: SessionState, now: Date): Exclude<ProofNeeded, 'second-factor'> {
	// Without an address, no code can be sent, so the session itself must be enough.
	if (!state.email && !state.phone) return 'fresh'
	if (isFreshSession(now.getTime() - lastProofAt(state).getTime())) return 'fresh'
	if (state.email) return state.email_confirmed_at ? 'email-code' : 'unconfirmed'
	return state.phone_confirmed_at ? 'phone-code' : 'unconfirmed'
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

const proofNeeded = (kind: 'forbidden' | 'invalid') => new ServiceError(kind, 'reauthentication_needed', 'Please confirm it’s you first')

/**
 * True if the session needs a fresh proof before it changes sign-in methods: our pages opened it, and it is neither fresh nor at aal2.
 */
export async function needsFreshProof(ctx: ServiceContext, db: Db | Tx, caller: Session): Promise<boolean> {
	if (caller.aal === 'aal2') return false
	const found = await readSessionState(db, caller.sessionId)
	return found?.is_first_party === true && proofOf(found, ctx.now()) !== 'fresh'
}

/** @throws ServiceError reauthentication_needed (400, GoTrue's status for a password change) */
export async function requireFreshProofForChange(ctx: ServiceContext, db: Db | Tx, caller: Session): Promise<void> {
	if (await needsFreshProof(ctx, db, caller)) throw proofNeeded('invalid')
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
 * @param nonce code sent by `/auth/v1/reauthenticate`
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
 * Redeems a code sent by `/auth/v1/reauthenticate`.
 * @throws ServiceError reauthentication_not_valid (422), over_request_rate_limit (429)
 */
export async function proveSession(ctx: ServiceContext, caller: Session, nonce: string): Promise<void> {
	await spendReauthentication(ctx, caller, nonce)
	await inTransaction(ctx.db, async (tx) => {
		await tx.updateTable('auth.sessions').set({ proven_at: ctx.now() }).where('id', '=', caller.sessionId).execute()
	})
}
