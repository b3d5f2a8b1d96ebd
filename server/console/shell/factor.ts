import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { challengeFactor } from '#server/services/identity/factors/challenge-factor.ts'
import { enrollFactor } from '#server/services/identity/factors/enroll-factor.ts'
import { createPendingApps } from '#server/services/identity/factors/factor-rules.ts'
import { generateRecoveryCodes, regenerateRecoveryCodes, spendRecoveryCode } from '#server/services/identity/factors/recovery-codes.ts'
import { verifyFactor } from '#server/services/identity/factors/verify-factor.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'

import { type ConsoleSession, recordStepUp } from './session.ts'

/** Authenticator codes have six digits; recovery codes are longer. */
const MAX_APP_CODE = 6
const NAME = 'Console'

const asCaller = ({ userId, sessionId, aal }: ConsoleSession): SignedIn => ({
	userId,
	sessionId,
	aal,
	isAnonymous: false,
	needsSecondFactor: aal !== 'aal2',
})

type Factor = { id: string; factor_type: string; status: 'verified' | 'unverified' }

const listFactors = (ctx: ServiceContext, userId: string): Promise<Factor[]> =>
	ctx.db
		.selectFrom('auth.mfa_factors')
		.select(['id', 'factor_type', 'status'])
		.where('user_id', '=', userId)
		.orderBy('created_at', 'desc')
		.execute()

/** `code`: an authenticator app or recovery codes. `new`: none. `other`: only factors that the console doesn't accept. */
export async function readFactorStatus(ctx: ServiceContext, userId: string): Promise<'code' | 'new' | 'other'> {
	const verified = (await listFactors(ctx, userId)).filter(({ status }) => status === 'verified')
	if (verified.some(({ factor_type: type }) => type === 'totp' || type === 'recovery_code')) return 'code'
	return verified.length > 0 ? 'other' : 'new'
}

/** Sets up an authenticator app. A session gets the same secret for an hour; other sessions' unconfirmed apps are deleted. */
export async function beginFactor(ctx: ServiceContext, session: ConsoleSession) {
	const shown = ctx.state.of(createPendingApps)
	const known = shown.find(session.sessionId, ctx.now())
	if (known && (await listFactors(ctx, session.userId)).some(({ id, status }) => id === known.id && status === 'unverified')) return known
	await ctx.db
		.deleteFrom('auth.mfa_factors')
		.where('user_id', '=', session.userId)
		.where('status', '=', 'unverified')
		.where('factor_type', '=', 'totp')
		.execute()
	const enrolled = await enrollFactor(ctx, asCaller(session), { factor_type: 'totp', friendly_name: NAME })
	if (enrolled.type !== 'totp') throw new Error('an authenticator app was asked for')
	shown.keep(session.sessionId, enrolled, ctx.now())
	return enrolled
}

/**
 * Creates recovery codes, which are shown only now and replace earlier ones.
 * @throws ServiceError mfa_recovery_codes_enroll_not_enabled (422)
 */
export async function makeRecoveryCodes(ctx: ServiceContext, session: ConsoleSession): Promise<string[]> {
	const caller: SignedIn = { ...asCaller(session), aal: 'aal2', needsSecondFactor: false }
	const hasSome = (await listFactors(ctx, session.userId)).some(({ factor_type: type }) => type === 'recovery_code')
	const { codes } = hasSome ? await regenerateRecoveryCodes(ctx, caller) : await generateRecoveryCodes(ctx, caller, 'Recovery codes')
	return codes
}

export const wrongCode = (message: string) =>
	new ServiceError('unprocessable', 'mfa_verification_failed', message, { fields: { code: message } })

/** Rewords the error for a wrong code; other errors are unchanged. */
function inPlainWords(error: unknown): unknown {
	if (!(error instanceof ServiceError) || error.code !== 'mfa_verification_failed') return error
	return wrongCode('That code is wrong. Enter the current code from your app.')
}

/**
 * Checks an authenticator or recovery code, and records the step-up for the console session.
 * @throws ServiceError mfa_verification_failed (422), over_request_rate_limit (429)
 */
export async function verifyStepUp(ctx: ServiceContext, session: ConsoleSession, typed: string): Promise<void> {
	const code = typed.replaceAll(/\s/g, '')
	const factors = (await listFactors(ctx, session.userId)).filter(({ factor_type: type }) => type === 'totp')
	const factor = factors.find(({ status }) => status === 'verified') ?? factors[0]
	if (code.length > MAX_APP_CODE) await spendRecoveryCode(ctx, asCaller(session), code)
	else if (!factor) throw new ServiceError('unprocessable', 'mfa_verification_failed', 'Set up an authenticator app first.')
	else {
		const challenge = await challengeFactor(ctx, asCaller(session), { factorId: factor.id, channel: null })
		await verifyFactor(ctx, asCaller(session), { factorId: factor.id, challenge_id: challenge.id, code }).catch((error: unknown) => {
			throw inPlainWords(error)
		})
		ctx.state.of(createPendingApps).forget(session.sessionId)
	}
	await recordStepUp(ctx, session.sessionId)
}
