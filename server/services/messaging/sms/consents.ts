import { findSmsConsent } from '#domain/consents/sms-consent.ts'
import type { SmsStream } from '#server/adapters/sms/port.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { phoneKey, smsRefused } from './reserve-send.ts'

type ConsentNumber = { userId: string; phone: string }

/**
 * Records a consent to SMS.
 * @returns false for an unknown version, which doesn't count as consent
 */
export async function recordSmsConsent(
	ctx: ServiceContext,
	db: Db | Tx,
	{ userId, phone, version }: ConsentNumber & { version: string },
): Promise<boolean> {
	const consent = findSmsConsent(version)
	if (!consent) return false
	await db
		.insertInto('sms_consents')
		.values({
			user_id: userId,
			phone,
			text_version: consent.version,
			words: consent.words,
			source: 'settings',
			ip_address: ctx.clientAddress,
			created_at: ctx.now(),
		})
		.onConflict((conflict) => conflict.columns(['user_id', 'phone', 'text_version']).doNothing())
		.execute()
	return true
}

/** True if the learner has consented to SMS to this number, and the text of the consent is on record. */
export async function hasSmsConsent(db: Db | Tx, { userId, phone }: ConsentNumber): Promise<boolean> {
	const row = await db
		.selectFrom('sms_consents')
		.select('id')
		.where('user_id', '=', userId)
		.where('phone', '=', phone)
		.where('words', 'is not', null)
		.limit(1)
		.executeTakeFirst()
	return row !== undefined
}

/**
 * Stores consent to SMS for the verified number, if it wasn't given when the code was requested.
 * @throws ServiceError `phone_unverified`, `unknown_consent` (422)
 */
export async function storeSmsConsent(ctx: ServiceContext, { version }: { version: string }): Promise<void> {
	const userId = requireLearnerId(ctx)
	const settings = await ctx.db
		.selectFrom('user_sms_settings')
		.select('phone_number')
		.where('user_id', '=', userId)
		.where('verified', '=', true)
		.executeTakeFirst()
	if (settings?.phone_number == null) throw smsRefused('phone_unverified', 'Please verify your phone number first.')
	if (!(await recordSmsConsent(ctx, ctx.db, { userId, phone: settings.phone_number, version })))
		throw smsRefused('unknown_consent', 'This page is out of date. Please reload it.')
}

export type BlockReason = 'stop' | 'provider' | 'not-mobile'

export const SMS_STREAMS: readonly SmsStream[] = ['codes', 'notifications']

/** Returns why a number gets no SMS on a stream, or null. */
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

/** Blocks a number. A STOP doesn't replace a block by the provider. */
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
