import { consolePaths } from '#contracts/console-paths.ts'
import { type ConsoleActionRequest, type ConsoleRequest, recordAction } from '#server/console/shell/console-request.ts'
import { makeRecoveryCodes } from '#server/console/shell/factor.ts'
import { showRecoveryCodes } from '#server/console/shell/guard.ts'
import { type ConsoleRoute, guardedAction } from '#server/console/shell/route.ts'

export async function readOwnAccountPage({ ctx: { db, config }, by }: ConsoleRequest) {
	const factors = await db
		.selectFrom('auth.mfa_factors as factor')
		.leftJoin('auth.mfa_recovery_codes as code', (join) => join.onRef('code.factor_id', '=', 'factor.id').on('code.used_at', 'is', null))
		.select(['factor.id', 'factor_type', 'factor.created_at', (eb) => eb.fn.count<string>('code.factor_id').as('codes')])
		.where('user_id', '=', by.userId)
		.where('status', '=', 'verified')
		.groupBy(['factor.id', 'factor_type', 'factor.created_at'])
		.orderBy('factor.created_at')
		.execute()
	const codes = factors.find(({ factor_type: type }) => type === 'recovery_code')
	return {
		factors: factors.filter((factor) => factor !== codes).map(({ id, factor_type: type, created_at: at }) => ({ id, type, at })),
		codesLeft: codes ? Number(codes.codes) : null,
		canMakeCodes: config.auth.factors.recovery_codes.enroll,
	}
}

async function makeCodes(request: ConsoleActionRequest) {
	const { c, ctx, by } = request
	const codes = await makeRecoveryCodes(ctx, by)
	await recordAction(request, ctx.db, { action: 'recovery_codes_made', object: { kind: 'account', id: by.userId } })
	return showRecoveryCodes(c, { codes, email: by.email, to: consolePaths.account })
}

export const accountRoutes: readonly ConsoleRoute[] = [{ ...guardedAction(consolePaths.recoveryCodes, makeCodes), role: 'support' }]
