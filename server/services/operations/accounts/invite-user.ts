import type { InviteBody } from '#contracts/auth-admin.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { invalid, requireEmailAddress, requireMetadata } from '#server/services/identity/accounts/check-input.ts'
import { requireUser, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { sendCodeMail } from '#server/services/identity/codes/send-code-mail.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { openForAddress } from './open-for-address.ts'

/**
 * Emails a confirmation link, valid for a day. A password that someone else set for the address becomes invalid when the link is
 * followed.
 * @throws ServiceError validation_failed (400), email_exists (422) for a confirmed account
 */
export async function inviteUser(
	ctx: ServiceContext,
	{ email, data, redirectTo }: InviteBody & { redirectTo: string | null },
): Promise<UserRecord> {
	if (!email) throw invalid('An email address is required')
	const address = requireEmailAddress(email)
	const metadata = requireMetadata(data)
	return inTransaction(ctx.db, async (tx) => {
		const user = await openForAddress(ctx, tx, { address, data: metadata, passwordHash: null })
		const dropsPassword = user.encrypted_password !== null
		await sendCodeMail(ctx, tx, { mail: 'auth.invite', user, address, redirectTo, challenge: null, dropsPassword })
		await recordAudit(ctx, tx, { action: 'user_invited', outcome: 'success', userId: user.id, detail: { by: 'service_role' } })
		return requireUser(tx, user.id)
	})
}
