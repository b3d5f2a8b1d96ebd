import type { OtpBody } from '#contracts/auth.ts'
import type { ServiceContext, Tx } from '#server/context.ts'
import { ServiceError } from '#server/errors.ts'
import { recordAudit } from '#server/services/audit/record-audit.ts'

import { claimMail, hashAddress } from './address-limits.ts'
import { invalid, requireCodeChallenge, requireEmailAddress, requireMetadata, requireOneEmail } from './check-input.ts'
import { createUser } from './create-user.ts'
import { pretend } from './pretend.ts'
import { type CodeMail, sendCodeMail } from './send-code-mail.ts'
import { findUserByEmail, isBanned, type UserRecord } from './user-record.ts'

export type StartOtpInput = OtpBody & { redirectTo: string | null }
type Request = Pick<CodeMail, 'address' | 'redirectTo' | 'challenge'>

/** A known account is mailed a sign-in code; an unconfirmed one its confirmation, which signs in as well. */
async function mailCode(ctx: ServiceContext, tx: Tx, { user, request }: { user: UserRecord; request: Request }): Promise<void> {
	const isConfirmed = user.email_confirmed_at !== null
	await sendCodeMail(ctx, tx, {
		...request,
		user,
		mail: isConfirmed ? 'auth.magic-link' : 'auth.confirmation',
		// Whoever reads this mail owns the address; a password set before that may be a stranger's.
		dropsPassword: !isConfirmed && user.encrypted_password !== null,
	})
}

/**
 * Mails a code and a link that sign in; an unknown address gets an account without a password first (AUTH_WIRE §5.4,
 * DECISIONS, Funnel). The answer and the work are the same for every address.
 */
export async function startOtp(ctx: ServiceContext, input: StartOtpInput): Promise<void> {
	const { auth } = ctx.config
	if (input.email && input.channel) throw invalid('Channel should only be specified with Phone OTP')
	const email = requireOneEmail(input)
	const challenge = requireCodeChallenge(input)
	if (!auth.emailEnabled) throw new ServiceError('unprocessable', 'email_provider_disabled', 'Email logins are disabled')
	const address = requireEmailAddress(email)
	const data = requireMetadata(input.data)
	const addressHash = await hashAddress(ctx, address)
	const request = { address, challenge, redirectTo: input.redirectTo }

	await ctx.db.transaction().execute(async (tx) => {
		await claimMail(ctx, tx, addressHash)
		const known = await findUserByEmail(tx, address)
		const mayCreate = input.create_user !== false && !auth.signupDisabled
		const created =
			known || !mayCreate
				? null
				: await createUser(ctx, tx, { email: address, passwordHash: null, data, isConfirmed: auth.emailAutoconfirm })
		const user = known && isBanned(known, ctx.now()) ? null : (known ?? created)
		const mailStranger = (stranger: UserRecord) => mailCode(ctx, tx, { user: stranger, request })
		await pretend(ctx, tx, { creates: !created, mails: user ? null : mailStranger })
		if (user) await mailCode(ctx, tx, { user, request })
		const action = created ? 'user_signedup' : 'code_requested'
		await recordAudit(ctx, tx, { action, outcome: user ? 'success' : 'failure', userId: user?.id ?? null, detail: { by: 'otp' } })
	})
}
