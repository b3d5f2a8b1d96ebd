import type { SendOtpBody } from '#contracts/auth.ts'
import type { Metadata } from '#domain/auth/user-metadata.ts'
import type { Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import {
	findUserByAddress,
	validationFailed,
	isConfirmed,
	addressColumns,
	type PkceInput,
	requireAddress,
	requireChannel,
	requireCodeChallenge,
	requireEmailAddress,
	requireValidMetadata,
	requireOneAddress,
	requireSignInProvider,
} from '#server/services/identity/accounts/check-input.ts'
import { createUser } from '#server/services/identity/accounts/create-user.ts'
import { equalizeTiming } from '#server/services/identity/accounts/equalize-timing.ts'
import { findUserByEmail, isBanned, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { requireSmsAllowed } from '#server/services/identity/codes/auth-sms.ts'
import { inMessageTurn, type MessageTurn, prepareTurn } from '#server/services/identity/codes/message-turn.ts'
import { type CodeMail, sendCodeMail, sendCodeSms } from '#server/services/identity/codes/send-code.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

export type StartOtpInput = SendOtpBody & { redirectTo: string | null }
const otpDisabled = () => new ServiceError('unprocessable', 'otp_disabled', 'Signups not allowed for otp')

type Request = Pick<CodeMail, 'redirectTo' | 'challenge'> & { turn: MessageTurn; data: Metadata }

/** Sends a sign-in code. An unconfirmed account gets the confirmation message instead, which also signs in. */
async function sendCode(ctx: ServiceContext, tx: Tx, { user, request }: { user: UserRecord; request: Request }): Promise<void> {
	const { turn, data: profile, ...mail } = request
	const { requester, address } = turn
	const { kind, value } = address
	const isKnown = isConfirmed(user, kind)
	// The recipient owns the address, but may not have set this password.
	const dropsPassword = !isKnown && user.encrypted_password !== null
	if (kind === 'phone')
		return sendCodeSms(ctx, tx, { kind: 'sms', user, phone: value, dropsPassword, profile, isTrusted: requester === 'usual' })
	const template = isKnown ? 'auth.magic-link' : 'auth.confirmation'
	return sendCodeMail(ctx, tx, { ...mail, user, address: value, mail: template, dropsPassword, profile })
}

/**
 * Sends a sign-in code or link. An unknown address first gets an account without a password. The response is the same for every address
 * and takes as long, except on sites whose sign-ups reveal who has an account.
 * @throws ServiceError validation_failed, phone_provider_disabled (400), email_provider_disabled, sms_send_failed (422),
 * over_email_send_rate_limit, over_sms_send_rate_limit, sms_country_paused (429); on such sites, otp_disabled (422) for an unknown
 * address if the request creates no account
 */
export async function startOtp(ctx: ServiceContext, input: StartOtpInput): Promise<void> {
	const { auth } = ctx.config
	if (input.email && input.channel) throw validationFailed('Channel should only be specified with Phone OTP')
	const given = requireOneAddress(input)
	const challenge = requireCodeChallenge(input)
	requireSignInProvider(ctx.config, given.kind, { email: 'unprocessable', phone: 'invalid', what: 'logins' })
	const address = requireAddress(given)
	const data = requireValidMetadata(input.data)
	const turn = await prepareTurn(ctx, address)
	if (address.kind === 'phone') {
		requireChannel(input.channel)
		if (challenge) throw validationFailed('PKCE not supported for phone sign-ins')
		await requireSmsAllowed(ctx, { phone: address.value, isTrusted: turn.requester === 'usual' })
	}
	const isOpenAtOnce = address.kind === 'email' ? auth.emailAutoconfirm : auth.phoneAutoconfirm
	// On sites without email confirmation, sign-ups reveal who has an account, so this request may, too (docs/adr/0326).
	const mayRevealMembers = isOpenAtOnce && !auth.signupDisabled
	if (mayRevealMembers && input.create_user === false && !(await findUserByAddress(ctx.db, address))) throw otpDisabled()
	const request = { turn, data, challenge, redirectTo: input.redirectTo }

	await inMessageTurn(ctx, turn, async (tx) => {
		const known = await findUserByAddress(tx, address)
		const mayCreate = input.create_user !== false && !auth.signupDisabled
		const created =
			known || !mayCreate
				? null
				: await createUser(ctx, tx, {
						...addressColumns(address),
						passwordHash: null,
						data: isOpenAtOnce ? data : {},
						isConfirmed: isOpenAtOnce,
					})
		const user = known && isBanned(known, ctx.now()) ? null : (known ?? created)
		const writeToStranger = (stranger: UserRecord) => sendCode(ctx, tx, { user: stranger, request })
		await equalizeTiming(ctx, tx, { creates: !created, mails: user ? null : writeToStranger })
		if (user) await sendCode(ctx, tx, { user, request })
		const action = created ? 'user_signedup' : 'code_requested'
		await recordAudit(ctx, tx, { action, outcome: user ? 'success' : 'failure', userId: user?.id ?? null, detail: { by: 'otp' } })
	})
}

export type StartRecoveryInput = PkceInput & { email?: string | null | undefined; redirectTo: string | null }

/**
 * Emails a password reset link. For an address without an account, the response is the same and takes as long.
 * @throws ServiceError validation_failed (400), over_email_send_rate_limit (429)
 */
export async function startRecovery(ctx: ServiceContext, input: StartRecoveryInput): Promise<void> {
	if (!input.email) throw validationFailed('Password recovery requires an email')
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
