import { sql } from 'kysely'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { loadedContent } from '#content/loaded.server.ts'
import { progressKey } from '#domain/progress/progress-entry.ts'
import type { Db } from '#server/db/database.ts'
import { recordLessonRevisions } from '#server/services/learning/course/record-lesson-revisions.ts'

const { taughtModules } = loadedContent

const EDITED_MS = 40 * 86_400_000
const SQL = path.join(import.meta.dirname, 'fill-academy.sql')

/** Creates two years of accounts and orders, one per person, with related data. */
export const fillAcademy = (db: Db, people: number): Promise<void> =>
	db.connection().execute(async (one) => {
		const run = (statement: string) => sql.raw(statement).execute(one)
		const keys = taughtModules.flatMap(({ id, sections }) => sections.map((section) => progressKey.section(id, section.id)))
		try {
			await run(`set statement_timeout = 0; set synchronous_commit = off; set work_mem = '64MB'; set session_replication_role = replica`)
			await sql`select set_config('bench.places', ${JSON.stringify(keys)}, false), set_config('bench.people', ${String(people)}, false)`.execute(
				one,
			)
			await run(readFileSync(SQL, 'utf8'))
			// The SQL has added older revisions of three lessons, so exactly those three count as edited.
			await recordLessonRevisions({ content: loadedContent, db, now: () => new Date(Date.now() - EDITED_MS) })
			await run('vacuum (analyze)')
			await run('select public.mark_all_days()')
			await run('checkpoint')
		} finally {
			await run('reset all')
		}
	})

/**
 * Opens a console session of an operator with a second factor.
 * @returns the session cookie
 */
export async function insertOperatorSession(db: Db): Promise<string> {
	const token = randomBytes(32).toString('base64url')
	const [userId, sessionId] = [randomUUID(), randomUUID()]
	const email = `operator-${userId}@academy.example`
	await sql`insert into auth.users (id, email, raw_app_meta_data) values (${userId}, ${email}, '{"role":"operator"}')`.execute(db)
	await sql`insert into auth.sessions (id, user_id, aal, refresh_key) values (${sessionId}, ${userId}, 'aal2', '\\x00')`.execute(db)
	const hash = createHash('sha256').update(token).digest()
	await sql`insert into auth.console_sessions (token_hash, session_id, created_at, seen_at, proven_at)
		values (${hash}, ${sessionId}, now(), now(), now())`.execute(db)
	return `console=${token}`
}

const COUPONS = 20_000
const MEDIA = 20_000

/** Adds coupons with a use for each order that has one, and pictures and videos without their content. */
export const fillCouponsAndMedia = (db: Db): Promise<void> =>
	db.connection().execute(async (one) => {
		const run = (statement: string) => sql.raw(statement).execute(one)
		try {
			await run('set statement_timeout = 0; set synchronous_commit = off; set session_replication_role = replica')
			await run(`insert into discount_codes (code, percent, offer_codes, total_limit, starts_at, expires_at, created_at)
				select code, 20, '{lifetime}'::text[], 2000000, null::timestamptz, null::timestamptz, now() - interval '700 days' from (
					select 'POPULAR' as code union all select 'FRIEND' || n from generate_series(0, 39) n) as used
				union all select 'SPRING' || n, 10, '{lifetime}', 5, now() - interval '1 year', now() - n * interval '1 hour', now() - n * interval '50 minutes'
				from generate_series(1, ${COUPONS}) n`)
			await run(`update orders set discount_code = 'POPULAR' where discount_code = 'LAUNCH1'`)
			await run(`insert into discount_redemptions (order_id, code, email, state, held_until, redeemed_at)
				select id, discount_code, email, case when paid_at is null then 'released' else 'redeemed' end, created_at, paid_at
				from orders where discount_code is not null`)
			await run(`insert into media (kind, name, alt, width, height, bytes, created_at)
				select case when n % 10 = 0 then 'video' else 'picture' end, 'sunset-' || n || case when n % 10 = 0 then '.mp4' else '-1600x900.webp' end,
					'Sunset ' || n || ' over the sea', 1600, 900, 100000 + n, now() - n * interval '1 hour' from generate_series(1, ${MEDIA}) n`)
			await run('vacuum (analyze) orders')
			await run('vacuum (analyze) discount_redemptions')
			await run('analyze discount_codes, media')
		} finally {
			await run('reset all')
		}
	})
