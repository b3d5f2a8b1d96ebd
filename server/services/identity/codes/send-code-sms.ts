import { findTestCode } from '#server/config/test-codes.ts'
import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { issueOneTimeToken, type OneTimeTokenInput } from '#server/services/identity/accounts/one-time-token.ts'
import type { UserRecord } from '#server/services/identity/accounts/user-record.ts'

import { sendAuthSms } from './auth-sms.ts'

const SENT_AT = {
	sms: 'confirmation_sent_at',
	phone_change: 'phone_change_sent_at',
	reauthentication: 'reauthentication_sent_at',
} as const

export type CodeSms = {
	kind: keyof typeof SENT_AT
	user: UserRecord
	/** Digits of the phone number, without a plus. */
	phone: string
	dropsPassword?: boolean
	profile?: OneTimeTokenInput['profile']
	/** True if the number's owner has signed in from this browser or network. */
	isAtHome?: boolean
}

/** Enqueues the SMS in the caller's transaction. */
export async function sendCodeSms(ctx: ServiceContext, tx: Tx, request: CodeSms): Promise<void> {
	const { kind, user, phone, dropsPassword = false, profile, isAtHome = false } = request
	const seconds = ctx.config.auth.smsCodeSeconds
	const { code } = await issueOneTimeToken(ctx, tx, {
		userId: user.id,
		kind,
		address: phone,
		flowStateId: null,
		dropsPassword,
		profile,
		seconds,
		code: findTestCode(ctx, phone),
	})
	// Sign-in codes can be requested without a session; the other kinds can't.
	await sendAuthSms(ctx, tx, { phone, code, seconds, isAtHome, ...(kind !== 'sms' && { userId: user.id }) })
	await tx
		.updateTable('auth.users')
		.set({ [SENT_AT[kind]]: ctx.now(), updated_at: ctx.now() })
		.where('id', '=', user.id)
		.execute()
}
