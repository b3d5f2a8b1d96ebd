import type { SecondFactorState, SecondFactorWay } from '#contracts/account.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

const SHOWN_DIGITS = 4

const maskPhone = (phone: string) => `•••• ${phone.slice(-SHOWN_DIGITS)}`

async function listOwnFactors(ctx: ServiceContext, userId: string): Promise<SecondFactorWay[]> {
	const { factors } = ctx.config.auth
	const rows = await ctx.db
		.selectFrom('auth.mfa_factors')
		.select(['id', 'factor_type', 'friendly_name', 'phone'])
		.where('user_id', '=', userId)
		.where('status', '=', 'verified')
		.where('factor_type', '!=', 'recovery_code')
		.orderBy('created_at')
		.execute()
	return rows.flatMap((row): SecondFactorWay[] => {
		const type = row.factor_type
		if (type === 'recovery_code' || !factors[type].verify) return []
		if (type === 'phone') return [{ type, factorId: row.id, phone: maskPhone(row.phone ?? '') }]
		return [{ type, factorId: row.id, name: row.friendly_name }]
	})
}

async function findSms(ctx: ServiceContext, userId: string): Promise<SecondFactorWay[]> {
	const settings = await ctx.db
		.selectFrom('user_sms_settings')
		.select('phone_number')
		.where('user_id', '=', userId)
		.where('two_factor_enabled', '=', true)
		.where('verified', '=', true)
		.executeTakeFirst()
	return settings?.phone_number ? [{ type: 'text', phone: settings.phone_number }] : []
}

async function findRecoveryCodes(ctx: ServiceContext, userId: string): Promise<SecondFactorWay[]> {
	if (!ctx.config.auth.factors.recovery_codes.verify) return []
	const left = await ctx.db
		.selectFrom('auth.mfa_factors as factor')
		.innerJoin('auth.mfa_recovery_codes as code', 'code.factor_id', 'factor.id')
		.select('factor.id')
		.where('factor.user_id', '=', userId)
		.where('code.used_at', 'is', null)
		.limit(1)
		.executeTakeFirst()
	return left ? [{ type: 'recovery_code' }] : []
}

/**
 * Lists the learner's second factors, without kinds that the operator turned off. `isNeeded` is true if this session hasn't used
 * one yet (docs/adr/0327).
 */
export async function readSecondFactor(ctx: ServiceContext): Promise<SecondFactorState> {
	const userId = requireLearnerId(ctx)
	const factors = await listOwnFactors(ctx, userId)
	const sms = await findSms(ctx, userId)
	const codes = await findRecoveryCodes(ctx, userId)
	const ways = [...factors, ...sms, ...codes]
	return { isNeeded: ctx.actor.type === 'learner' && ctx.actor.aal !== 'aal2' && ways.length > 0, ways }
}
