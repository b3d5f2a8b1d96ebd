import { sql } from 'kysely'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

test('the template’s table works in the database, and only its owner can read a row', async () => {
	const { deps } = await makeTestDeps()
	const [owner, other] = [await makeLearner(deps), await makeLearner(deps)]
	const template = readFileSync('scripts/templates/table.sql', 'utf8').replaceAll('TABLE', 'lesson_marks')
	await sql.raw(template).execute(deps.db)
	await sql`insert into public.lesson_marks (user_id, name, content) values (${owner.userId}::uuid, 'x', '{}')`.execute(deps.db)
	const countFor = (userId: string) =>
		deps.db.transaction().execute(async (tx) => {
			await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: userId, role: 'authenticated' })}, true)`.execute(tx)
			await sql`set local role authenticated`.execute(tx)
			return (await sql`select 1 from public.lesson_marks`.execute(tx)).rows.length
		})
	expect([await countFor(owner.userId), await countFor(other.userId)]).toEqual([1, 0])
})

test('files named in the guide to where code goes exist', () => {
	const guide = readFileSync('docs/where-to-put-code.md', 'utf8')
	const named = Array.from(
		guide.matchAll(/`((?:app|content|contracts|domain|ops|scripts|server|tests)\/[\w./-]+\.\w+)`/g),
		([, file = '']) => file,
	)
	expect(named.length).toBeGreaterThan(100)
	expect(named.filter((file) => !existsSync(file))).toEqual([])
})
