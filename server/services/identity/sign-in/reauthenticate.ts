import type { Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { type AccountAddress, isConfirmed } from '#server/services/identity/accounts/account-address.ts'
import { invalid } from '#server/services/identity/accounts/check-input.ts'
import { issueOneTimeToken } from '#server/services/identity/accounts/one-time-token.ts'
import { requireUser, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { renderReauthenticationMail } from '#server/services/identity/codes/auth-mail.ts'
import { requireTextable } from '#server/services/identity/codes/auth-sms.ts'
import { inMessageTurn, prepareTurn } from '#server/services/identity/codes/message-turn.ts'
import { sendCodeSms } from '#server/services/identity/codes/send-code-sms.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

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
	const mail = renderReauthenticationMail(ctx.content, { code, minutes: Math.max(1, Math.floor(ctx.config.auth.emailCodeSeconds / 60)) })
	await enqueueMessage(ctx, tx, { channel: 'email', to: address.value, template: 'auth.reauthentication', ...mail })
	await tx.updateTable('auth.users').set({ reauthentication_sent_at: ctx.now() }).where('id', '=', user.id).execute()
}

/**
 * Sends a code for the `nonce` of `updateUser`: by email, or by SMS if the account has no email.
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
