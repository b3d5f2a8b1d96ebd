import { randomUUID } from 'node:crypto'

import { checkPhone } from '#domain/sms/phone-rules.ts'
import type { AuthSmsJob } from '#server/adapters/jobs/port.ts'
import { findTestCode } from '#server/config/test-codes.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { findBlock } from '#server/services/messaging/sms/consents.ts'
import { recordSmsOutcome } from '#server/services/messaging/sms/record-outcome.ts'
import {
	phoneKey,
	requireWithinSendLimits,
	requireDailySmsBudget,
	reserveSend,
	toSendKeys,
} from '#server/services/messaging/sms/reserve-send.ts'
import { seal, unseal } from '#server/services/platform/keys/seal.ts'

const failed = (message: string) => new ServiceError('unprocessable', 'sms_send_failed', message)

type Recipient = {
	phone: string
	/** Account of the signed-in caller. */
	userId?: string | undefined
	/** True if the number's owner has signed in from this browser or network. */
	isTrusted?: boolean
}

const isStrangers = ({ userId, isTrusted = false }: Recipient) => userId === undefined && !isTrusted

/** Returns the rate limit keys, so that the limits are shared with SMS of /functions/v1. */
const keysOf = (ctx: ServiceContext, { phone, userId }: Recipient) =>
	toSendKeys(ctx, { userId: userId ?? `telephone:${phone}`, phone: `+${phone}` })

/**
 * Checks the limits before anything costs money, and before the account is looked up. Anonymous callers don't learn that most limits are
 * reached, since that would reveal which numbers got an SMS (docs/adr/0326).
 * @throws ServiceError sms_send_failed (422); over_sms_send_rate_limit, sms_country_paused (429)
 */
export async function requireSmsAllowed(
	ctx: ServiceContext,
	{ phone, userId, isTrusted = false }: Recipient,
	db: Db | Tx = ctx.db,
): Promise<void> {
	if (findTestCode(ctx, phone) !== null) return
	if (ctx.config.sms.mode === 'off') throw failed('Error sending sms: no provider is configured')
	const facts = await ctx.phones.read(`+${phone}`)
	if (!checkPhone(facts, ctx.config.sms.countries).ok) throw failed('Error sending sms: this number cannot be sent a code')
	const keys = await keysOf(ctx, { phone, ...(userId && { userId }) })
	const send = { messageId: '', isCode: true, isStrangers: isStrangers({ phone, userId, isTrusted }), keys, country: facts?.country ?? '' }
	await (userId ? requireWithinSendLimits : requireDailySmsBudget)(ctx, db, send)
}

export type AuthSms = Recipient & { code: string; seconds: number }

/** The last line lets browsers fill in the code on the sign-in page (WebOTP). */
const textOf = (ctx: ServiceContext, { code, seconds }: AuthSms) =>
	[
		`${code} is your ${ctx.content.site.name} code. It works once, for ${Math.max(1, Math.floor(seconds / 60))} minutes.`,
		'We will never ask you for it.',
		`@${new URL(ctx.config.siteUrl).hostname} #${code}`,
	].join('\n')

/**
 * Enqueues the SMS in the caller's transaction. Sending it immediately would take longer than a request for a number without an account,
 * and so reveal the account. The job stores only encrypted text.
 */
export async function sendAuthSms(ctx: ServiceContext, tx: Tx, sms: AuthSms): Promise<void> {
	if (findTestCode(ctx, sms.phone) !== null) return
	const messageId = randomUUID()
	const sealed = await seal(ctx, messageId, Buffer.from(textOf(ctx, sms)))
	const goodUntil = ctx.now().getTime() + sms.seconds * 1000
	const keys = await keysOf(ctx, sms)
	const payload = {
		messageId,
		phone: sms.phone,
		sealed: sealed.toString('base64'),
		goodUntil,
		user: keys.user.toString('base64'),
		network: keys.network?.toString('base64') ?? null,
		isStrangers: isStrangers(sms),
	}
	await ctx.jobs.enqueue(tx, { name: 'send-auth-sms', payload })
}

const findReservation = (tx: Tx, messageId: string) =>
	tx.selectFrom('sms_sends').select('message_id').where('message_id', '=', messageId).executeTakeFirst()

/** Releases the reserved limits of an SMS that was certainly not sent. */
const releaseReservation = (ctx: ServiceContext, messageId: string) =>
	ctx.db.deleteFrom('sms_sends').where('message_id', '=', messageId).execute()

/**
 * Counts an SMS against the limits before it is sent.
 * @returns why it must not be sent, or null
 */
async function reserveOrFindBlocker(
	ctx: ServiceContext,
	{ messageId, phone, user, network, isStrangers = true }: AuthSmsJob,
): Promise<string | null> {
	const to = `+${phone}`
	if (await findBlock(ctx, ctx.db, { phone: to, stream: 'codes' })) return 'blocked'
	const facts = await ctx.phones.read(to)
	const check = checkPhone(facts, ctx.config.sms.countries)
	if (!check.ok) return check.reason
	const phoneKeys = await keysOf(ctx, { phone })
	const keys = {
		...phoneKeys,
		...(user && { user: Buffer.from(user, 'base64') }),
		...(network && { network: Buffer.from(network, 'base64') }),
	}
	try {
		return await inTransaction(ctx.db, async (tx) => {
			// A process died while passing this SMS to the provider, which may have sent it.
			if (await findReservation(tx, messageId)) return 'interrupted'
			await reserveSend(ctx, tx, { messageId, isCode: true, isStrangers, keys, country: facts?.country ?? '' })
			return null
		})
	} catch (error) {
		if (error instanceof ServiceError && error.kind === 'rate-limited') return error.code
		throw error
	}
}

/** Sends the SMS, unless its code has expired. Throws if the provider couldn't accept it yet, so that the job is retried. */
export async function deliverAuthSms(ctx: ServiceContext, job: AuthSmsJob): Promise<void> {
	const leftSeconds = Math.floor((job.goodUntil - ctx.now().getTime()) / 1000)
	if (leftSeconds <= 0) return
	const { messageId } = job
	const blockReason = await reserveOrFindBlocker(ctx, job)
	if (blockReason) return ctx.log.warn('SMS code not sent', { messageId, why: blockReason })
	const body = (await unseal(ctx, messageId, Buffer.from(job.sealed, 'base64'))).toString()
	const to = `+${job.phone}`
	const outcome = await ctx.sms.send({ id: messageId, to, body, stream: 'codes', validitySeconds: leftSeconds })
	if (outcome.kind === 'later' || outcome.kind === 'refused') await releaseReservation(ctx, messageId)
	if (outcome.kind === 'later') throw new Error(`SMS ${messageId} not accepted yet: ${outcome.code}`)
	if (outcome.kind !== 'accepted')
		ctx.log.warn('SMS code not accepted by the provider', { messageId, outcome: outcome.kind, code: outcome.code })
	await recordSmsOutcome(ctx, { messageId, phone: to, stream: 'codes' }, outcome)
}

/** Records that a code was used. Many unused codes are a sign of SMS pumping and pause SMS to their country. */
export async function recordCodeUsed(ctx: ServiceContext, tx: Tx, phone: string): Promise<void> {
	await tx
		.updateTable('sms_sends')
		.set({ verified_at: ctx.now() })
		.where('phone_key', '=', await phoneKey(ctx, `+${phone}`))
		.where('is_code', '=', true)
		.where('verified_at', 'is', null)
		.execute()
}
