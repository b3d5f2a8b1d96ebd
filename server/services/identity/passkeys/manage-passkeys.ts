import type { PasskeyAnswerBody } from '#contracts/auth.ts'
import { type Db, inTransaction, isUuid, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { validationFailed } from '#server/services/identity/accounts/check-input.ts'
import { lockUser, requireAccountRight, requireUser } from '#server/services/identity/accounts/user-record.ts'
import { relyingPartyOf } from '#server/services/identity/relying-party.ts'
import { requireFreshProofForChange, requireNonAnonymous, requireSecondFactor } from '#server/services/identity/sessions/fresh-proof.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import { withFailureAudit, recordAudit } from '#server/services/platform/audit/record-audit.ts'

import {
	storeChallenge,
	type PasskeyOptions,
	type PasskeyRow,
	requirePasskeys,
	spendChallenge,
	passkeyVerificationFailed,
} from './passkey-rules.ts'

const MAX_NAME_LENGTH = 120

const notFound = () => new ServiceError('not-found', 'webauthn_credential_not_found', 'Passkey not found')

/**
 * Lists the account's passkeys, oldest first.
 * @throws ServiceError passkey_disabled (404)
 */
export function listPasskeys(ctx: ServiceContext, caller: SignedIn): Promise<PasskeyRow[]> {
	requirePasskeys(ctx)
	return ctx.db.selectFrom('auth.passkeys').selectAll().where('user_id', '=', caller.userId).orderBy('created_at').execute()
}

async function requireChangeable(ctx: ServiceContext, caller: SignedIn, id: string): Promise<void> {
	requirePasskeys(ctx)
	if (!isUuid(id)) throw notFound()
	await requireSecondFactor(ctx.db, caller, { kind: 'forbidden', message: 'AAL2 required to manage passkeys' })
	await requireFreshProofForChange(ctx, ctx.db, caller)
}

/** @throws ServiceError validation_failed (400) for an empty name or one over 120 characters, and the errors of `deletePasskey` */
export async function renamePasskey(
	ctx: ServiceContext,
	caller: SignedIn,
	{ id, name }: { id: string; name: string },
): Promise<PasskeyRow> {
	await requireChangeable(ctx, caller, id)
	const friendlyName = name.trim()
	if (friendlyName === '' || friendlyName.length > MAX_NAME_LENGTH)
		throw validationFailed(`friendly_name must have between 1 and ${MAX_NAME_LENGTH} characters`)
	return inTransaction(ctx.db, async (tx) => {
		const row = await tx
			.updateTable('auth.passkeys')
			.set({ friendly_name: friendlyName })
			.where('id', '=', id)
			.where('user_id', '=', caller.userId)
			.returningAll()
			.executeTakeFirst()
		if (!row) throw notFound()
		await recordAudit(ctx, tx, { action: 'passkey_updated', outcome: 'success', userId: caller.userId, detail: { passkey_id: id } })
		return row
	})
}

/**
 * @throws ServiceError insufficient_aal (403), reauthentication_needed (400), webauthn_credential_not_found (404) for a passkey
 * that the account doesn't have
 */
export async function deletePasskey(ctx: ServiceContext, caller: SignedIn, id: string): Promise<void> {
	const work = async () => {
		await requireChangeable(ctx, caller, id)
		await inTransaction(ctx.db, async (tx) => {
			const { numDeletedRows } = await tx
				.deleteFrom('auth.passkeys')
				.where('id', '=', id)
				.where('user_id', '=', caller.userId)
				.executeTakeFirst()
			if (numDeletedRows === 0n) throw notFound()
			await recordAudit(ctx, tx, { action: 'passkey_deleted', outcome: 'success', userId: caller.userId, detail: { passkey_id: id } })
		})
	}
	await withFailureAudit(ctx, { action: 'passkey_deleted', userId: caller.userId }, work)
}

const AAL_MESSAGE = 'AAL2 required to manage passkeys'

async function requireRegistrable(ctx: ServiceContext, caller: SignedIn): Promise<void> {
	requirePasskeys(ctx)
	requireNonAnonymous(caller)
	requireAccountRight(await requireUser(ctx.db, caller.userId), 'canAddPasskey')
	await requireSecondFactor(ctx.db, caller, { kind: 'forbidden', message: AAL_MESSAGE })
	await requireFreshProofForChange(ctx, ctx.db, caller)
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
	return storeChallenge(ctx, { userId: user.id, options })
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
		if (!made) throw passkeyVerificationFailed()
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
	return withFailureAudit(ctx, { action: 'passkey_created', userId: caller.userId }, work)
}
