import { parseEmailAddress } from '#domain/auth/email-address.ts'
import { inTransaction } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { countFailure, lockForGuess, requireNotLocked } from '#server/services/identity/accounts/address-limits.ts'
import {
	type AccountAddress,
	checkPasswordPolicy,
	isConfirmed,
	requireOneAddress,
	requireSignInProvider,
} from '#server/services/identity/accounts/check-input.ts'
import { verifyPassword } from '#server/services/identity/accounts/password-hash.ts'
import { type SignInAccount, readAttempt } from '#server/services/identity/accounts/read-attempt.ts'
import { isBanned } from '#server/services/identity/accounts/user-record.ts'
import { issueSession } from '#server/services/identity/sessions/issue-session.ts'
import type { IssuedSession } from '#server/services/identity/sessions/session-grant.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'
import { runOneAtATime } from '#server/services/platform/locks/one-at-a-time.ts'

type OptionalText = string | null | undefined
export type WeakPassword = { message: string; reasons: readonly string[] }
export type PasswordSignIn = { session: IssuedSession; weakPassword: WeakPassword | null }

function findWeakness(ctx: ServiceContext, password: string): WeakPassword | null {
	const check = checkPasswordPolicy(ctx, password)
	return check.ok || check.problem !== 'weak' ? null : { message: check.message, reasons: check.reasons }
}

/** Normalizes an address. An invalid one stays as entered, so the lookup finds nothing. */
const normalizeAddress = (kind: AccountAddress['kind'], typed: string) =>
	kind === 'email' ? (parseEmailAddress(typed) ?? typed) : typed.replace(/[+ ]/g, '')

/**
 * Rejects banned and unconfirmed accounts. Call it after the password check: only someone who knows the password may learn the
 * account's state.
 */
function requireOpenAccount(ctx: ServiceContext, user: SignInAccount, kind: AccountAddress['kind']): void {
	if (isBanned(user, ctx.now())) throw new ServiceError('invalid', 'user_banned', 'User is banned')
	if (isConfirmed(user, kind)) return
	throw new ServiceError('invalid', `${kind}_not_confirmed`, kind === 'email' ? 'Email not confirmed' : 'Phone not confirmed')
}

/**
 * Signs in with a password. An unknown address, an account without a password and a wrong password return the same error, after
 * one hash each. Repeated failures lock the address, even if it has no account.
 * @throws ServiceError invalid_credentials, email_not_confirmed, phone_not_confirmed, user_banned (400), over_request_rate_limit
 * (429)
 */
export async function signInWithPassword(
	ctx: ServiceContext,
	input: { email?: OptionalText; phone?: OptionalText; password?: OptionalText },
): Promise<PasswordSignIn> {
	const { kind, typed } = requireOneAddress(input)
	requireSignInProvider(ctx.config, kind, { email: 'unprocessable', phone: 'unprocessable', what: 'logins' })
	const address = { kind, value: normalizeAddress(kind, typed) }
	const password = input.password ?? ''
	const first = await readAttempt(ctx, address)

	return runOneAtATime(first.guess.addressHash.toString('hex'), async (hasWaited) => {
		// Requests that were ahead of this one may have locked the address.
		const { guess, isTrustedOrigin, lockedUntil, account } = hasWaited ? await readAttempt(ctx, address) : first
		requireNotLocked('password', lockedUntil, ctx.now())
		const isRight = await verifyPassword(account?.encrypted_password ?? null, password, isTrustedOrigin ? 'trusted' : 'untrusted')
		if (!account || !isRight) {
			await inTransaction(ctx.db, async (tx) => {
				await lockForGuess(ctx, tx, guess)
				await countFailure(ctx, tx, guess)
				await recordAudit(ctx, tx, { action: 'login', outcome: 'failure', userId: account?.id ?? null, detail: { method: 'password' } })
			})
			throw new ServiceError('invalid', 'invalid_credentials', 'Invalid login credentials')
		}
		requireOpenAccount(ctx, account, kind)
		const right = { ...guess, passwordHash: account.encrypted_password }
		const session = await issueSession(ctx, ctx.db, { userId: account.id, method: 'password', provider: kind, guess: right })
		return { session, weakPassword: findWeakness(ctx, password) }
	})
}
