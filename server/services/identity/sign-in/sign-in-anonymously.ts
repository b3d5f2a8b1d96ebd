import type { SignUpBody } from '#contracts/auth.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireMetadata } from '#server/services/identity/accounts/check-input.ts'
import { createUser } from '#server/services/identity/accounts/create-user.ts'
import { issueSession } from '#server/services/identity/sessions/issue-session.ts'
import type { SessionGrant } from '#server/services/identity/sessions/session-grant.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

/**
 * Signs in with a new anonymous account. It becomes permanent once an address is added with `updateUser` and verified.
 * @throws ServiceError anonymous_provider_disabled, signup_disabled (422)
 */
export async function signInAnonymously(ctx: ServiceContext, input: Pick<SignUpBody, 'data'>): Promise<SessionGrant> {
	const { auth } = ctx.config
	if (!auth.anonymousEnabled) throw new ServiceError('unprocessable', 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
	if (auth.signupDisabled) throw new ServiceError('unprocessable', 'signup_disabled', 'Signups not allowed for this instance')
	const data = requireMetadata(input.data)
	return inTransaction(ctx.db, async (tx) => {
		const user = await createUser(ctx, tx, { passwordHash: null, data, isConfirmed: false })
		if (!user) throw new Error('a random account id was taken')
		await recordAudit(ctx, tx, { action: 'user_signedup', outcome: 'success', userId: user.id, detail: { provider: 'anonymous' } })
		return issueSession(ctx, tx, { userId: user.id, method: 'anonymous' })
	})
}
