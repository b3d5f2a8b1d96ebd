import { toNumberPrefix } from '#domain/sms/phone-rules.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'
import { toNetwork } from '#server/services/platform/network/to-network.ts'

/** Hashes a phone number. Limits and opt-outs outlive the account, so their tables contain no numbers. */
export const phoneKey = (ctx: ServiceContext, e164: string) => keyedHash(ctx, 'addresses', ['phone', e164])

export type SendKeys = { user: Buffer; phone: Buffer; prefix: Buffer; network: Buffer | null }

/** Returns the rate limit keys of a send. There is no network key outside a request and in local development. */
export async function sendKeys(ctx: ServiceContext, { userId, phone }: { userId: string; phone: string }): Promise<SendKeys> {
	const key = (kind: string, text: string) => keyedHash(ctx, 'addresses', [kind, text])
	const isRequest = ctx.actor.type === 'learner' || ctx.actor.type === 'anonymous'
	const hasNetwork = isRequest && !ctx.isLocalDevelopment
	return {
		user: await key('sms-user', userId),
		phone: await phoneKey(ctx, phone),
		prefix: await key('sms-prefix', toNumberPrefix(phone)),
		network: hasNetwork ? await key('sms-network', toNetwork(ctx.clientAddress)) : null,
	}
}
