import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { inTransaction } from '#server/db/database.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { forgetJobs, wholeWordPattern } from './forget-texts.ts'

const ana = { userId: null, emails: ['ana@mail.test'], phones: [] }

test('jobs that mention a person are deleted, but not running ones, nor those of a similar address', async () => {
	const { deps } = await makeTestDeps()
	const [name] = (await sql<{ name: string }>`select name from pgboss.queue limit 1`.execute(deps.db)).rows.map((row) => row.name)
	const add = (email: string, state: string) =>
		sql`insert into pgboss.job (name, data, state) values (${name}, ${JSON.stringify({ email, state })}::jsonb, ${state}::pgboss.job_state)`.execute(
			deps.db,
		)
	for (const state of ['created', 'completed', 'active']) await add('Ana@mail.test', state)
	for (const email of ['joana@mail.test', 'ana@mail.test.example', 'ana@mail.tests']) await add(email, 'created')
	await inTransaction(deps.db, (tx) => forgetJobs(tx, ana))
	const { rows } = await sql<{ email: string; state: string }>`
		select data ->> 'email' as email, state::text from pgboss.job where data ? 'email' order by 1, 2`.execute(deps.db)
	expect(rows.map(({ email, state }) => `${email} ${state}`).toSorted()).toEqual([
		'Ana@mail.test active',
		'ana@mail.test.example created',
		'ana@mail.tests created',
		'joana@mail.test created',
	])
})

test.each([
	['write to ana@mail.test.', true],
	['<ana@mail.test>', true],
	['joana@mail.test', false],
	['x-ana@mail.test', false],
	['ana@mail.test.example', false],
	['ana@mailstest', false],
])('the address in “%s” is found: %s', async (text, isFound) => {
	const { deps } = await makeTestDeps()
	const { rows } = await sql<{ found: boolean }>`select ${text}::text ~* ${wholeWordPattern('ana@mail.test')} as found`.execute(deps.db)
	expect(rows).toEqual([{ found: isFound }])
})
