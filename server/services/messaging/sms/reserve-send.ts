import { sql } from 'kysely'

import { latestBelievableMs } from '#domain/clock/stored-time.ts'
import { CODE_SECONDS } from '#domain/sms/code-attempts.ts'
import { toNumberPrefix } from '#domain/sms/phone-rules.ts'
import {
	CODE_LIMITS,
	dailyLimit,
	looksLikeSmsPumping,
	NOTIFICATION_LIMITS,
	type SendLimit,
	unknownCallerLimit,
	waitSeconds,
	type LimitWindow,
} from '#domain/sms/send-limits.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'
import { toNetwork } from '#server/services/platform/network/to-network.ts'

/** Hashes a phone number. Limits and opt-outs outlive the account, so their tables contain no numbers. */
export const phoneKey = (ctx: ServiceContext, e164: string) => keyedHash(ctx, 'addresses', ['phone', e164])

export type SendKeys = { user: Buffer; phone: Buffer; prefix: Buffer; network: Buffer | null }

/** Returns the rate limit keys of a send. There is no network key outside of requests or in local development. */
export async function toSendKeys(ctx: ServiceContext, { userId, phone }: { userId: string; phone: string }): Promise<SendKeys> {
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

const formatWait = (seconds: number): string => {
	if (seconds < 100) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
	if (seconds < 6000) return `${Math.ceil(seconds / 60)} minutes`
	return `${Math.ceil(seconds / 3600)} hours`
}

/** Creates an error whose message the page shows as is. */
export const smsRefused = (code: string, message: string): ServiceError => new ServiceError('unprocessable', code, message)

/**
 * Same as `smsRefused`, with the time to wait.
 * @param what sentence before ` Please try again in …`
 */
export const smsRateLimited = (code: string, what: string, retryAfterSeconds: number): ServiceError =>
	new ServiceError('rate-limited', code, `${what} Please try again in ${formatWait(retryAfterSeconds)}.`, { retryAfterSeconds })

const DAY_MS = 86_400_000
const PAUSE_SECONDS = 3600

export type SmsSend = {
	messageId: string
	isCode: boolean
	/** True if the caller is neither signed in nor at a trusted origin of the number's owner. */
	isStrangers: boolean
	keys: SendKeys
	country: string
}

/** Returns an SQL condition for the sends that a limit counts; null if the limit doesn't apply. */
function countedBy(limit: SendLimit, { isCode, isStrangers, keys, country }: SmsSend) {
	const kind = sql`is_code = ${isCode}`
	switch (limit.scope) {
		case 'user':
			return sql`user_key = ${keys.user} and ${kind}`
		case 'phone':
			// Messages requested by strangers don't use up the owner's limit, and vice versa.
			return sql`phone_key = ${keys.phone} and ${kind} and is_unproven = ${isStrangers}`
		case 'network':
			return keys.network === null ? null : sql`network_key = ${keys.network}`
		case 'prefix':
			return sql`prefix_key = ${keys.prefix}`
		case 'country':
			return sql`country = ${country}`
		case 'strangers':
			return isStrangers ? sql`is_unproven` : null
		case 'all':
			return sql`true`
	}
}

/** Counts the sends in the limit's window, at most `limit.most`. `oldestSendMs` is 0 if there are none. */
async function readWindow(
	tx: Db | Tx,
	counted: ReturnType<typeof sql>,
	{ limit, now }: { limit: SendLimit; now: Date },
): Promise<LimitWindow> {
	const since = new Date(now.getTime() - limit.seconds * 1000)
	const { rows } = await sql<{ sent: number; oldest_send: Date | null }>`
		select count(*)::int as sent, min(sent_at) as oldest_send
		from (select sent_at from sms_sends where ${counted} and sent_at > ${since} and sent_at <= ${new Date(latestBelievableMs(now))} order by sent_at desc limit ${limit.most}) as newest`.execute(
		tx,
	)
	return { sent: rows[0]?.sent ?? 0, oldestSendMs: rows[0]?.oldest_send?.getTime() ?? 0 }
}

async function requireNoPumping(ctx: ServiceContext, tx: Db | Tx, country: string): Promise<void> {
	const now = ctx.now().getTime()
	const { rows } = await sql<{ sent: number; verified: number }>`
		select count(*)::int as sent, count(verified_at)::int as verified from sms_sends
		where is_code and country = ${country} and sent_at between ${new Date(now - DAY_MS)} and ${new Date(now - CODE_SECONDS * 1000)}`.execute(
		tx,
	)
	if (!looksLikeSmsPumping(rows[0] ?? { sent: 0, verified: 0 })) return
	ctx.log.error('SMS codes to a country paused: almost none are used', { country, ...rows[0] })
	throw smsRateLimited('sms_country_paused', 'Text messages to this country are paused.', PAUSE_SECONDS)
}

/** @throws ServiceError `over_sms_send_rate_limit` (429) with the seconds until the limit allows another send */
async function requireWithinLimit(ctx: ServiceContext, tx: Db | Tx, { limit, send }: { limit: SendLimit; send: SmsSend }): Promise<void> {
	const counted = countedBy(limit, send)
	if (counted === null) return
	const wait = waitSeconds(limit, await readWindow(tx, counted, { limit, now: ctx.now() }), ctx.now().getTime())
	if (wait === 0) return
	if (limit.scope === 'all' || limit.scope === 'strangers') ctx.log.error('daily SMS limit reached', { cap: limit.most, of: limit.scope })
	throw smsRateLimited('over_sms_send_rate_limit', 'Too many text messages have been requested.', wait)
}

/**
 * Checks the daily limits without reserving a message.
 * @throws ServiceError `over_sms_send_rate_limit`, `sms_country_paused` (429)
 */
export async function requireDailySmsBudget(ctx: ServiceContext, db: Db | Tx, send: SmsSend): Promise<void> {
	const { dailyCap } = ctx.config.sms
	for (const limit of [dailyLimit(dailyCap), unknownCallerLimit(dailyCap)]) await requireWithinLimit(ctx, db, { limit, send })
	if (send.isCode) await requireNoPumping(ctx, db, send.country)
}

/**
 * Checks all limits of a send, without reserving it.
 * @throws ServiceError as `reserveSend`
 */
export async function requireWithinSendLimits(ctx: ServiceContext, db: Db | Tx, send: SmsSend): Promise<void> {
	for (const limit of send.isCode ? CODE_LIMITS : NOTIFICATION_LIMITS) await requireWithinLimit(ctx, db, { limit, send })
	await requireDailySmsBudget(ctx, db, send)
}

/**
 * Reserves one message in all limits, or in none. A lock serializes the checks of all processes.
 * @throws ServiceError `over_sms_send_rate_limit`, `sms_country_paused` (429)
 */
export async function reserveSend(ctx: ServiceContext, tx: Tx, send: SmsSend): Promise<void> {
	await sql`select pg_advisory_xact_lock(hashtext('sms-sends'))`.execute(tx)
	await requireWithinSendLimits(ctx, tx, send)
	await tx
		.insertInto('sms_sends')
		.values({
			message_id: send.messageId,
			is_code: send.isCode,
			is_unproven: send.isStrangers,
			user_key: send.keys.user,
			phone_key: send.keys.phone,
			prefix_key: send.keys.prefix,
			network_key: send.keys.network,
			country: send.country,
			sent_at: ctx.now(),
		})
		.execute()
}
