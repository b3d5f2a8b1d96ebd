import { paths } from '#contracts/paths.ts'
import type { Tx } from '#server/db/database.ts'
import type { Access } from '#server/services/commerce/orders/order-mails.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { createUser } from '#server/services/identity/accounts/create-user.ts'
import { issueOneTimeToken } from '#server/services/identity/accounts/one-time-token.ts'
import { findUserByEmail } from '#server/services/identity/accounts/user-record.ts'

/** A receipt is often read the next morning. */
const ACCESS_HOURS = 24

/**
 * Creates an account with one-time access for the checkout's address, since a purchase needs no account. An account whose address was never
 * verified may have been made by someone else: proving the mailbox drops its password. Returns `signed-in` for an address that may not sign
 * in; such an account is left to the operator.
 */
export async function prepareGuestAccess(ctx: ServiceContext, tx: Tx, email: string): Promise<Access> {
	const found = await findUserByEmail(tx, email)
	const user = found ?? (await createUser(ctx, tx, { email, passwordHash: null, data: {}, isConfirmed: false }))
	if (!user) return { kind: 'signed-in' }
	const { code, linkToken } = await issueOneTimeToken(ctx, tx, {
		userId: user.id,
		kind: 'recovery',
		address: email,
		flowStateId: null,
		dropsPassword: user.email_confirmed_at === null,
		seconds: ACCESS_HOURS * 3600,
	})
	const query = new URLSearchParams({ token_hash: linkToken, type: 'magiclink', redirect_to: paths.dashboard })
	return { kind: 'code', code, link: `${ctx.config.siteUrl}${paths.authCallback}?${query.toString()}`, hours: ACCESS_HOURS }
}
