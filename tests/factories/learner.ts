import { randomUUID } from 'node:crypto'

import { systemContext, type Deps } from '#server/services/context.ts'
import { createUser } from '#server/services/identity/accounts/create-user.ts'
import { issueSession } from '#server/services/identity/sessions/issue-session.ts'

/** Creates a confirmed account with a session. @returns it with its request headers */
export async function makeLearner(deps: Deps, email = `${randomUUID()}@example.test`) {
	const ctx = systemContext(deps, 'test')
	return deps.db.transaction().execute(async (tx) => {
		const user = await createUser(ctx, tx, { email, passwordHash: null, data: { name: 'Ana Test' }, isConfirmed: true })
		if (!user) throw new Error(`${email} has an account already`)
		const grant = await issueSession(ctx, tx, { userId: user.id, method: 'otp' })
		return { userId: user.id, email, headers: { authorization: `Bearer ${grant.accessToken}` } }
	})
}
