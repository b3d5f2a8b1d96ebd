import { randomUUID } from 'node:crypto'

import site from '#content/site.json' with { type: 'json' }
import { checkPhone } from '#domain/sms/phone-rules.ts'
import type { ServiceContext, Tx } from '#server/context.ts'
import { ServiceError } from '#server/errors.ts'
import { seal, unseal } from '#server/services/keys/seal.ts'
import { phoneKey, sendKeys } from '#server/services/sms/phone-keys.ts'
import { reserveSend } from '#server/services/sms/reserve-send.ts'
import { findBlock } from '#server/services/sms/sms-blocks.ts'

const failed = (message: string) => new ServiceError('unprocessable', 'sms_send_failed', message)

/**
 * Whether a code can be sent to the number at all, asked before any cost and before the account is looked up.
 * @param phone digits without a plus
 * @throws ServiceError sms_send_failed (422)
 */
export async function requireTextable(ctx: ServiceContext, phone: string): Promise<void> {
	if (ctx.config.sms.mode === 'off') throw failed('Error sending sms: no provider is configured')
	const check = checkPhone(await ctx.phones.read(`+${phone}`), ctx.config.sms.countries)
	if (!check.ok) throw failed('Error sending sms: this number cannot be sent a code')
}

export type AuthSms = { phone: string; code: string; seconds: number }

/** Last line: the browser that shows the sign-in page fills the code in by itself (WebOTP). */
const textOf = (ctx: ServiceContext, { code, seconds }: AuthSms) =>
	[
		`${code} is your ${site.name} code. It works once, for ${Math.max(1, Math.floor(seconds / 60))} minutes.`,
		'Nobody from us will ever ask you for it.',
		`@${new URL(ctx.config.siteUrl).hostname} #${code}`,
	].join('\n')

/**
 * Enqueues a code by SMS in the caller's transaction, so that an address without an account is answered no sooner. The
 * job carries the text sealed: nobody reads a code off the queue.
 */
export async function sendAuthSms(ctx: ServiceContext, tx: Tx, sms: AuthSms): Promise<void> {
	const messageId = randomUUID()
	const sealed = await seal(ctx, messageId, Buffer.from(textOf(ctx, sms)))
	const goodUntil = ctx.now().getTime() + sms.seconds * 1000
	const payload = { messageId, phone: sms.phone, sealed: sealed.toString('base64'), goodUntil }
	await ctx.jobs.enqueue(tx, { name: 'send-auth-sms', payload })
}

type SmsJob = { messageId: string; phone: string; sealed: string; goodUntil: number }

/**
 * Takes the text from every allowance of text messages, once however often the job is tried.
 * @returns why it must not leave, null when it may
 */
async function findHindrance(ctx: ServiceContext, { messageId, phone }: SmsJob): Promise<string | null> {
	const to = `+${phone}`
	if (await findBlock(ctx, ctx.db, { phone: to, stream: 'codes' })) return 'blocked'
	const facts = await ctx.phones.read(to)
	const keys = await sendKeys(ctx, { userId: `telephone:${phone}`, phone: to })
	const reserve = async (tx: Tx) => {
		const reserved = await tx.selectFrom('sms_sends').select('message_id').where('message_id', '=', messageId).executeTakeFirst()
		if (!reserved) await reserveSend(ctx, tx, { messageId, isCode: true, keys, country: facts?.country ?? '' })
		return null
	}
	try {
		return await ctx.db.transaction().execute(reserve)
	} catch (error) {
		if (error instanceof ServiceError && error.kind === 'rate-limited') return error.code
		throw error
	}
}

/** Job: hands the text to the provider; throws to be tried again while the code is good. */
export async function deliverAuthSms(ctx: ServiceContext, job: SmsJob): Promise<void> {
	const leftSeconds = Math.floor((job.goodUntil - ctx.now().getTime()) / 1000)
	if (leftSeconds <= 0) return
	const { messageId } = job
	const hindrance = await findHindrance(ctx, job)
	if (hindrance) return ctx.log.warn('a code by SMS was held back', { messageId, why: hindrance })
	const body = (await unseal(ctx, messageId, Buffer.from(job.sealed, 'base64'))).toString()
	const outcome = await ctx.sms.send({ id: messageId, to: `+${job.phone}`, body, stream: 'codes', validitySeconds: leftSeconds })
	if (outcome.kind === 'later') throw new Error(`SMS ${messageId} not accepted yet: ${outcome.code}`)
	if (outcome.kind !== 'accepted') ctx.log.warn('a code by SMS was not accepted', { messageId, outcome: outcome.kind, code: outcome.code })
}

/** A code came back: its country's texts are read by people (PAYMENTS_MESSAGING §6.4, the pumping alarm). */
export async function noteTextAnswered(ctx: ServiceContext, tx: Tx, phone: string): Promise<void> {
	await tx
		.updateTable('sms_sends')
		.set({ verified_at: ctx.now() })
		.where('phone_key', '=', await phoneKey(ctx, `+${phone}`))
		.where('is_code', '=', true)
		.where('verified_at', 'is', null)
		.execute()
}
