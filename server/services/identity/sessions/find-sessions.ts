import { sql } from 'kysely'

import type { SessionSummary } from '#contracts/account.ts'
import { endOfSession } from '#domain/auth/check-session.ts'
import { describeDevice } from '#domain/auth/describe-device.ts'
import { shortenAddress } from '#domain/auth/shorten-address.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { Batcher } from '#server/services/platform/batching/batcher.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { isDeviceSession } from './session-grant.ts'

/**
 * True if the session that started a request is still open: signing out or setting a new password cancels pending requests
 * (docs/adr/0327). Locks the session until the transaction ends.
 */
export async function isSessionOpen(
	ctx: ServiceContext,
	tx: Tx,
	{ userId, sessionId }: { userId: string; sessionId: string | null },
): Promise<boolean> {
	// Use the same lock order as changes to the account, to avoid deadlocks.
	await tx.selectFrom('auth.users').select('id').where('id', '=', userId).forKeyShare().execute()
	const session = await tx
		.selectFrom('auth.sessions')
		.select('not_after')
		.where('id', '=', sessionId)
		.where('user_id', '=', userId)
		.forKeyShare()
		.executeTakeFirst()
	return session !== undefined && (session.not_after === null || session.not_after > ctx.now())
}

export type SessionKey = { userId: string; sessionId: string }

export type FoundAccount = {
	banned_until: Date | null
	is_anonymous: boolean
	/** ID of the session; null if the account no longer has it. */
	session_id: string | null
	aal: 'aal1' | 'aal2' | null
	not_after: Date | null
	has_factor: boolean
}

/** Looks up accounts and sessions in one statement. The result is null for an unknown account. */
async function findAll(db: Db, keys: readonly SessionKey[]): Promise<(FoundAccount | null)[]> {
	const { rows } = await sql<FoundAccount & { at: number }>`
		select asked.at::int as at, u.banned_until, u.is_anonymous, s.id as session_id, s.aal, s.not_after,
			auth.has_second_factor(u.id) as has_factor
		from unnest(${keys.map(({ userId }) => userId)}::uuid[], ${keys.map(({ sessionId }) => sessionId)}::uuid[])
			with ordinality as asked (user_id, session_id, at)
		join auth.users u on u.id = asked.user_id and u.deleted_at is null
		left join auth.sessions s on s.id = asked.session_id and s.user_id = u.id`.execute(db)
	const found = new Map(rows.map(({ at, ...account }) => [at, account]))
	return keys.map((_each, index) => found.get(index + 1) ?? null)
}

export const createSessionLookup = (db: Db) => new Batcher({ run: (all: readonly SessionKey[]) => findAll(db, all), maxItems: 200 })

/** Returns the current account and session of a token. Requests that arrive together share one statement. */
export const findSession = ({ state }: ServiceContext, key: SessionKey): Promise<FoundAccount | null> =>
	state.of(createSessionLookup).add(key)

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
		.where(isDeviceSession)
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
