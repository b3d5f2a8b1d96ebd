import { type EmailVerificationType, toTokenKinds } from '#domain/auth/verification-types.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { hashLink } from '#server/services/identity/accounts/one-time-token.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { acceptToken, otpExpired, type Verified } from './accept-token.ts'

export type VerifyLinkInput = {
	type: EmailVerificationType
	/** `token_hash` of the link, with or without its `pkce_` prefix. */
	linkToken: string
	/** True if the browser follows the link itself (GET) and is redirected. */
	byRedirect: boolean
}

/**
 * Signs in with an emailed link, which works once. Wrong, used and expired links return the same error.
 * @throws ServiceError otp_expired (403), user_banned (403)
 */
export async function verifyLink(ctx: ServiceContext, { type, linkToken, byRedirect }: VerifyLinkInput): Promise<Verified> {
	const verified = await inTransaction(ctx.db, async (tx) => {
		const token = await tx
			.selectFrom('auth.one_time_tokens')
			.selectAll()
			.where('link_hash', '=', hashLink(linkToken))
			.where('kind', 'in', [...toTokenKinds(type)])
			.forUpdate()
			.executeTakeFirst()
		if (!token || token.expires_at.getTime() <= ctx.now().getTime()) {
			await recordAudit(ctx, tx, { action: 'code_verified', outcome: 'failure', userId: token?.user_id ?? null, detail: { by: 'link' } })
			return null
		}
		return acceptToken(ctx, tx, { token, byRedirect })
	})
	if (!verified) throw otpExpired()
	return verified
}
