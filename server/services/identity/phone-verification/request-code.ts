import { randomInt, randomUUID } from 'node:crypto'

import { CODE_SECONDS, codeLockMs } from '#domain/sms/code-attempts.ts'
import { checkPhone, type PhoneRefusal } from '#domain/sms/phone-rules.ts'
import { RESEND_SECONDS } from '#domain/sms/send-limits.ts'
import type { SmsOutcome } from '#server/adapters/sms/port.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireFreshProofForChange } from '#server/services/identity/sessions/fresh-proof.ts'
import { findBlock, recordSmsConsent } from '#server/services/messaging/sms/consents.ts'
import { recordSmsOutcome } from '#server/services/messaging/sms/record-outcome.ts'
import { smsRateLimited, smsRefused, reserveSend, toSendKeys } from '#server/services/messaging/sms/reserve-send.ts'
import { codeText, redactedCodeText } from '#server/services/messaging/sms/sms-texts.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'
import { prepareKeys } from '#server/services/platform/keys/prepare-keys.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'
import { runOneAtATime } from '#server/services/platform/locks/one-at-a-time.ts'

type NumberUse = { userId: string; phone: string; purpose: 'phone_verification' | 'two_factor_auth' }

/**
 * Requires that the learner may use this number. Second-factor codes only go to the verified number. While that number is a
 * second factor, only a session that has used it may replace it (NIST SP 800-63B-4: changing the number binds a new
 * authenticator).
 * @throws ServiceError `phone_not_verified` (422), `insufficient_aal` (403), `reauthentication_needed` (400)
 */
export async function requireRightToNumber(ctx: ServiceContext, { userId, phone, purpose }: NumberUse): Promise<void> {
	const settings = await ctx.db.selectFrom('user_sms_settings').selectAll().where('user_id', '=', userId).executeTakeFirst()
	const isOwn = settings?.verified === true && settings.phone_number === phone
	if (purpose === 'two_factor_auth') {
		if (!isOwn) throw smsRefused('phone_not_verified', 'Verify this phone number in your settings first.')
		return
	}
	if (!isOwn && ctx.actor.type === 'learner') await requireFreshProofForChange(ctx, ctx.db, ctx.actor)
	const isSecondFactor = settings?.verified === true && settings.two_factor_enabled
	if (isSecondFactor && !isOwn && ctx.actor.type === 'learner' && ctx.actor.aal !== 'aal2')
		throw new ServiceError('forbidden', 'insufficient_aal', 'Confirm your second factor before you change the number.')
}

export type CodePurpose = 'phone_verification' | 'two_factor_auth'
export type CodeRequest = { phoneNumber: string; purpose: CodePurpose; consentVersion: string | null }

const PHONE_REFUSALS: Record<PhoneRefusal, string> = {
	invalid: 'Please enter a valid phone number with its country code, such as +1 415 555 2671',
	type: 'This number can’t receive our text messages. Please use a mobile number.',
	country: 'We can’t send text messages to numbers in this country.',
}

type Target = { userId: string; phone: string; country: string; purpose: CodePurpose }

/** Hashes a code together with its learner, purpose and number, because it's valid only for these. */
export const hashCode = (ctx: ServiceContext, { userId, purpose, phone }: Omit<Target, 'country'>, code: string): Promise<Buffer> =>
	keyedHash(ctx, 'verification-codes', ['sms', userId, purpose, phone, code])

async function requireTarget(ctx: ServiceContext, request: CodeRequest): Promise<Target> {
	const userId = requireLearnerId(ctx)
	if (ctx.config.sms.mode === 'off') throw smsRefused('sms_unavailable', 'Text messages aren’t available at the moment.')
	const facts = await ctx.phones.read(request.phoneNumber)
	const verdict = checkPhone(facts, ctx.config.sms.countries)
	if (!verdict.ok) throw smsRefused(`phone_${verdict.reason}`, PHONE_REFUSALS[verdict.reason])
	const phone = facts?.e164 ?? ''
	await requireRightToNumber(ctx, { userId, phone, purpose: request.purpose })
	const block = await findBlock(ctx, ctx.db, { phone, stream: 'codes' })
	if (block === 'not-mobile') throw smsRefused('phone_type', PHONE_REFUSALS.type)
	if (block !== null)
		throw smsRefused(
			'phone_opted_out',
			'Text messages to this number are switched off. Text START to our number, or use an authenticator app.',
		)
	return { userId, phone, country: facts?.country ?? '', purpose: request.purpose }
}

/**
 * Locks the learner's row of this purpose, which keeps the count of wrong codes when a new code is sent.
 * @throws ServiceError while codes are locked
 */
