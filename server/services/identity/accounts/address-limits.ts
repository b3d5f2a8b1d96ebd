import { addFailure, type GuessKind, lockRemainingMs } from '#domain/auth/failure-lock.ts'
import { msSince } from '#domain/clock/stored-time.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

/**
 * Hashes an address as a rate limit key. The counters don't store the address; addresses without an account have counters, too.
 * @param origin browser or network, counted separately so that attempts from elsewhere can't use up its limit
 */
export const hashAddress = (ctx: ServiceContext, address: string, origin?: string) =>
	keyedHash(ctx, 'addresses', origin === undefined ? [address] : [address, origin])

const toSeconds = (ms: number) => Math.ceil(ms / 1000)

const readLimit = (db: Db | Tx, kind: GuessKind | 'mail', addressHash: Buffer) =>
	db.selectFrom('auth.address_limits').selectAll().where('address_hash', '=', addressHash).where('kind', '=', kind)

async function lockLimit(ctx: ServiceContext, tx: Tx, { kind, addressHash }: { kind: GuessKind | 'mail'; addressHash: Buffer }) {
	await tx
		.insertInto('auth.address_limits')
		.values({ address_hash: addressHash, kind, window_started_at: ctx.now(), last_at: new Date(0) })
		.onConflict((conflict) => conflict.columns(['address_hash', 'kind']).doNothing())
		.execute()
	return readLimit(tx, kind, addressHash).forUpdate().executeTakeFirstOrThrow()
}

export type Guess = { kind: GuessKind; addressHash: Buffer }

/** @throws ServiceError over_request_rate_limit (429) with the remaining seconds */
export function requireNotLocked(kind: GuessKind, lockedUntil: Date | null, now: Date): void {
	const remaining = lockRemainingMs(kind, lockedUntil, now)
	if (remaining === 0) return
	throw new ServiceError(
		'rate-limited',
		'over_request_rate_limit',
		`Too many attempts. Please try again in ${toSeconds(remaining)} seconds.`,
		{
			retryAfterSeconds: toSeconds(remaining),
		},
	)
}

/** @throws ServiceError over_request_rate_limit (429) */
export async function requireUnlocked(ctx: ServiceContext, { kind, addressHash }: Guess): Promise<void> {
	const row = await readLimit(ctx.db, kind, addressHash).executeTakeFirst()
	requireNotLocked(kind, row?.locked_until ?? null, ctx.now())
}

/** Like `requireUnlocked`, but blocks parallel guesses at this address until the transaction ends. */
export async function lockForGuess(ctx: ServiceContext, tx: Tx, { kind, addressHash }: Guess): Promise<void> {
	const row = await lockLimit(ctx, tx, { kind, addressHash })
	requireNotLocked(kind, row.locked_until, ctx.now())
}

/** Counts a wrong guess. Once the policy's limit is reached, each further one locks the address for longer. */
export async function countFailure(ctx: ServiceContext, tx: Tx, { kind, addressHash }: Guess): Promise<void> {
	const row = await lockLimit(ctx, tx, { kind, addressHash })
	const { count, lockMs } = addFailure(kind, { count: row.count, lastAt: row.last_at, lockedUntil: row.locked_until }, ctx.now())
	await tx
		.updateTable('auth.address_limits')
		.set({ count, last_at: ctx.now(), locked_until: lockMs > 0 ? new Date(ctx.now().getTime() + lockMs) : null })
		.where('address_hash', '=', addressHash)
		.where('kind', '=', kind)
		.execute()
}

export async function clearGuessFailures(tx: Tx, { kind, addressHash }: Guess): Promise<void> {
	await tx.deleteFrom('auth.address_limits').where('address_hash', '=', addressHash).where('kind', '=', kind).execute()
}

const DAY_MS = 86_400_000
/** Maximum emails of all kinds to one address per day, so that no one can flood a mailbox. */
export const MAILS_PER_DAY = 20

/** Maximum SMS to one number per day: lower than for email, because SMS cost money and are more intrusive. */
export const SMS_PER_NUMBER_AND_DAY = 5

/** Returns the daily limit, or Infinity if the operator turned off the interval between messages. */
const perDay = (intervalSeconds: number, most: number) => (intervalSeconds > 0 ? most : Number.POSITIVE_INFINITY)

const rateLimited = (code: string, ms: number) =>
	new ServiceError('rate-limited', code, `For security purposes, you can only request this after ${toSeconds(ms)} seconds.`, {
		retryAfterSeconds: toSeconds(ms),
	})

type MessageLimit = { addressHash: Buffer; intervalSeconds: number; perDay: number; code: string }

async function countMessage(ctx: ServiceContext, tx: Tx, { addressHash, intervalSeconds, perDay, code }: MessageLimit): Promise<void> {
	const row = await lockLimit(ctx, tx, { kind: 'mail', addressHash })
	const now = ctx.now()
	const waitMs = intervalSeconds * 1000 - msSince(row.last_at, now)
	if (waitMs > 0) throw rateLimited(code, waitMs)

	const dayLeftMs = DAY_MS - msSince(row.window_started_at, now)
	if (dayLeftMs > 0 && row.count >= perDay) throw rateLimited(code, dayLeftMs)
	await tx
		.updateTable('auth.address_limits')
		.set({
			count: dayLeftMs > 0 ? row.count + 1 : 1,
			window_started_at: dayLeftMs > 0 ? row.window_started_at : ctx.now(),
			last_at: ctx.now(),
		})
		.where('address_hash', '=', addressHash)
		.where('kind', '=', 'mail')
		.execute()
}

/**
 * Counts an email even if the address has no account or no email is sent. Locks the row until the transaction ends, so that
 * requests for one address run one at a time.
 * @throws ServiceError over_email_send_rate_limit (429) with the remaining seconds
 */
export const countEmail = (ctx: ServiceContext, tx: Tx, addressHash: Buffer): Promise<void> =>
	countMessage(ctx, tx, {
		addressHash,
		intervalSeconds: ctx.config.auth.emailIntervalSeconds,
		perDay: perDay(ctx.config.auth.emailIntervalSeconds, MAILS_PER_DAY),
		code: 'over_email_send_rate_limit',
	})

/**
 * Counts an email toward the daily limit of a mailbox, which its plus-sign addresses share.
 * @throws ServiceError over_email_send_rate_limit (429)
 */
export const countMailboxEmail = (ctx: ServiceContext, tx: Tx, addressHash: Buffer): Promise<void> =>
	countMessage(ctx, tx, {
		addressHash,
		intervalSeconds: 0,
		perDay: perDay(ctx.config.auth.emailIntervalSeconds, MAILS_PER_DAY),
		code: 'over_email_send_rate_limit',
	})

/** @throws ServiceError over_sms_send_rate_limit (429) with the remaining seconds */
export const countSms = (ctx: ServiceContext, tx: Tx, addressHash: Buffer): Promise<void> =>
	countMessage(ctx, tx, {
		addressHash,
		intervalSeconds: ctx.config.auth.smsIntervalSeconds,
		perDay: perDay(ctx.config.auth.smsIntervalSeconds, SMS_PER_NUMBER_AND_DAY),
		code: 'over_sms_send_rate_limit',
	})
