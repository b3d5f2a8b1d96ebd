import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { content } from '#content/loaded.server.ts'
import { progressKey } from '#domain/progress/progress-entry.ts'
import type { BenchDatabase } from '#scripts/bench/rig/bench-database.ts'
import { noteLessonTexts } from '#server/services/learning/course/note-lesson-texts.ts'

const { taughtModules } = content

const EDITED_MS = 40 * 86_400_000
const SQL = path.join(import.meta.dirname, 'fill-academy.sql')

/** A million accounts and orders of two years, with what belongs to them. */
export async function fillAcademy({ pools }: BenchDatabase): Promise<void> {
	const client = await pools.app.connect()
	const keys = taughtModules.flatMap(({ id, sections }) => sections.map((section) => progressKey.section(id, section.id)))
	try {
		await client.query(
			`set statement_timeout = 0; set synchronous_commit = off; set work_mem = '64MB'; set session_replication_role = replica`,
		)
		await client.query(`select set_config('bench.places', $1, false)`, [JSON.stringify(keys)])
		await client.query(readFileSync(SQL, 'utf8'))
		// Three lessons had another text before that.
		await noteLessonTexts({ content, db: pools.db, now: () => new Date(Date.now() - EDITED_MS) })
		await client.query('vacuum (analyze)')
		await client.query('select public.mark_all_days()')
		await client.query('checkpoint')
	} finally {
		client.release(true)
	}
}

/** An operator who is signed in with a second factor. @returns the cookie of their browser */
export async function openConsole({ pools }: BenchDatabase): Promise<string> {
	const token = randomBytes(32).toString('base64url')
	const [userId, sessionId] = [randomUUID(), randomUUID()]
	await pools.app.query(`insert into auth.users (id, email, raw_app_meta_data) values ($1, $2, '{"role":"operator"}')`, [
		userId,
		`operator-${userId}@academy.example`,
	])
	await pools.app.query(`insert into auth.sessions (id, user_id, aal, refresh_key) values ($1, $2, 'aal2', '\\x00')`, [sessionId, userId])
	await pools.app.query(
		`insert into auth.console_sessions (token_hash, session_id, created_at, seen_at, proven_at) values ($1, $2, now(), now(), now())`,
		[createHash('sha256').update(token).digest(), sessionId],
	)
	return `console=${token}`
}
