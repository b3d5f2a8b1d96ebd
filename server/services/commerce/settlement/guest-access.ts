import { paths } from '#contracts/paths.ts'
import type { Tx } from '#server/db/database.ts'
import type { Access } from '#server/services/commerce/orders/order-mails.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { createUser } from '#server/services/identity/accounts/create-user.ts'
import { issueOneTimeToken } from '#server/services/identity/accounts/one-time-token.ts'
import { findUserByEmail } from '#server/services/identity/accounts/user-record.ts'

/** Lifetime of a guest's access code. A receipt is often read the next morning. */
const ACCESS_HOURS = 24

/**
 * Finds or creates the account for a guest's email, and issues a one-time code for it. If the address was never verified, someone
 * else may have made the account: using the code then removes its password.
 * @returns `signed-in` if no account can be created for the address
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
