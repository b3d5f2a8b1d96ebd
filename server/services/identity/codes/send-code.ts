import { randomUUID } from 'node:crypto'

import { paths } from '#contracts/paths.ts'
import { shortenRedirect } from '#domain/auth/choose-redirect.ts'
import type { CodeChallenge } from '#domain/auth/code-challenge.ts'
import type { OneTimeTokenKind } from '#domain/auth/verification-types.ts'
import { findTestCode } from '#server/config/test-codes.ts'
import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { chooseRedirectFor } from '#server/services/identity/accounts/check-input.ts'
import { issueOneTimeToken, type OneTimeTokenInput } from '#server/services/identity/accounts/one-time-token.ts'
import { type UserRecord, updateUserRow } from '#server/services/identity/accounts/user-record.ts'
import { enqueueMessage, UNSOLICITED_PRIORITY } from '#server/services/messaging/outbox/enqueue-message.ts'

import { type AuthMailName, renderAuthMail, renderTakenMail, VERIFICATION_TYPE } from './auth-mail.ts'
import { sendAuthSms } from './auth-sms.ts'

/** Lifetime of an invitation: a day, since the invited person isn't waiting for it. */
export const INVITE_SECONDS = 86_400

const MAILS = {
	'auth.confirmation': { kind: 'confirmation', sentAt: 'confirmation_sent_at', method: 'email/signup' },
	'auth.invite': { kind: 'confirmation', sentAt: 'invited_at', method: 'invite' },
	'auth.magic-link': { kind: 'recovery', sentAt: 'recovery_sent_at', method: 'magiclink' },
	'auth.recovery': { kind: 'recovery', sentAt: 'recovery_sent_at', method: 'recovery' },
	'auth.email-change-new': { kind: 'email_change_new', sentAt: 'email_change_sent_at', method: 'email_change' },
	'auth.email-change-taken': { kind: 'email_change_new', sentAt: 'email_change_sent_at', method: 'email_change' },
	'auth.email-change-current': { kind: 'email_change_current', sentAt: 'email_change_sent_at', method: 'email_change' },
} as const satisfies Record<CodeMail['mail'], { kind: OneTimeTokenKind; sentAt: string; method: string }>

export type CodeMail = {
	mail: AuthMailName | 'auth.email-change-taken'
	user: UserRecord
	address: string
	/** Redirect target as sent by the client; not validated yet. */
	redirectTo: string | null
	challenge: CodeChallenge | null
	dropsPassword?: boolean
	profile?: OneTimeTokenInput['profile']
	opens?: readonly string[]
}

async function startFlow(ctx: ServiceContext, tx: Tx, { user, challenge, mail }: CodeMail): Promise<string | null> {
	if (!challenge) return null
	const id = randomUUID()
	await tx
		.insertInto('auth.flow_states')
		.values({
			id,
			user_id: user.id,
			code_challenge: challenge.challenge,
			code_challenge_method: challenge.method,
			authentication_method: MAILS[mail].method,
			created_at: ctx.now(),
		})
		.execute()
	return id
}

/**
 * Builds the emailed link. Its page uses the token only after a click, since mail scanners open links. The host always comes from
 * the configuration.
 */
function buildLink(ctx: ServiceContext, { type, redirectTo }: Pick<CodeMail, 'redirectTo'> & { type: string }, linkToken: string): string {
	const query = new URLSearchParams({ token_hash: linkToken, type })
	if (redirectTo) query.set('redirect_to', shortenRedirect(chooseRedirectFor(ctx, redirectTo), ctx.config.siteUrl))
	return `${ctx.config.siteUrl}${paths.authCallback}?${query.toString()}`
}

export async function sendCodeMail(ctx: ServiceContext, tx: Tx, request: CodeMail): Promise<void> {
	const { kind, sentAt } = MAILS[request.mail]
	const seconds = request.mail === 'auth.invite' ? INVITE_SECONDS : ctx.config.auth.emailCodeSeconds
	const { code, linkToken } = await issueOneTimeToken(ctx, tx, {
		userId: request.user.id,
		kind,
		address: request.address,
		flowStateId: await startFlow(ctx, tx, request),
		dropsPassword: request.dropsPassword ?? false,
		profile: request.profile,
		seconds,
	})
	const minutes = Math.max(1, Math.floor(seconds / 60))
	const render = () => {
		if (request.mail === 'auth.email-change-taken') return renderTakenMail(ctx.content)
		const link = buildLink(ctx, { ...request, type: VERIFICATION_TYPE[request.mail] }, linkToken)
		return renderAuthMail(ctx.content, request.mail, { code, link, minutes, opens: request.opens })
	}
	// An import can invite thousands at once. Their emails must not delay the sign-in codes of others.
	const priority = request.mail === 'auth.invite' ? UNSOLICITED_PRIORITY : 0
	await enqueueMessage(ctx, tx, { to: request.address, template: request.mail, ...render(), priority })
	await updateUserRow(tx, request.user.id, { [sentAt]: ctx.now(), updated_at: ctx.now() })
}

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
	isTrusted?: boolean
}

export async function sendCodeSms(ctx: ServiceContext, tx: Tx, request: CodeSms): Promise<void> {
	const { kind, user, phone, dropsPassword = false, profile, isTrusted = false } = request
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
	await sendAuthSms(ctx, tx, { phone, code, seconds, isTrusted, ...(kind !== 'sms' && { userId: user.id }) })
	await updateUserRow(tx, user.id, { [SENT_AT[kind]]: ctx.now(), updated_at: ctx.now() })
}
