import { sql } from 'kysely'

import { readOnlyTransaction } from '#server/db/only-reading.ts'
import type { ServiceContext } from '#server/services/context.ts'
import type { UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { signAccessToken } from '#server/services/platform/keys/access-token.ts'
import { readSigningKeys } from '#server/services/platform/keys/signing-keys.ts'

import type { SessionKey, FoundAccount } from './find-sessions.ts'
import { type IssuedSession, toSeconds } from './session-grant.ts'

/** Read-only view of one learner's pages for an operator (docs/adr/0343). */
export type LearnerView = { id: string; endsAt: Date }

const MAX_MS = 15 * 60_000

type ViewKey = {
	sessionId: string
	userId: string
}

/**
 * Opens a view. The caller ensures that an operator with a fresh second factor requested it.
 * @param latestEnd end of the console session; the view ends no later
 */
export async function openView({ db, now }: ServiceContext, { sessionId, userId }: ViewKey, latestEnd: Date): Promise<void> {
	const at = now()
	const end = new Date(Math.min(at.getTime() + MAX_MS, latestEnd.getTime()))
	await db.insertInto('auth.learner_views').values({ session_id: sessionId, user_id: userId, created_at: at, ends_at: end }).execute()
}

export async function findView({ db, now }: ServiceContext, { sessionId, userId }: ViewKey): Promise<LearnerView | null> {
	const row = await db
		.selectFrom('auth.learner_views')
		.select(['id', 'ends_at'])
		.where('session_id', '=', sessionId)
		.where('user_id', '=', userId)
		.where(sql<boolean>`auth.is_view_open(id, user_id, ${now()})`)
		.orderBy('ends_at', 'desc')
		.limit(1)
		.executeTakeFirst()
	return row ? { id: row.id, endsAt: row.ends_at } : null
}

export async function endViews({ db }: ServiceContext, { sessionId, userId }: ViewKey): Promise<void> {
	await db.deleteFrom('auth.learner_views').where('session_id', '=', sessionId).where('user_id', '=', userId).execute()
}

export async function deleteExpiredViews({ db, now }: ServiceContext): Promise<number> {
	const { numDeletedRows } = await db.deleteFrom('auth.learner_views').where('ends_at', '<=', now()).executeTakeFirstOrThrow()
	return Number(numDeletedRows)
}

/** Signs the token of an operator's view: read-only, and without a refresh token. */
export async function signViewToken(ctx: ServiceContext, { id, endsAt }: LearnerView, user: UserRecord): Promise<IssuedSession> {
	const iat = toSeconds(ctx.now())
	const exp = toSeconds(endsAt)
	const accessToken = signAccessToken(await readSigningKeys(ctx), {
		iss: ctx.config.auth.issuer,
		sub: user.id,
		aud: ctx.config.auth.audience,
		exp,
		iat,
		role: user.role,
		email: user.email ?? '',
		phone: user.phone ?? '',
		app_metadata: {},
		user_metadata: {},
		session_id: id,
		// The operator has used a second factor, so the learner's isn't required.
		aal: 'aal2',
		amr: [],
		is_anonymous: user.is_anonymous,
		view_only: true,
	})
	return { accessToken, refreshToken: '', expiresIn: exp - iat, expiresAt: exp, sessionId: id, refreshCounter: 0, user }
}

export const withReadOnlyDatabase = <T>(ctx: ServiceContext, run: (ctx: ServiceContext) => Promise<T>): Promise<T> =>
	readOnlyTransaction(ctx.db, (db) => run({ ...ctx, db, onlyReads: true }))

/** Finds the account of a view; null if it doesn't exist. `session_id` is null once the view has ended. */
export async function findViewedAccount({ db, now }: ServiceContext, { userId, sessionId }: SessionKey): Promise<FoundAccount | null> {
	const { rows } = await sql<FoundAccount>`
		select banned_until, is_anonymous, case when auth.is_view_open(${sessionId}, id, ${now()}) then ${sessionId} end as session_id,
			'aal2' as aal, null as not_after, false as has_factor
		from auth.users where id = ${userId} and deleted_at is null`.execute(db)
	return rows[0] ?? null
}
