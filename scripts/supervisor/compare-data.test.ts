import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

import { withClient } from '#tests/releases/database-text.ts'
import { makeTarget } from '#tests/releases/whole-academy.ts'
import { isLong } from '#tests/setup/long-tests.ts'
import { TEMPLATE } from '#tests/setup/template-database.ts'

import { compareDatabases } from './compare-data.ts'

test('a row of a table with monthly partitions is counted once', async () => {
	const { connection: newer } = await makeTarget(TEMPLATE)
	const { connection: older } = await makeTarget(TEMPLATE)
	await withClient(newer, (client) => client.query("insert into auth.audit_log_entries (action, outcome) values ('login', 'success')"))
	expect(await compareDatabases(newer, older)).toEqual([{ table: 'auth.audit_log_entries', lost: 1, returning: 0 }])
})

test('new, changed, removed and duplicate rows are counted, including those of a new table', async () => {
	const { connection: newer } = await makeTarget()
	const { connection: older } = await makeTarget()
	const fill = (connection: typeof newer, rows: string) =>
		withClient(connection, (client) => client.query(`create table notes as select n, 'text' as body from (${rows}) as series (n)`))
	await fill(newer, 'select generate_series(1, 20000) union all values (3), (3), (30001)')
	await fill(older, 'select generate_series(101, 20100) union all values (3)')
	await withClient(newer, (client) => client.query('create table lists as select 1 as n union all select 1'))
	// Lost: 1 to 100 without 3, two of the three 3s, and 30001.
	expect(await compareDatabases(newer, older)).toEqual([
		{ table: 'lists', lost: 2, returning: 0 },
		{ table: 'notes', lost: 102, returning: 100 },
	])
})

test.runIf(isLong)(
	'a million changed rows are counted in little memory',
	async () => {
		const { connection: newer } = await makeTarget()
		const { connection: older } = await makeTarget()
		for (const [connection, sign] of [
			[newer, ''],
			[older, '-'],
		] as const)
			await withClient(connection, (client) =>
				client.query(`create table notes as select ${sign}n as n from generate_series(1, 1000000) n`),
			)
		const work = `const { compareDatabases } = await import('#scripts/supervisor/compare-data.ts')
		console.log(JSON.stringify(await compareDatabases(${JSON.stringify(newer)}, ${JSON.stringify(older)})))`
		const run = promisify(execFile)(process.execPath, ['--max-old-space-size=40', '--input-type=module', '--eval', work])
		expect(JSON.parse((await run).stdout)).toEqual([{ table: 'notes', lost: 1_000_000, returning: 1_000_000 }])
	},
	120_000,
)
