import { addFailure, type GuessedThing, lockRemainingMs } from '#domain/auth/failure-lock.ts'
import { msSince } from '#domain/clock/stored-time.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

/**
 * Key of the limits: the counters hold no address, and exist for addresses without an account too.
 * @param place is counted separately: strangers elsewhere cannot use up its attempts
 */
export const hashAddress = (ctx: ServiceContext, address: string, place?: string) =>
	keyedHash(ctx, 'addresses', place === undefined ? [address] : [address, place])

const toSeconds = (ms: number) => Math.ceil(ms / 1000)

const readLimit = (db: Db | Tx, kind: GuessedThing | 'mail', addressHash: Buffer) =>
	db.selectFrom('auth.address_limits').selectAll().where('address_hash', '=', addressHash).where('kind', '=', kind)

/** The row of the address, locked until the transaction ends, and created if missing. */
async function lockLimit(ctx: ServiceContext, tx: Tx, { kind, addressHash }: { kind: GuessedThing | 'mail'; addressHash: Buffer }) {
	await tx
		.insertInto('auth.address_limits')
		.values({ address_hash: addressHash, kind, window_started_at: ctx.now(), last_at: new Date(0) })
		.onConflict((conflict) => conflict.columns(['address_hash', 'kind']).doNothing())
		.execute()
	return readLimit(tx, kind, addressHash).forUpdate().executeTakeFirstOrThrow()
}

export type Guess = { thing: GuessedThing; addressHash: Buffer }

/** @throws ServiceError over_request_rate_limit (429) while the address is closed */
export function refuseWhileLocked(thing: GuessedThing, lockedUntil: Date | null, now: Date): void {
	const remaining = lockRemainingMs(thing, lockedUntil, now)
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

/** @throws ServiceError over_request_rate_limit (429) while the address is closed to guesses of this kind */
export async function requireUnlocked(ctx: ServiceContext, { thing, addressHash }: Guess): Promise<void> {
	const row = await readLimit(ctx.db, thing, addressHash).executeTakeFirst()
	refuseWhileLocked(thing, row?.locked_until ?? null, ctx.now())
}

/** As `requireUnlocked`, and makes other guesses at this address wait until the transaction ends. */
export async function lockForGuess(ctx: ServiceContext, tx: Tx, { thing, addressHash }: Guess): Promise<void> {
	const row = await lockLimit(ctx, tx, { kind: thing, addressHash })
	refuseWhileLocked(thing, row.locked_until, ctx.now())
}

/** Counts a wrong guess; from the policy's number on, each one closes the address for longer. */
export async function countFailure(ctx: ServiceContext, tx: Tx, { thing, addressHash }: Guess): Promise<void> {
	const row = await lockLimit(ctx, tx, { kind: thing, addressHash })
	const { count, lockMs } = addFailure(thing, { count: row.count, lastAt: row.last_at, lockedUntil: row.locked_until }, ctx.now())
	await tx
		.updateTable('auth.address_limits')
		.set({ count, last_at: ctx.now(), locked_until: lockMs > 0 ? new Date(ctx.now().getTime() + lockMs) : null })
		.where('address_hash', '=', addressHash)
		.where('kind', '=', thing)
		.execute()
}

/** After a right guess the count starts again. */
export async function forgetFailures(tx: Tx, { thing, addressHash }: Guess): Promise<void> {
	await tx.deleteFrom('auth.address_limits').where('address_hash', '=', addressHash).where('kind', '=', thing).execute()
}

const DAY_MS = 86_400_000
/** Mails to one address per day, of all kinds, so that no one's mailbox is flooded. */
export const MAILS_PER_DAY = 20

/** Texts cost money, and a phone disturbs more than a mailbox. */
export const TEXTS_PER_DAY = 5

/** An operator who switches the wait off wants no count either. */
const perDay = (intervalSeconds: number, most: number) => (intervalSeconds > 0 ? most : Number.POSITIVE_INFINITY)

const refuseMessage = (code: string, ms: number) =>
	new ServiceError('rate-limited', code, `For security purposes, you can only request this after ${toSeconds(ms)} seconds.`, {
		retryAfterSeconds: toSeconds(ms),
	})

type Turn = { addressHash: Buffer; intervalSeconds: number; perDay: number; code: string }

async function claimTurn(ctx: ServiceContext, tx: Tx, { addressHash, intervalSeconds, perDay, code }: Turn): Promise<void> {
	const row = await lockLimit(ctx, tx, { kind: 'mail', addressHash })
	const now = ctx.now()
	const waitMs = intervalSeconds * 1000 - msSince(row.last_at, now)
	if (waitMs > 0) throw refuseMessage(code, waitMs)

	const dayLeftMs = DAY_MS - msSince(row.window_started_at, now)
	if (dayLeftMs > 0 && row.count >= perDay) throw refuseMessage(code, dayLeftMs)
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
 * Claims the address's turn for a mail, whether or not it has an account and whether or not a mail is sent. Holds the row until the
 * transaction ends, so that requests for one address follow each other.
 * @throws ServiceError over_email_send_rate_limit (429) with the remaining seconds
 */
export const claimMail = (ctx: ServiceContext, tx: Tx, addressHash: Buffer): Promise<void> =>
	claimTurn(ctx, tx, {
		addressHash,
		intervalSeconds: ctx.config.auth.emailIntervalSeconds,
		perDay: perDay(ctx.config.auth.emailIntervalSeconds, MAILS_PER_DAY),
		code: 'over_email_send_rate_limit',
	})

/** One count a day for all addresses of a mailbox, without a wait between two. @throws ServiceError over_email_send_rate_limit (429) */
export const claimMailbox = (ctx: ServiceContext, tx: Tx, addressHash: Buffer): Promise<void> =>
	claimTurn(ctx, tx, {
		addressHash,
		intervalSeconds: 0,
		perDay: perDay(ctx.config.auth.emailIntervalSeconds, MAILS_PER_DAY),
		code: 'over_email_send_rate_limit',
	})

/** The same for a phone number. @throws ServiceError over_sms_send_rate_limit (429) with the remaining seconds */
export const claimSms = (ctx: ServiceContext, tx: Tx, addressHash: Buffer): Promise<void> =>
	claimTurn(ctx, tx, {
		addressHash,
		intervalSeconds: ctx.config.auth.smsIntervalSeconds,
		perDay: perDay(ctx.config.auth.smsIntervalSeconds, TEXTS_PER_DAY),
		code: 'over_sms_send_rate_limit',
	})
