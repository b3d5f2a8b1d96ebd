import { checkOneTimeToken } from '#domain/auth/check-one-time-token.ts'
import type { ServiceContext, Tx } from '#server/context.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/errors.ts'
import { recordAudit } from '#server/services/audit/record-audit.ts'
import { requireTextable } from '#server/services/notifications/auth-sms.ts'
import { enqueueMessage } from '#server/services/notifications/enqueue-message.ts'
import { renderReauthenticationMail } from '#server/services/notifications/reauthentication-mail.ts'
import type { SignedIn } from '#server/services/sessions/identify-bearer.ts'

import { type AccountAddress, isConfirmed } from './account-address.ts'
import { countFailure, forgetFailures, hashAddress, lockForGuess } from './address-limits.ts'
import { invalid } from './check-input.ts'
import { inMessageTurn, prepareTurn } from './message-turn.ts'
import { issueOneTimeToken, matchesCode } from './one-time-token.ts'
import { sendCodeSms } from './send-code-sms.ts'
import { requireUser, type UserRecord } from './user-record.ts'

function chooseAddress(user: UserRecord): AccountAddress {
	const address: AccountAddress | null = user.email
		? { kind: 'email', value: user.email }
		: user.phone
			? { kind: 'phone', value: user.phone }
			: null
	if (!address) throw invalid('Reauthentication requires the user to have an email or a phone number')
	if (isConfirmed(user, address.kind)) return address
	throw new ServiceError('unprocessable', `${address.kind}_not_confirmed`, 'Please verify your email address or phone number first')
}

async function mailNonce(ctx: ServiceContext, tx: Tx, { user, address }: { user: UserRecord; address: AccountAddress }): Promise<void> {
	const request = { userId: user.id, kind: 'reauthentication', address: address.value, flowStateId: null, dropsPassword: false } as const
	const { code } = await issueOneTimeToken(ctx, tx, request)
	const mail = renderReauthenticationMail({ code, minutes: Math.max(1, Math.floor(ctx.config.auth.emailCodeSeconds / 60)) })
	await enqueueMessage(ctx, tx, { channel: 'email', to: address.value, template: 'auth.reauthentication', ...mail })
	await tx.updateTable('auth.users').set({ reauthentication_sent_at: ctx.now() }).where('id', '=', user.id).execute()
}

/**
 * Sends the signed-in account a code that `updateUser` takes as `nonce` (AUTH_WIRE §5.6): by mail, or by SMS to an account
 * without a mailbox.
 * @throws ServiceError validation_failed (400) without an address, email_not_confirmed, phone_not_confirmed (422),
 * over_email_send_rate_limit, over_sms_send_rate_limit (429)
 */
export async function reauthenticate(ctx: ServiceContext, caller: SignedIn): Promise<void> {
	const user = await requireUser(ctx.db, caller.userId)
	const address = chooseAddress(user)
	if (address.kind === 'phone') await requireTextable(ctx, { phone: address.value, userId: user.id })
	await inMessageTurn(ctx, await prepareTurn(ctx, address, true), async (tx) => {
		if (address.kind === 'email') await mailNonce(ctx, tx, { user, address })
		else await sendCodeSms(ctx, tx, { kind: 'reauthentication', user, phone: address.value })
		await recordAudit(ctx, tx, { action: 'user_reauthenticate_requested', outcome: 'success', userId: user.id })
	})
}

/**
 * Spends the code of `reauthenticate`. Five wrong tries close it, and the account's codes with it.
 * @throws ServiceError reauthentication_not_valid (422), over_request_rate_limit (429)
 */
export async function spendReauthentication(ctx: ServiceContext, caller: Pick<SignedIn, 'userId'>, nonce: string): Promise<void> {
	const guess = { thing: 'code', addressHash: await hashAddress(ctx, `reauthentication:${caller.userId}`) } as const
	const isRight = await inTransaction(ctx.db, async (tx) => {
		await lockForGuess(ctx, tx, guess)
		const token = await tx
			.selectFrom('auth.one_time_tokens')
			.selectAll()
			.where('user_id', '=', caller.userId)
			.where('kind', '=', 'reauthentication')
			.forUpdate()
			.executeTakeFirst()
		const isLive = token && checkOneTimeToken({ expiresAt: token.expires_at, wrongCodes: token.wrong_codes }, ctx.now()) === 'live'
		if (isLive && (await matchesCode(ctx, token, nonce))) {
			await tx.deleteFrom('auth.one_time_tokens').where('id', '=', token.id).execute()
			await forgetFailures(tx, guess)
			return true
		}
		await countFailure(ctx, tx, guess)
		if (token)
			await tx
				.updateTable('auth.one_time_tokens')
				.set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
				.where('id', '=', token.id)
				.execute()
		return false
	})
	if (!isRight) throw new ServiceError('unprocessable', 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}
