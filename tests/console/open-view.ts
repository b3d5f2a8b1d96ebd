import { systemContext } from '#server/services/context.ts'
import { findView, signViewToken } from '#server/services/identity/sessions/learner-view.ts'
import { requireAccount } from '#server/services/operations/accounts/find-account.ts'
import type { Wire } from '#tests/wire/test-client.ts'

import type { openConsoleAs } from './open-console.ts'

export type Operator = Awaited<ReturnType<typeof openConsoleAs>>

/** Opens a view of a learner in the console. @returns the access token of its pages, and request headers with it */
export async function openViewOf({ deps }: Pick<Wire, 'deps'>, operator: Operator, userId: string) {
	const { status, to, text } = await operator.post(`/admin/learners/${userId}/see`, { reason: 'A question by mail' })
	if (status !== 303) throw new Error(`the view did not open: ${text}`)
	const ctx = systemContext(deps, 'test')
	const { session_id: sessionId } = await deps.db
		.selectFrom('auth.console_sessions as console')
		.innerJoin('auth.sessions as session', 'session.id', 'console.session_id')
		.select('session_id')
		.where('user_id', '=', operator.userId)
		.executeTakeFirstOrThrow()
	const view = await findView(ctx, { sessionId, userId })
	if (!view) throw new Error('there is no view')
	const { accessToken } = await signViewToken(ctx, view, await requireAccount(deps.db, userId))
	return { place: to, token: accessToken, headers: { authorization: `Bearer ${accessToken}` } }
}
