import { sql } from 'kysely'

import { listSettingsPages } from '#server/console/settings/subjects.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import type { Role } from '#server/console/shell/session.ts'

type Member = { id: string; email: string | null; role: Role; seenAt: Date | null; hasFactor: boolean; isBanned: boolean }

export async function readTeam({ ctx: { db, now }, by }: ConsoleRequest) {
	const { rows } = await sql<Member>`
		select u.id, u.email, u.raw_app_meta_data ->> 'role' as role,
			greatest(u.last_sign_in_at, (
				select max(console.seen_at) from auth.console_sessions as console
				join auth.sessions as session on session.id = console.session_id where session.user_id = u.id
			)) as "seenAt",
			exists (select from auth.mfa_factors as factor where factor.user_id = u.id and factor.status = 'verified') as "hasFactor",
			coalesce(u.banned_until > ${now()}, false) as "isBanned"
		from auth.users as u
		where u.raw_app_meta_data ->> 'role' in ('operator', 'support') and u.deleted_at is null
		order by u.raw_app_meta_data ->> 'role', u.email`.execute(db)
	const invitations = await db
		.selectFrom('auth.console_invitations')
		.select(['id', 'email', 'role', 'expires_at as expiresAt'])
		.orderBy('created_at', 'desc')
		.execute()
	return {
		pages: listSettingsPages(),
		now: now(),
		me: by.userId,
		members: rows,
		invitations,
		isLastOperator: rows.filter(({ role, isBanned }) => role === 'operator' && !isBanned).length === 1,
	}
}
