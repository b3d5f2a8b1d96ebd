import type { SmsStream } from '#server/adapters/sms/port.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { phoneKey } from './reserve-send.ts'

export type BlockReason = 'stop' | 'provider' | 'not-mobile'

export const STREAMS: readonly SmsStream[] = ['codes', 'notifications']

/** Returns the reason why a number gets no SMS on a stream, or null. */
export async function findBlock(
	ctx: ServiceContext,
	db: Db | Tx,
	{ phone, stream }: { phone: string; stream: SmsStream },
): Promise<BlockReason | null> {
	const row = await db
		.selectFrom('sms_blocks')
		.select('reason')
		.where('phone_key', '=', await phoneKey(ctx, phone))
		.where('stream', '=', stream)
		.executeTakeFirst()
	return row?.reason ?? null
}

/** Blocks a number. A STOP doesn't overwrite what the provider found out about a phone. */
export async function blockPhone(
	ctx: ServiceContext,
	block: { phone: string; streams: readonly SmsStream[]; reason: BlockReason },
): Promise<void> {
	const key = await phoneKey(ctx, block.phone)
	await ctx.db
		.insertInto('sms_blocks')
		.values(block.streams.map((stream) => ({ phone_key: key, stream, reason: block.reason, created_at: ctx.now() })))
		.onConflict((conflict) =>
			block.reason === 'not-mobile'
				? conflict.columns(['phone_key', 'stream']).doUpdateSet({ reason: block.reason })
				: conflict.columns(['phone_key', 'stream']).doNothing(),
		)
		.execute()
}

/** Unblocks a number. A phone that can't receive SMS stays blocked. */
export async function unblockPhone(
	ctx: ServiceContext,
	{ phone, streams }: { phone: string; streams: readonly SmsStream[] },
): Promise<void> {
	await ctx.db
		.deleteFrom('sms_blocks')
		.where('phone_key', '=', await phoneKey(ctx, phone))
		.where('stream', 'in', streams)
		.where('reason', '!=', 'not-mobile')
		.execute()
}
