import { findTestCode } from '#server/config/test-codes.ts'
import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { issueOneTimeToken, type TokenRequest } from '#server/services/identity/accounts/one-time-token.ts'
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
	/** Digits without a plus. */
	phone: string
	dropsPassword?: boolean
	profile?: TokenRequest['profile']
	/** Requested from where the number's owner usually is. */
	isAtHome?: boolean
}

/** Issues the live token of the kind and enqueues the text with its code, in the caller's transaction. */
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
	// Anyone may ask for a sign-in code; only the account itself for the other kinds.
	await sendAuthSms(ctx, tx, { phone, code, seconds, isAtHome, ...(kind !== 'sms' && { userId: user.id }) })
	await tx
		.updateTable('auth.users')
		.set({ [SENT_AT[kind]]: ctx.now(), updated_at: ctx.now() })
		.where('id', '=', user.id)
		.execute()
}
