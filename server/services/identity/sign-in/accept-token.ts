import { randomBytes } from 'node:crypto'

import type { Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { confirmAddress } from '#server/services/identity/accounts/confirm-address.ts'
import type { OneTimeToken } from '#server/services/identity/accounts/one-time-token.ts'
import { findUser, toMetadataObject, requireNotBanned } from '#server/services/identity/accounts/user-record.ts'
import { recordCodeUsed } from '#server/services/identity/codes/auth-sms.ts'
import { hashAuthCode, issueSession } from '#server/services/identity/sessions/issue-session.ts'
import type { IssuedSession } from '#server/services/identity/sessions/session-grant.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { confirmEmailChange, confirmPhoneChange } from './contact-change.ts'

export type VerifyResult =
	| { kind: 'session'; session: IssuedSession }
	/** Authorization code, redeemed by the client that holds the PKCE verifier. */
	| { kind: 'auth-code'; authCode: string }
	/** Result of the first of an email change's two confirmations. */
	| { kind: 'half-done' }

export const otpExpired = () => new ServiceError('forbidden', 'otp_expired', 'Token has expired or is invalid')

async function makeAuthCode(ctx: ServiceContext, tx: Tx, flowStateId: string): Promise<string> {
	const authCode = randomBytes(32).toString('hex')
	await tx
		.updateTable('auth.flow_states')
		.set({ auth_code_hash: hashAuthCode(authCode), auth_code_issued_at: ctx.now() })
		.where('id', '=', flowStateId)
		.execute()
	return authCode
}

/**
 * Redeems a token whose code or link was correct: verifies the address and completes the sign-in. The caller has locked the token's row.
 * @param byRedirect true if a browser followed the link, so that a PKCE flow ends with an authorization code
 */
export async function acceptToken(
	ctx: ServiceContext,
	tx: Tx,
	{ token, byRedirect }: { token: OneTimeToken; byRedirect: boolean },
): Promise<VerifyResult> {
	const user = await findUser(tx, token.user_id)
	if (!user) throw otpExpired()
	requireNotBanned(user, ctx.now())
	await tx.deleteFrom('auth.one_time_tokens').where('id', '=', token.id).execute()
	await recordAudit(ctx, tx, { action: 'code_verified', outcome: 'success', userId: user.id, detail: { kind: token.kind } })

	const proof = { user, dropsPassword: token.drops_password, profile: toMetadataObject(token.pending_profile) }
	if (token.kind === 'confirmation' || token.kind === 'recovery') await confirmAddress(ctx, tx, { ...proof, kind: 'email' })
	else if (token.kind === 'sms') await confirmAddress(ctx, tx, { ...proof, kind: 'phone' })
	else if (token.kind === 'phone_change') await confirmPhoneChange(ctx, tx, user)
	else if (token.kind === 'reauthentication') throw otpExpired()
	else if (!(await confirmEmailChange(ctx, tx, { user, side: token.kind }))) return { kind: 'half-done' }

	const isPhone = token.kind === 'sms' || token.kind === 'phone_change'
	if (isPhone) await recordCodeUsed(ctx, tx, token.address)
	if (!byRedirect && token.flow_state_id) await tx.deleteFrom('auth.flow_states').where('id', '=', token.flow_state_id).execute()
	if (byRedirect && token.flow_state_id) return { kind: 'auth-code', authCode: await makeAuthCode(ctx, tx, token.flow_state_id) }
	return {
		kind: 'session',
		session: await issueSession(ctx, tx, { userId: user.id, method: 'otp', provider: isPhone ? 'phone' : 'email' }),
	}
}
