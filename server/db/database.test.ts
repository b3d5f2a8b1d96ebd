import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { inTransaction, retryOnConflict } from './database.ts'

const fails = (code: string, times: number) => {
	let tries = 0
	const run = () => {
		tries += 1
		return tries <= times ? Promise.reject(Object.assign(new Error(code), { code })) : Promise.resolve(tries)
	}
	return { run, tries: () => tries }
}

test.each(['40P01', '40001'])('a transaction rolled back with %s is retried, at most six times', async (code) => {
	expect(await retryOnConflict(fails(code, 3).run)).toBe(4)
	const hopeless = fails(code, 99)
	await expect(retryOnConflict(hopeless.run)).rejects.toMatchObject({ code })
	expect(hopeless.tries()).toBe(6)
})

test('other errors aren’t retried', async () => {
	const broken = fails('23505', 1)
	await expect(retryOnConflict(broken.run)).rejects.toMatchObject({ code: '23505' })
	expect(broken.tries()).toBe(1)
})

test('two transactions that lock rows in opposite order both succeed', async () => {
	const { deps } = await makeTestDeps()
	await sql`create table pair (id int primary key, n int not null)`.execute(deps.db)
	await sql`insert into pair values (1, 0), (2, 0)`.execute(deps.db)
	const both = Promise.withResolvers<void>()
	let arrived = 0
	const add = (first: number, second: number) =>
		inTransaction(deps.db, async (tx) => {
			await sql`update pair set n = n + 1 where id = ${first}`.execute(tx)
			arrived += 1
			if (arrived === 2) both.resolve()
			await both.promise
			await sql`update pair set n = n + 1 where id = ${second}`.execute(tx)
		})
	await Promise.all([add(1, 2), add(2, 1)])
	const { rows } = await sql`select id, n from pair order by id`.execute(deps.db)
	expect(rows).toEqual([
		{ id: 1, n: 2 },
		{ id: 2, n: 2 },
	])
	// PostgreSQL aborts one of the transactions, which is then retried; on a busy machine, more than once.
	expect(arrived).toBeGreaterThan(2)
})
