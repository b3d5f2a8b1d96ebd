import { randomUUID } from 'node:crypto'

import site from '#content/site.json' with { type: 'json' }
import { checkPhone } from '#domain/sms/phone-rules.ts'
import type { ServiceContext, Tx } from '#server/context.ts'
import { ServiceError } from '#server/errors.ts'
import { seal, unseal } from '#server/services/keys/seal.ts'

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

/** Job: hands the text to the provider; throws to be tried again while the code is good. */
export async function deliverAuthSms(
	ctx: ServiceContext,
	job: { messageId: string; phone: string; sealed: string; goodUntil: number },
): Promise<void> {
	const leftSeconds = Math.floor((job.goodUntil - ctx.now().getTime()) / 1000)
	if (leftSeconds <= 0) return
	const body = (await unseal(ctx, job.messageId, Buffer.from(job.sealed, 'base64'))).toString()
	const outcome = await ctx.sms.send({ id: job.messageId, to: `+${job.phone}`, body, stream: 'codes', validitySeconds: leftSeconds })
	if (outcome.kind === 'later') throw new Error(`SMS ${job.messageId} not accepted yet: ${outcome.code}`)
	if (outcome.kind !== 'accepted')
		ctx.log.warn('a code by SMS was not accepted', { messageId: job.messageId, outcome: outcome.kind, code: outcome.code })
}
