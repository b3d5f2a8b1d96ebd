import type { PasskeyAnswerBody } from '#contracts/auth.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireRight } from '#server/services/identity/accounts/account-kind.ts'
import { lockUser, requireUser } from '#server/services/identity/accounts/user-record.ts'
import { relyingPartyOf } from '#server/services/identity/relying-party.ts'
import { requireFreshChange } from '#server/services/identity/sessions/fresh-proof.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import { requirePermanent, requireSecondFactor } from '#server/services/identity/sessions/second-factor-rules.ts'
import { auditFailure } from '#server/services/platform/audit/audit-failure.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import {
	keepChallenge,
	type PasskeyOptions,
	type PasskeyRow,
	requirePasskeys,
	spendChallenge,
	verificationFailed,
} from './passkey-rules.ts'

const AAL_MESSAGE = 'AAL2 required to manage passkeys'

async function requireRegistrable(ctx: ServiceContext, caller: SignedIn): Promise<void> {
	requirePasskeys(ctx)
	requirePermanent(caller)
	requireRight(await requireUser(ctx.db, caller.userId), 'canAddPasskey')
	await requireSecondFactor(ctx.db, caller, { kind: 'forbidden', message: AAL_MESSAGE })
	await requireFreshChange(ctx, ctx.db, caller)
}

async function requireFreeSlot(ctx: ServiceContext, db: Db | Tx, userId: string) {
	const passkeys = await db.selectFrom('auth.passkeys').select(['credential_id', 'transports']).where('user_id', '=', userId).execute()
	if (passkeys.length >= ctx.config.auth.passkeys.maxPerAccount)
		throw new ServiceError('unprocessable', 'too_many_passkeys', 'Maximum number of passkeys reached, delete one to continue')
	return passkeys.map(({ credential_id: id, transports }) => ({ id, transports }))
}

/**
 * @throws ServiceError passkey_disabled (404), insufficient_aal, no_authorization (403), reauthentication_needed (400),
 * too_many_passkeys, user_sso_managed (422)
 */
export async function startPasskeyRegistration(ctx: ServiceContext, caller: SignedIn): Promise<PasskeyOptions> {
	await requireRegistrable(ctx, caller)
	const user = await requireUser(ctx.db, caller.userId)
	const exclude = await requireFreeSlot(ctx, ctx.db, user.id)
	const userName = user.email ?? user.phone ?? user.id
	const request = { userId: user.id, userName, exclude, isDiscoverable: true }
	const options = await ctx.webauthn.makeRegistrationOptions(relyingPartyOf(ctx), request)
	return keepChallenge(ctx, { userId: user.id, options })
}

/**
 * @throws ServiceError webauthn_challenge_not_found, webauthn_challenge_expired, webauthn_verification_failed (400),
 * webauthn_credential_exists, too_many_passkeys (422) and the errors of `startPasskeyRegistration`
 */
export async function finishPasskeyRegistration(ctx: ServiceContext, caller: SignedIn, input: PasskeyAnswerBody): Promise<PasskeyRow> {
	await requireRegistrable(ctx, caller)
	const work = async () => {
		// This runs in a separate transaction, so that the rollback after a wrong answer doesn't restore the challenge.
		const consumeChallenge = (tx: Tx) => spendChallenge(ctx, tx, { challengeId: input.challenge_id ?? '', userId: caller.userId })
		const challenge = await inTransaction(ctx.db, consumeChallenge)
		const made = await ctx.webauthn.checkRegistration(relyingPartyOf(ctx), { answer: input.credential ?? {}, challenge })
		if (!made) throw verificationFailed()
		return inTransaction(ctx.db, async (tx) => {
			await lockUser(tx, caller.userId)
			await requireFreeSlot(ctx, tx, caller.userId)
			const row = await tx
				.insertInto('auth.passkeys')
				.values({
					user_id: caller.userId,
					credential_id: made.id,
					public_key: made.publicKey,
					sign_count: made.signCount,
					transports: made.transports,
					created_at: ctx.now(),
				})
				.onConflict((conflict) => conflict.column('credential_id').doNothing())
				.returningAll()
				.executeTakeFirst()
			if (!row) throw new ServiceError('unprocessable', 'webauthn_credential_exists', 'This passkey is registered already')
			await recordAudit(ctx, tx, { action: 'passkey_created', outcome: 'success', userId: caller.userId, detail: { passkey_id: row.id } })
			return row
		})
	}
	return auditFailure(ctx, { action: 'passkey_created', userId: caller.userId }, work)
}
