import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { deleteExpiredJobs } from './delete-expired-jobs.ts'

test('a bulk job and its rows are deleted 30 days after it was prepared', async () => {
	const { deps, clock } = await makeTestDeps()
	await sql`with job as (insert into bulk_jobs (action, role, created_at) values ('close-tickets', 'support', ${clock.now()}) returning id)
		insert into bulk_rows (job_id, place, object_kind, object_id) select id, 1, 'ticket', 'x' from job`.execute(deps.db)
	const expire = async () => {
		const deleted = await deleteExpiredJobs(systemContext(deps, 'test'))
		return [deleted, (await deps.db.selectFrom('bulk_rows').select('place').execute()).length]
	}
	clock.advance(30 * 86_400_000 - 1000)
	expect(await expire()).toEqual([0, 1])
	clock.advance(1000)
	expect(await expire()).toEqual([1, 0])
})
