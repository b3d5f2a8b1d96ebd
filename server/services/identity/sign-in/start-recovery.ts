import type { ServiceContext } from '#server/services/context.ts'
import { invalid, type PkceInput, requireCodeChallenge, requireEmailAddress } from '#server/services/identity/accounts/check-input.ts'
import { equalizeTiming } from '#server/services/identity/accounts/equalize-timing.ts'
import { findUserByEmail, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { inMessageTurn, prepareTurn } from '#server/services/identity/codes/message-turn.ts'
import { sendCodeMail } from '#server/services/identity/codes/send-code-mail.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

export type StartRecoveryInput = PkceInput & { email?: string | null | undefined; redirectTo: string | null }

/**
 * Emails a password reset link. Response and work are the same for an address without an account.
 * @throws ServiceError validation_failed (400), over_email_send_rate_limit (429)
 */
export async function startRecovery(ctx: ServiceContext, input: StartRecoveryInput): Promise<void> {
	if (!input.email) throw invalid('Password recovery requires an email')
	const address = requireEmailAddress(input.email)
	const mail = { mail: 'auth.recovery', address, redirectTo: input.redirectTo, challenge: requireCodeChallenge(input) } as const

	await inMessageTurn(ctx, await prepareTurn(ctx, { kind: 'email', value: address }), async (tx) => {
		const user = await findUserByEmail(tx, address)
		const mailStranger = (stranger: UserRecord) => sendCodeMail(ctx, tx, { ...mail, user: stranger })
		await equalizeTiming(ctx, tx, { creates: true, mails: user ? null : mailStranger })
		if (user) await sendCodeMail(ctx, tx, { ...mail, user, dropsPassword: !user.email_confirmed_at })
		await recordAudit(ctx, tx, { action: 'user_recovery_requested', outcome: user ? 'success' : 'failure', userId: user?.id ?? null })
	})
}
