import type { SessionSummary } from '#contracts/account.ts'
import { endOfSession } from '#domain/auth/check-session.ts'
import { describeDevice } from '#domain/auth/describe-device.ts'
import { shortenAddress } from '#domain/auth/shorten-address.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { isDevice } from './session-holder.ts'

const MAX_SESSIONS = 100

/** Lists the learner's open sessions, last used first, at most 100. Device and network are those of the last refresh. */
export async function listSessions(ctx: ServiceContext): Promise<SessionSummary[]> {
	const userId = requireLearnerId(ctx)
	const { limits } = ctx.config.auth.sessions
	const current = ctx.actor.type === 'learner' ? ctx.actor.sessionId : null
	const rows = await ctx.db
		.selectFrom('auth.sessions')
		.select(['id', 'user_agent', 'ip', 'created_at', 'refreshed_at', 'not_after'])
		.where('user_id', '=', userId)
		// Omit applications, which `listGrants` lists.
		.where(isDevice)
		.where((eb) => eb.or([eb('not_after', 'is', null), eb('not_after', '>', ctx.now())]))
		.where('created_at', '>', new Date(ctx.now().getTime() - limits.timeboxMs))
		.orderBy((eb) => eb.fn.coalesce('refreshed_at', 'created_at'), 'desc')
		.orderBy('id')
		.limit(MAX_SESSIONS)
		.execute()
	return rows.map((row) => ({
		id: row.id,
		device: describeDevice(row.user_agent),
		place: shortenAddress(row.ip),
		signedInAt: row.created_at.toISOString(),
		lastUsedAt: (row.refreshed_at ?? row.created_at).toISOString(),
		endsAt: new Date(endOfSession({ createdAt: row.created_at, notAfter: row.not_after }, limits)).toISOString(),
		isCurrent: row.id === current,
	}))
}
