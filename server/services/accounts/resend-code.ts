import type { ServiceContext } from '#server/context.ts'
import { recordAudit } from '#server/services/audit/record-audit.ts'

import { claimMail, hashAddress } from './address-limits.ts'
import { invalid, phoneDisabled, type PkceInput, requireCodeChallenge, requireEmailAddress } from './check-input.ts'
import { sendEmailChangeMails } from './email-change.ts'
import { pretend } from './pretend.ts'
import { sendCodeMail } from './send-code-mail.ts'
import { findUserByEmail, type UserRecord } from './user-record.ts'

type Given = string | null | undefined
export type ResendInput = PkceInput & { type?: Given; email?: Given; phone?: Given; redirectTo: string | null }

const EMAIL_TYPES = ['signup', 'email_change']
const PHONE_TYPES = ['sms', 'phone_change']

const isPending = (user: UserRecord, type: string) => (type === 'signup' ? !user.email_confirmed_at : user.new_email !== null)

/** Sends a pending confirmation again with a new code; same answer and work when nothing is pending (AUTH_WIRE §5.6). */
export async function resendCode(ctx: ServiceContext, input: ResendInput): Promise<void> {
	const { type, email } = input
	if (!type || ![...EMAIL_TYPES, ...PHONE_TYPES].includes(type))
		throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
	if (Boolean(email) === Boolean(input.phone)) throw invalid('Only an email address or phone number should be provided')
	if (PHONE_TYPES.includes(type) === Boolean(email)) throw invalid('Type provided requires the matching kind of address')
	if (!email) throw phoneDisabled()
	const address = requireEmailAddress(email)
	const mail = { mail: 'auth.confirmation', address, redirectTo: input.redirectTo, challenge: requireCodeChallenge(input) } as const
	const addressHash = await hashAddress(ctx, address)

	await ctx.db.transaction().execute(async (tx) => {
		await claimMail(ctx, tx, addressHash)
		const found = await findUserByEmail(tx, address)
		const user = found && isPending(found, type) ? found : null
		const mailStranger = (stranger: UserRecord) => sendCodeMail(ctx, tx, { ...mail, user: stranger })
		await pretend(ctx, tx, { creates: true, mails: user ? null : mailStranger })
		if (user && type === 'signup') await sendCodeMail(ctx, tx, { ...mail, user })
		if (user && type === 'email_change') await sendEmailChangeMails(ctx, tx, { ...mail, user })
		await recordAudit(ctx, tx, {
			action: 'code_requested',
			outcome: user ? 'success' : 'failure',
			userId: user?.id ?? null,
			detail: { type },
		})
	})
}