async function requireUnlocked(ctx: ServiceContext, tx: Tx, { userId, purpose }: Target): Promise<void> {
	const row = await tx
		.selectFrom('sms_codes')
		.select('locked_until')
		.where('user_id', '=', userId)
		.where('purpose', '=', purpose)
		.forUpdate()
		.executeTakeFirst()
	const lockedMs = codeLockMs(row?.locked_until, ctx.now())
	if (lockedMs > 0) throw smsRateLimited('over_code_attempts', 'Too many wrong codes.', Math.ceil(lockedMs / 1000))
}

async function writeCode(
	ctx: ServiceContext,
	tx: Tx,
	{ target, messageId, code }: { target: Target; messageId: string; code: string },
): Promise<void> {
	const now = ctx.now()
	const { userId, phone, purpose, country } = target
	const live = {
		phone,
		message_id: messageId,
		code_hash: await hashCode(ctx, target, code),
		expires_at: new Date(now.getTime() + CODE_SECONDS * 1000),
	}
	await tx
		.insertInto('sms_codes')
		.values({ user_id: userId, purpose, ...live })
		.onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(live))
		.execute()
	await tx
		.insertInto('sms_messages')
		.values({
			id: messageId,
			user_id: userId,
			kind: purpose,
			to_phone: phone,
			country,
			status: 'sending',
			attempts: 1,
			created_at: now,
			updated_at: now,
		})
		.execute()
	await tx
		.insertInto('sms_logs')
		.values({ id: messageId, user_id: userId, type: purpose, message: redactedCodeText(ctx.content), status: 'queued', created_at: now })
		.execute()
	await recordAudit(ctx, tx, { action: 'code_requested', outcome: 'success', userId, detail: { purpose } })
}

/** Releases the limits and invalidates the code of a message that was certainly not sent. */
async function releaseSend(ctx: ServiceContext, messageId: string): Promise<void> {
	await inTransaction(ctx.db, async (tx) => {
		await tx.deleteFrom('sms_sends').where('message_id', '=', messageId).execute()
		await tx.updateTable('sms_codes').set({ code_hash: null }).where('message_id', '=', messageId).execute()
	})
}

async function handleOutcome(
	ctx: ServiceContext,
	{ target, messageId }: { target: Target; messageId: string },
	outcome: SmsOutcome,
): Promise<void> {
	const final = outcome.kind === 'later' ? ({ kind: 'refused', refusal: 'other', code: outcome.code } as const) : outcome
	await recordSmsOutcome(ctx, { messageId, phone: target.phone, stream: 'codes' }, final)
	if (final.kind !== 'refused') return
	await releaseSend(ctx, messageId)
	if (final.refusal === 'bad-number') throw smsRefused('phone_type', PHONE_REFUSALS.type)
	if (final.refusal === 'opted-out')
		throw smsRefused(
			'phone_opted_out',
			'Text messages to this number are switched off. Text START to our number, or use an authenticator app.',
		)
	throw new ServiceError('upstream', 'sms_failed', 'Failed to send verification code')
}

/**
 * Sends a verification code by SMS. If the provider's response is lost, the code counts as sent. All checks run before anything
 * that costs money.
 * @returns seconds until another code may be requested
 * @throws ServiceError with a message for the learner: 422 for the number, 429 for limits and locks, 502 if the provider rejects
 * the message
 */
export async function requestCode(ctx: ServiceContext, request: CodeRequest): Promise<{ retryAfterSeconds: number }> {
	await prepareKeys(ctx)
	const target = await requireTarget(ctx, request)
	const messageId = randomUUID()
	const code = String(randomInt(1_000_000)).padStart(6, '0')
	const keys = await toSendKeys(ctx, target)
	// A database lock serializes sends anyway; waiting in memory doesn't occupy a connection.
	await runOneAtATime('sms-sends', () =>
		inTransaction(ctx.db, async (tx) => {
			await requireUnlocked(ctx, tx, target)
			await reserveSend(ctx, tx, { messageId, isCode: true, isStrangers: false, keys, country: target.country })
			await writeCode(ctx, tx, { target, messageId, code })
			if (request.consentVersion !== null) await recordSmsConsent(ctx, tx, { ...target, version: request.consentVersion })
		}),
	)
	const outcome = await ctx.sms.send({
		id: messageId,
		to: target.phone,
		body: codeText(ctx.content, code, ctx.config),
		stream: 'codes',
		validitySeconds: CODE_SECONDS,
	})
	await handleOutcome(ctx, { target, messageId }, outcome)
	return { retryAfterSeconds: RESEND_SECONDS }
}
