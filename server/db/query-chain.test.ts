import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { cloneDatabase } from '#tests/setup/clone-database.ts'

import { type ChainStep, QueryChain } from './query-chain.ts'

const step = (text: string, values: ChainStep['values'] = [], name: string | null = null): ChainStep => ({ name, text, values })

async function setUp() {
	const { connection, drop } = await cloneDatabase()
	const client = new pg.Client(connection)
	await client.connect()
	onTestFinished(async () => {
		await client.end()
		await drop()
	})
	return { client, ask: (...steps: ChainStep[]) => client.query(new QueryChain(steps)).rows }
}

test('only the last step returns rows, with parsed types', async () => {
	const { ask } = await setUp()
	const last = step('select $1::int as number, $2::text as nothing, true as yes from generate_series(1, 2)', ['4', null])
	const row = { number: 4, nothing: null, yes: true }
	expect(await ask(step("select set_config('a.b', $1, true)", ['x']), step('select 1 as one'), last)).toEqual([row, row])
})

test('all steps are one transaction: its settings end with it, and a failure is rolled back', async () => {
	const { client, ask } = await setUp()
	await client.query('create temporary table kept (n int)')
	await ask(step("select set_config('a.b', 'x', true)"), step('insert into kept values (1)'))
	const broken = ask(step('insert into kept values (2)'), step('select 1 / $1::int', ['0']), step('insert into kept values (3)'))
	await expect(broken).rejects.toMatchObject({ code: '22012' })
	expect(await ask(step("select array_agg(n) as kept, current_setting('a.b') as b from kept"))).toEqual([{ kept: [1], b: '' }])
})

test('a chain that begins a transaction leaves it open', async () => {
	const { client, ask } = await setUp()
	await client.query('create temporary table kept (n int)')
	await ask(step('begin', [], 'begin'), step('insert into kept values (1)'))
	await client.query('rollback')
	await ask(step('begin', [], 'begin'), step('insert into kept values (2)'))
	await client.query('commit')
	expect(await ask(step('select n from kept'))).toEqual([{ n: 2 }])
})

test('a named step is parsed once, and again after a failed chain', async () => {
	const { client, ask } = await setUp()
	const good = step('select $1::int as n', ['1'], 'good')
	const fragile = (value: string) => step('select 8 / $1::int as n', [value], 'fragile')
	const parsed = async () => (await client.query<{ name: string }>('select name from pg_prepared_statements order by name')).rows
	await expect(ask(step('select from nowhere'), good)).rejects.toMatchObject({ code: '42P01' })
	await expect(ask(good, fragile('0'))).rejects.toMatchObject({ code: '22012' })
	for (const value of ['2', '4']) expect(await ask(good, fragile(value))).toEqual([{ n: 8 / Number(value) }])
	expect(await parsed()).toEqual([{ name: 'fragile' }, { name: 'good' }])
})

test('queued chains get their own answers, and fail when the connection ends', async () => {
	const { client, ask } = await setUp()
	const answers = await Promise.allSettled([ask(step('select 1 as n')), ask(step('select 1 / 0')), ask(step('select 3 as n'))])
	expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
	client.on('error', () => {})
	await expect(ask(step('select pg_terminate_backend(pg_backend_pid())'))).rejects.toThrow(/terminat|not queryable/)
	await expect(ask(step('select 1'))).rejects.toThrow(/terminat|not queryable/)
})
