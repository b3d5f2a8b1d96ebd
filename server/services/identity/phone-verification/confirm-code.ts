import { timingSafeEqual } from 'node:crypto'

import { addWrongCode, codeLockMs, parseCode } from '#domain/sms/code-attempts.ts'
import { checkPhone } from '#domain/sms/phone-rules.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { raiseSession } from '#server/services/identity/factors/raise-session.ts'
import type { IssuedSession } from '#server/services/identity/sessions/session-grant.ts'
import { smsRateLimited, smsRefused } from '#server/services/messaging/sms/reserve-send.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'
import { prepareKeys } from '#server/services/platform/keys/prepare-keys.ts'
import { runOneAtATime } from '#server/services/platform/locks/one-at-a-time.ts'

import { type CodePurpose, hashCode, requireRightToNumber } from './request-code.ts'

export type CodeEntry = { phoneNumber: string; purpose: CodePurpose; code: string }

type Guess = { userId: string; phone: string; purpose: CodePurpose; code: string }
type Verdict = { kind: 'right'; grant: IssuedSession | null } | { kind: 'wrong' } | { kind: 'locked'; seconds: number }

// Used for wrong, expired, used and never sent codes alike, so that it doesn't reveal which codes exist.
const WRONG = 'Invalid verification code'

/** Value in the `amr` claim. */
const AMR_TEXT = 'mfa/phone'

const lockCodeRow = (tx: Tx, { userId, purpose }: Guess) =>
	tx.selectFrom('sms_codes').selectAll().where('user_id', '=', userId).where('purpose', '=', purpose).forUpdate().executeTakeFirst()

type CodeRow = NonNullable<Awaited<ReturnType<typeof lockCodeRow>>>

async function countWrong(ctx: ServiceContext, tx: Tx, row: CodeRow): Promise<Verdict> {
	const now = ctx.now()
	const counted = addWrongCode({ failures: row.failures, lastFailureMs: row.last_failure_at?.getTime() ?? 0 }, now.getTime())
	const isLocked = counted.lockMs > 0
	await tx
		.updateTable('sms_codes')
		.set({
			failures: counted.failures,
			last_failure_at: now,
			...(isLocked ? { code_hash: null, locked_until: new Date(now.getTime() + counted.lockMs) } : {}),
		})
		.where('user_id', '=', row.user_id)
		.where('purpose', '=', row.purpose)
		.execute()
	return isLocked ? { kind: 'locked', seconds: counted.lockMs / 1000 } : { kind: 'wrong' }
}

/** Saves the verified number. A different one turns off SMS as second factor until the learner turns it on again. */
async function saveNumber(tx: Tx, { user_id: userId, phone }: CodeRow): Promise<void> {
	const known = await tx.selectFrom('user_sms_settings').select('phone_number').where('user_id', '=', userId).forUpdate().executeTakeFirst()
	const isNew = known?.phone_number !== phone
	await tx
		.insertInto('user_sms_settings')
		.values({ user_id: userId, phone_number: phone, verified: true })
		.onConflict((conflict) =>
			conflict.column('user_id').doUpdateSet({ phone_number: phone, verified: true, ...(isNew ? { two_factor_enabled: false } : {}) }),
		)
		.execute()
}

/** Raises the session to aal2; null if the learner doesn't use SMS as second factor. */
async function raiseBySms(ctx: ServiceContext, tx: Tx, userId: string): Promise<IssuedSession | null> {
	const settings = await tx
		.selectFrom('user_sms_settings')
		.select('two_factor_enabled')
		.where('user_id', '=', userId)
		.where('verified', '=', true)
		.executeTakeFirst()
	if (!settings?.two_factor_enabled || ctx.actor.type !== 'learner') return null
	return raiseSession(ctx, tx, { caller: ctx.actor, method: AMR_TEXT, factorId: null })
}

async function accept(ctx: ServiceContext, tx: Tx, row: CodeRow): Promise<Verdict> {
	await tx
		.updateTable('sms_codes')
		.set({ code_hash: null, failures: 0, locked_until: null })
		.where('user_id', '=', row.user_id)
		.where('purpose', '=', row.purpose)
		.execute()
	await tx.updateTable('sms_sends').set({ verified_at: ctx.now() }).where('message_id', '=', row.message_id).execute()
	if (row.purpose === 'phone_verification') await saveNumber(tx, row)
	return { kind: 'right', grant: row.purpose === 'two_factor_auth' ? await raiseBySms(ctx, tx, row.user_id) : null }
}

async function checkGuess(ctx: ServiceContext, tx: Tx, guess: Guess): Promise<Verdict> {
	const row = await lockCodeRow(tx, guess)
	if (!row) return { kind: 'wrong' }
	const seconds = Math.ceil(codeLockMs(row.locked_until, ctx.now()) / 1000)
	if (seconds > 0) return { kind: 'locked', seconds }
	if (row.code_hash === null || row.expires_at <= ctx.now() || row.phone !== guess.phone) return { kind: 'wrong' }
	const isRight = timingSafeEqual(row.code_hash, await hashCode(ctx, guess, guess.code))
	const verdict = isRight ? await accept(ctx, tx, row) : await countWrong(ctx, tx, row)
	await recordAudit(ctx, tx, {
		action: 'code_verified',
		outcome: isRight ? 'success' : 'failure',
		userId: guess.userId,
		detail: { purpose: guess.purpose },
	})
	return verdict
}

/**
 * Accepts a code once, for the learner, number and purpose it was sent for. Parallel guesses wait for the row's lock, so at most
 * five are checked.
 * @returns the raised session's new tokens, or null
 * @throws ServiceError `invalid_code` (422) for anything but the current code, `over_code_attempts` (429) after five wrong ones,
 * and the errors of `requireRightToNumber`
 */
export async function confirmCode(ctx: ServiceContext, entry: CodeEntry): Promise<IssuedSession | null> {
	const userId = requireLearnerId(ctx)
	await prepareKeys(ctx)
	const facts = await ctx.phones.read(entry.phoneNumber)
	const code = parseCode(entry.code)
	if (facts === null || code === null || !checkPhone(facts, ctx.config.sms.countries).ok) throw smsRefused('invalid_code', WRONG)
	const guess = { userId, phone: facts.e164, purpose: entry.purpose, code }
	await requireRightToNumber(ctx, guess)
	const verdict = await runOneAtATime(`sms:${userId}`, () => inTransaction(ctx.db, (tx) => checkGuess(ctx, tx, guess)))
	if (verdict.kind === 'wrong') throw smsRefused('invalid_code', WRONG)
	if (verdict.kind === 'locked') throw smsRateLimited('over_code_attempts', 'Too many wrong codes.', verdict.seconds)
	return verdict.kind === 'right' ? verdict.grant : null
}
