import type { PasskeyAnswerBody } from '#contracts/auth.ts'
import type { BrowserResponse } from '#server/adapters/webauthn/port.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { findUser, requireNotBanned } from '#server/services/identity/accounts/user-record.ts'
import { relyingPartyOf } from '#server/services/identity/relying-party.ts'
import { issueSession } from '#server/services/identity/sessions/issue-session.ts'
import type { IssuedSession } from '#server/services/identity/sessions/session-grant.ts'
import { withFailureAudit } from '#server/services/platform/audit/record-audit.ts'

import { storeChallenge, type PasskeyOptions, requirePasskeys, spendChallenge, passkeyVerificationFailed } from './passkey-rules.ts'

/** True if the response names a different account. False if it names none. */
function namesOtherUser(answer: BrowserResponse, userId: string): boolean {
	const { userHandle } = (answer.response ?? {}) as { userHandle?: unknown }
	if (typeof userHandle !== 'string' || userHandle === '') return false
	return userHandle !== Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}

/** Starts a sign-in without an account: the browser offers every passkey it has for this site. */
export async function startPasskeySignIn(ctx: ServiceContext): Promise<PasskeyOptions> {
	requirePasskeys(ctx)
	return storeChallenge(ctx, { userId: null, options: await ctx.webauthn.makeAuthenticationOptions(relyingPartyOf(ctx), []) })
}

/**
 * Signs in with a passkey. The session is at aal1: a second factor is still required if the account has one. Unknown passkeys and
 * wrong signatures return the same error.
 * @throws ServiceError webauthn_challenge_not_found, webauthn_challenge_expired, webauthn_verification_failed (400), user_banned
 * (403), passkey_disabled (404)
 */
export async function finishPasskeySignIn(ctx: ServiceContext, input: PasskeyAnswerBody): Promise<IssuedSession> {
	requirePasskeys(ctx)
	const answer = input.credential ?? {}
	const open = async (tx: Tx, challenge: string) => {
		const passkey = await tx
			.selectFrom('auth.passkeys')
			.selectAll()
			.where('credential_id', '=', typeof answer.id === 'string' ? answer.id.replaceAll('\0', '') : '')
			.forUpdate()
			.executeTakeFirst()
		if (!passkey || namesOtherUser(answer, passkey.user_id)) throw passkeyVerificationFailed()
		const { credential_id: id, public_key: publicKey, sign_count: signCount, transports } = passkey
		const credential = { id, publicKey, signCount, transports }
		const newCount = await ctx.webauthn.checkAuthentication(relyingPartyOf(ctx), { answer, challenge, credential })
		const user = newCount === null ? null : await findUser(tx, passkey.user_id)
		if (newCount === null || !user) throw passkeyVerificationFailed()
		requireNotBanned(user, ctx.now())
		await tx.updateTable('auth.passkeys').set({ sign_count: newCount, last_used_at: ctx.now() }).where('id', '=', passkey.id).execute()
		return issueSession(ctx, tx, { userId: user.id, method: 'passkey' })
	}
	const work = async () => {
		const consumeChallenge = (tx: Tx) => spendChallenge(ctx, tx, { challengeId: input.challenge_id ?? '', userId: null })
		const challenge = await inTransaction(ctx.db, consumeChallenge)
		return inTransaction(ctx.db, (tx) => open(tx, challenge))
	}
	return withFailureAudit(ctx, { action: 'login', userId: null }, work)
}
