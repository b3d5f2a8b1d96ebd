import type { Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import {
	type AccountAddress,
	findUserByAddress,
	validationFailed,
	isConfirmed,
	type PkceInput,
	requireAddress,
	requireCodeChallenge,
	requireOneAddress,
	requireSignInProvider,
} from '#server/services/identity/accounts/check-input.ts'
import { equalizeTiming } from '#server/services/identity/accounts/equalize-timing.ts'
import { issueOneTimeToken } from '#server/services/identity/accounts/one-time-token.ts'
import { findUserByNewPhone, requireUser, type UserRecord, updateUserRow } from '#server/services/identity/accounts/user-record.ts'
import { renderReauthenticationMail } from '#server/services/identity/codes/auth-mail.ts'
import { requireSmsAllowed } from '#server/services/identity/codes/auth-sms.ts'
import { inMessageTurn, prepareTurn } from '#server/services/identity/codes/message-turn.ts'
import { sendCodeMail, sendCodeSms } from '#server/services/identity/codes/send-code.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { sendEmailChangeMails } from './contact-change.ts'

type OptionalText = string | null | undefined
export type ResendInput = PkceInput & { type?: OptionalText; email?: OptionalText; phone?: OptionalText; redirectTo: string | null }

const TYPES = { signup: 'email', email_change: 'email', sms: 'phone', phone_change: 'phone' } as const
type ResendType = keyof typeof TYPES

const isType = (type: string): type is ResendType => Object.hasOwn(TYPES, type)

const IS_PENDING: Record<ResendType, (user: UserRecord) => boolean> = {
	signup: (user) => !user.email_confirmed_at,
	email_change: (user) => user.new_email !== null,
	sms: (user) => !user.phone_confirmed_at,
	phone_change: (user) => user.new_phone !== null,
}

function checkRequest(input: ResendInput) {
	const { type } = input
	if (!type || !isType(type)) throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change')
	if (Boolean(input.email) === Boolean(input.phone)) throw validationFailed('Only an email address or phone number should be provided')
	const typed = requireOneAddress(input)
	if (TYPES[type] !== typed.kind) throw validationFailed('Type provided requires the matching kind of address')
	return { type, typed: typed }
}

/**
 * True if SMS can be sent to this number.
 * @throws ServiceError over_sms_send_rate_limit, sms_country_paused (429)
 */
async function canBeTexted(ctx: ServiceContext, phone: string): Promise<boolean> {
	try {
		await requireSmsAllowed(ctx, { phone })
		return true
	} catch (error) {
		if (error instanceof ServiceError && error.code === 'sms_send_failed') return false
		throw error
	}
}

/** Resends a pending confirmation. If nothing is pending, the response is the same and takes as long. */
export async function resendCode(ctx: ServiceContext, input: ResendInput): Promise<void> {
	const { type, typed: given } = checkRequest(input)
	if (given.kind === 'phone') requireSignInProvider(ctx.config, 'phone', { email: 'invalid', phone: 'invalid', what: 'logins' })
	const address = requireAddress(given)
	const mail = { redirectTo: input.redirectTo, challenge: requireCodeChallenge(input) }
	// Nothing can be pending for a number that can't get SMS, so the response reveals nothing.
	if (address.kind === 'phone' && !(await canBeTexted(ctx, address.value))) return

	const send = (tx: Tx, user: UserRecord): Promise<void> => {
		if (type === 'sms' || type === 'phone_change')
			return sendCodeSms(ctx, tx, { kind: type, user, phone: address.value, profile: 'as before' })
		if (type === 'email_change') return sendEmailChangeMails(ctx, tx, { ...mail, user })
		return sendCodeMail(ctx, tx, { ...mail, mail: 'auth.confirmation', address: address.value, user, profile: 'as before' })
	}
	/**
	 * Sends to a decoy account, which is then rolled back: an address without a pending confirmation must cause the same work.
	 */
	const sendToStranger = (tx: Tx) => (stranger: UserRecord) =>
		address.kind === 'phone'
			? sendCodeSms(ctx, tx, { kind: 'sms', user: stranger, phone: address.value })
			: sendCodeMail(ctx, tx, { ...mail, mail: 'auth.confirmation', address: address.value, user: stranger })

	await inMessageTurn(ctx, await prepareTurn(ctx, address), async (tx) => {
		const found = type === 'phone_change' ? await findUserByNewPhone(tx, address.value) : await findUserByAddress(tx, address)
		const user = found && IS_PENDING[type](found) ? found : null
		await equalizeTiming(ctx, tx, { creates: true, mails: user ? null : sendToStranger(tx) })
		if (user) await send(tx, user)
		await recordAudit(ctx, tx, {
			action: 'code_requested',
			outcome: user ? 'success' : 'failure',
			userId: user?.id ?? null,
			detail: { type },
		})
	})
}

function chooseAddress(user: UserRecord): AccountAddress {
	const address: AccountAddress | null = user.email
		? { kind: 'email', value: user.email }
		: user.phone
			? { kind: 'phone', value: user.phone }
			: null
	if (!address) throw validationFailed('Reauthentication requires the user to have an email or a phone number')
	if (isConfirmed(user, address.kind)) return address
	throw new ServiceError('unprocessable', `${address.kind}_not_confirmed`, 'Please verify your email address or phone number first')
}

async function mailNonce(ctx: ServiceContext, tx: Tx, { user, address }: { user: UserRecord; address: AccountAddress }): Promise<void> {
	const request = { userId: user.id, kind: 'reauthentication', address: address.value, flowStateId: null, dropsPassword: false } as const
	const { code } = await issueOneTimeToken(ctx, tx, request)
	const mail = renderReauthenticationMail(ctx.content, { code, minutes: Math.max(1, Math.floor(ctx.config.auth.emailCodeSeconds / 60)) })
	await enqueueMessage(ctx, tx, { to: address.value, template: 'auth.reauthentication', ...mail })
	await updateUserRow(tx, user.id, { reauthentication_sent_at: ctx.now() })
}

/**
 * Sends a code for the `nonce` of `updateUser`: by email, or by SMS if the account has no email.
 * @throws ServiceError validation_failed (400) without an address, email_not_confirmed, phone_not_confirmed (422),
 * over_email_send_rate_limit, over_sms_send_rate_limit (429)
 */
export async function reauthenticate(ctx: ServiceContext, caller: SignedIn): Promise<void> {
	const user = await requireUser(ctx.db, caller.userId)
	const address = chooseAddress(user)
	if (address.kind === 'phone') await requireSmsAllowed(ctx, { phone: address.value, userId: user.id })
	await inMessageTurn(ctx, await prepareTurn(ctx, address, true), async (tx) => {
		if (address.kind === 'email') await mailNonce(ctx, tx, { user, address })
		else await sendCodeSms(ctx, tx, { kind: 'reauthentication', user, phone: address.value })
		await recordAudit(ctx, tx, { action: 'user_reauthenticate_requested', outcome: 'success', userId: user.id })
	})
}
