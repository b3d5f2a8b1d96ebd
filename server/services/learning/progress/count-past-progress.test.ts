import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { countPastProgress } from './count-past-progress.ts'

test('accounts from before the columns are counted once, those with progress and those without', async () => {
	const { deps } = await makeTestDeps()
	const [busy, idle] = [await makeLearner(deps), await makeLearner(deps)].map(({ userId }) => userId)
	await sql`insert into progress_entries (user_id, kind, key, done, changed_at)
		select ${busy}::uuid, kind, '1/a', true, now() from unnest(array['section', 'reading', 'module']) kind`.execute(deps.db)
	await sql`update auth.users set finished_lessons = null, last_active_at = null`.execute(deps.db)
	expect(await countPastProgress(deps)).toEqual({ accounts: 2 })
	const { rows } = await sql`select id, finished_lessons as finished, last_active_at is not null as learned from auth.users`.execute(
		deps.db,
	)
	expect(new Set(rows)).toEqual(
		new Set([
			{ id: busy, finished: 1, learned: true },
			{ id: idle, finished: 0, learned: false },
		]),
	)
	expect(await countPastProgress(deps)).toEqual({ accounts: 0 })
})
