import { sql } from 'kysely'

import { loadedContent } from '#content/loaded.server.ts'
import { blankRow } from '#domain/planner/planner-week.ts'
import { MAX_BLOCKS } from '#domain/reading/reading-place.ts'
import { STORAGE_QUOTAS, KEPT_ATTEMPTS } from '#domain/storage/storage-quotas.ts'
import type { Deps } from '#server/services/context.ts'
import { readCourseCatalog } from '#server/services/learning/progress/course-catalog.ts'
import { samples } from '#tests/plugins/samples.ts'

import { makeOrder } from './snapshot.ts'

type Account = { userId: string; email: string }

/** Adds weeks of nearly 100 kB until the account is full. */
async function fillPlanner({ db }: Deps, { userId }: Account): Promise<void> {
	const rows = Array.from({ length: 45 }, (_, row) => ({ ...blankRow(`row-${row}`, row), changedAt: 1000, ideaName: 'é'.repeat(950) }))
	await sql`
		insert into planner_weeks (user_id, week, focus_area, focus_changed_at, rows)
		select ${userId}::uuid, monday::date, '', now(), ${JSON.stringify(rows)}::jsonb
		from generate_series('2026-11-16'::date, '2026-11-16'::date - 6 * 7, '-7 days'::interval) monday`.execute(db)
}

/**
 * Adds every progress report that the course allows, a study week for every week since 2000, and all stored attempts of every
 * knowledge check.
 */
async function fillCourse({ db }: Deps, { userId }: Account): Promise<void> {
	const { modules, quizzes } = await readCourseCatalog(loadedContent)
	const entries = modules.flatMap(({ id, sectionIds, milestones, projects, checklists, lessons }) => [
		{ kind: 'module', key: `${id}` },
		...sectionIds.map((section) => ({ kind: 'section', key: `${id}/${section}` })),
		...milestones.map((milestone) => ({ kind: 'milestone', key: `${id}/${milestone}` })),
		...checklists.flatMap(({ sectionId, boxes }) => boxes.map((box) => ({ kind: 'box', key: `${id}/${sectionId}/${box}` }))),
		...projects.slice(0, 1).map((project) => ({ kind: 'project', key: `${id}`, detail: { project } })),
		...lessons.flatMap((lesson) => [
			{ kind: 'lesson-quiz', key: `${id}/${lesson.id}`, detail: { score: lesson.questionCount, total: lesson.questionCount } },
			{ kind: 'reading', key: `${id}/${lesson.id}`, detail: { block: MAX_BLOCKS - 1, of: MAX_BLOCKS, seconds: Number.MAX_SAFE_INTEGER } },
			{ kind: 'task', key: `${id}/${lesson.id}` },
			...Array.from({ length: lesson.stepCount }, (_, step) => ({ kind: 'step', key: `${id}/${lesson.id}/${step}` })),
		]),
	])
	const results = Object.entries(quizzes).map(([key, types]) => {
		const type = types.toSorted((a, b) => b.length - a.length)[0] ?? ''
		return { kind: 'quiz-result', key, detail: { type, answers: Array<string>(20).fill(type).join(',') } }
	})
	await sql`
		insert into progress_entries (user_id, kind, key, done, changed_at, detail)
		select ${userId}::uuid, kind, key, true, now(), detail
		from jsonb_to_recordset(${JSON.stringify([...entries, ...results])}::jsonb) as e (kind text, key text, detail jsonb)
		union all
		select ${userId}::uuid, 'study-week', to_char(monday, 'YYYY-MM-DD'), true, now(), null
		from generate_series('2000-01-03'::date, '2026-11-16'::date, '7 days'::interval) monday`.execute(db)
	for (const { id, lessons } of modules)
		for (const lesson of lessons)
			await sql`
				insert into lesson_quiz_attempts (user_id, attempt_id, module_id, lesson_id, answers, score, total, attempted_at)
				select ${userId}::uuid, gen_random_uuid(), ${id}::int, ${lesson.id}, ${JSON.stringify(Array<number>(lesson.questionCount).fill(3))}::jsonb, 0, ${lesson.questionCount}::int, now()
				from generate_series(1, ${KEPT_ATTEMPTS}::int)`.execute(db)
}

async function fillLetters({ db }: Deps, { userId, email }: Account): Promise<void> {
	await sql`
		insert into support_tickets (user_id, name, email, subject, message, due_at)
		select ${userId}::uuid, 'Ana', ${email}, 'Hello', ${'x'.repeat(1000)}, now()
		from generate_series(1, ${STORAGE_QUOTAS.messages / 1000}::int)`.execute(db)
}

/** Adds records that are limited by number, not bytes: more than any list shows at once. */
async function fillLists(deps: Deps, { userId, email }: Account): Promise<void> {
	const { db } = deps
	for (let count = 0; count < 60; count += 1) {
		const { id } = await makeOrder(deps)
		await sql`update orders set user_id = ${userId}::uuid, status = 'paid', paid_at = now() where id = ${id}`.execute(db)
	}
	await sql`
		insert into auth.sessions (user_id, refresh_key, user_agent, ip)
		select ${userId}::uuid, decode(repeat('00', 32), 'hex'), ${'x'.repeat(300)}, '203.0.113.9' from generate_series(1, 150)`.execute(db)
	await sql`
		insert into auth.audit_log_entries (user_id, action, outcome, payload, ip_address)
		select ${userId}::uuid, 'login', 'success', '{"method":"password"}', '203.0.113.9' from generate_series(1, 3000)`.execute(db)
	await sql`
		insert into sms_logs (user_id, type, message, status)
		select ${userId}::uuid, 'course_progress', ${'x'.repeat(300)}, 'sent' from generate_series(1, 1500)`.execute(db)
	await sql`
		insert into auth.users (id, email, raw_user_meta_data)
		select gen_random_uuid(), 'other' || n || '@example.test', jsonb_build_object('note', ${'x'.repeat(1900)}::text)
		from generate_series(1, 300) n`.execute(db)
	await sql`update auth.users set raw_user_meta_data = jsonb_build_object('name', 'Ana', 'note', ${'x'.repeat(1900)}::text) where email = ${email}`.execute(
		db,
	)
}

/** Fills an account to its storage limits, directly in the database. */
export async function fillWholeAccount(deps: Deps, account: Account): Promise<void> {
	await fillPlanner(deps, account)
	await fillCourse(deps, account)
	await fillLetters(deps, account)
	await fillLists(deps, account)
	for (const { fillUp } of samples) await fillUp?.(deps, account.userId)
}
