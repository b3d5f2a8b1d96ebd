import { checkPassword } from '#domain/auth/check-password.ts'
import { parseEmailAddress } from '#domain/auth/email-address.ts'
import type { ServiceContext } from '#server/context.ts'
import { ServiceError } from '#server/errors.ts'
import { recordAudit } from '#server/services/audit/record-audit.ts'
import { issueSession } from '#server/services/sessions/issue-session.ts'
import type { SessionGrant } from '#server/services/sessions/session-grant.ts'

import { type AccountAddress, findUserByAddress, isConfirmed } from './account-address.ts'
import { countFailure, forgetFailures, hashAddress, hashAddressAtPlace, requireUnlocked } from './address-limits.ts'
import { requireOneAddress, requireProvider } from './check-input.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { verifyPassword } from './password-hash.ts'
import { isBanned, type UserRecord } from './user-record.ts'

type Given = string | null | undefined
export type WeakPassword = { message: string; reasons: readonly string[] }
export type PasswordSignIn = { session: SessionGrant; weakPassword: WeakPassword | null }

function findWeakness(ctx: ServiceContext, password: string): WeakPassword | null {
	const check = checkPassword(password, ctx.config.auth.passwordRule)
	return check.ok || check.problem !== 'weak' ? null : { message: check.message, reasons: check.reasons }
}

/**
 * What wrong guesses count against: the address, or the address at this place when one of its sessions lives there. So a
 * stranger who closes the address elsewhere does not lock out its owner, and gains nothing.
 */
async function chooseCounter(ctx: ServiceContext, { kind, value }: AccountAddress): Promise<Buffer> {
	const session = await ctx.db
		.selectFrom('auth.sessions as s')
		.innerJoin('auth.users as u', 'u.id', 's.user_id')
		.select('s.id')
		.where(kind === 'email' ? 'u.email' : 'u.phone', '=', value)
		.where((eb) => eb.not('u.is_sso_user'))
		.where('s.ip', '=', ctx.clientAddress)
		.limit(1)
		.executeTakeFirst()
	return session ? hashAddressAtPlace(ctx, value) : hashAddress(ctx, value)
}

/** An address that nobody could have is looked up as it was typed, and not found. */
const readAddress = (kind: AccountAddress['kind'], typed: string) =>
	kind === 'email' ? (parseEmailAddress(typed) ?? typed) : typed.replace(/[+ ]/g, '')

/** Only who knows the password learns what state the account is in. */
function requireOpenAccount(ctx: ServiceContext, user: UserRecord, kind: AccountAddress['kind']): void {
	if (isBanned(user, ctx.now())) throw new ServiceError('invalid', 'user_banned', 'User is banned')
	if (isConfirmed(user, kind)) return
	throw new ServiceError('invalid', `${kind}_not_confirmed`, kind === 'email' ? 'Email not confirmed' : 'Phone not confirmed')
}

/**
 * Password grant (AUTH_WIRE §5.2). Unknown address, account without password and wrong password are one answer, after
 * one hash each; ten failures close the address for a growing while, whether or not it has an account.
 * @throws ServiceError invalid_credentials, email_not_confirmed, phone_not_confirmed, user_banned (400), over_request_rate_limit (429)
 */
export async function signInWithPassword(
	ctx: ServiceContext,
	input: { email?: Given; phone?: Given; password?: Given },
): Promise<PasswordSignIn> {
	const { kind, typed } = requireOneAddress(input)
	requireProvider(ctx.config, kind, { email: 'unprocessable', phone: 'unprocessable', what: 'logins' })
	const address = { kind, value: readAddress(kind, typed) }
	const password = input.password ?? ''
	const addressHash = await chooseCounter(ctx, address)
	const guess = { thing: 'password', addressHash } as const

	return oneAtATime(addressHash.toString('hex'), async () => {
		await requireUnlocked(ctx, guess)
		const user = await findUserByAddress(ctx.db, address)
		const isRight = await verifyPassword(user?.encrypted_password ?? null, password)
		if (!user || !isRight) {
			await ctx.db.transaction().execute(async (tx) => {
				await countFailure(ctx, tx, guess)
				await recordAudit(ctx, tx, { action: 'login', outcome: 'failure', userId: user?.id ?? null, detail: { method: 'password' } })
			})
			throw new ServiceError('invalid', 'invalid_credentials', 'Invalid login credentials')
		}
		requireOpenAccount(ctx, user, kind)
		const session = await ctx.db.transaction().execute(async (tx) => {
			await forgetFailures(tx, guess)
			return issueSession(ctx, tx, { userId: user.id, method: 'password', provider: kind })
		})
		return { session, weakPassword: findWeakness(ctx, password) }
	})
}
