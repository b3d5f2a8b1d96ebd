import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { hasProgress, PROGRESS_STATES } from './progress-state.ts'

async function openAccount() {
	const { deps } = await makeTestDeps()
	const { userId } = await makeLearner(deps)
	const run = (statement: string) => sql.raw(statement.replaceAll('$ID', `'${userId}'`)).execute(deps.db)
	const note = async (statement: string) => {
		await run(statement)
		const { rows } = await sql<{ finished: number; days: number | null }>`select finished_lessons as finished,
			extract(day from now() - last_active_at)::int as days from auth.users where id = ${userId}`.execute(deps.db)
		return [rows[0]?.finished, rows[0]?.days]
	}
	const readStates = async () => {
		const states = []
		for (const state of PROGRESS_STATES) {
			const { rows } = await sql`select from auth.users as account where id = ${userId} and ${hasProgress(state)}`.execute(deps.db)
			if (rows.length > 0) states.push(state)
		}
		return states
	}
	return { run, note, readStates }
}

const add = (kind: string, key: string, { done = true, days = 0 } = {}) =>
	`insert into progress_entries (user_id, kind, key, done, changed_at, stored_at) values ($ID, '${kind}', '${key}', ${done}, now(), now() - interval '${days} days')`

test('an account knows its finished lessons and its last activity after each report and removal', async () => {
	const { note } = await openAccount()
	expect(await note(add('section', '1/a', { days: 9 }))).toEqual([0, 9])
	expect(await note(add('reading', '1/a', { days: 8 }))).toEqual([1, 8])
	expect(await note(add('reading', '1/b', { days: 7, done: false }))).toEqual([1, 7])
	expect(await note(add('reading', '1/c', { days: 20 }))).toEqual([2, 7])
	expect(await note(`update progress_entries set stored_at = now() - interval '3 days' where kind = 'section'`)).toEqual([2, 3])
	expect(await note(`update progress_entries set done = true, stored_at = now() where key = '1/b'`)).toEqual([3, 0])
	expect(await note(`update progress_entries set done = false where key = '1/b'`)).toEqual([2, 0])
	expect(await note(`delete from progress_entries where key = '1/c'`)).toEqual([1, 0])
	expect(await note(`delete from progress_entries where key = '1/b'`)).toEqual([1, 3])
	expect(await note('delete from progress_entries')).toEqual([0, null])
})

test('an account is in exactly one state of progress', async () => {
	const { run, readStates } = await openAccount()
	expect(await readStates()).toEqual(['none'])
	await run(add('section', '1/a', { days: 15 }))
	expect(await readStates()).toEqual(['inactive'])
	await run(add('section', '1/b', { days: 13 }))
	expect(await readStates()).toEqual(['active'])
	await run(
		`insert into certificates (user_id, course_code, course_name, learner_name, issued_at, credential) values ($ID, 'main', 'x', 'x', now(), '{}')`,
	)
	expect(await readStates()).toEqual(['done'])
	await run(`update certificates set revoked_at = now(), revoked_reason = 'issued-in-error'`)
	expect(await readStates()).toEqual(['active'])
})
