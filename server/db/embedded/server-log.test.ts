// asvs V16.2.3 V16.2.5
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { makeCluster, makeDir, start } from '#tests/setup/embedded-dir.ts'

import { rotateLog } from './rotate-log.ts'

const SECRET = 'value-of-a-person@example.com'

test('the log contains no statement values, even for failed, refused or slow statements', async () => {
	const server = await start(await makeCluster())
	const client = new pg.Client({ host: server.host, port: server.port, user: server.user, database: server.database })
	await client.connect()
	onTestFinished(() => client.end())
	await client.query('create table people (email text primary key, age int check (age > 0))')
	await client.query('insert into people values ($1, 1)', [SECRET])
	const failing: [string, unknown[]][] = [
		['insert into people values ($1, 1)', [SECRET]],
		['insert into people values ($1, $2)', [`${SECRET}.org`, -1]],
		['select $1::int', [SECRET]],
		['select 1 / $2::int, $1::text', [SECRET, 0]],
	]
	for (const [text, values] of failing) await expect(client.query(text, values)).rejects.toThrow(/./)
	await client.query('select pg_sleep(0.6), $1::text', [SECRET])

	const log = fs.readFileSync(server.logFile, 'utf8')
	expect(log).toContain('pg_sleep(0.6)')
	expect(log).not.toContain(SECRET)
	const { rows } = await client.query<{ name: string; setting: string }>(
		"select name, setting from pg_settings where name in ('log_parameter_max_length', 'log_parameter_max_length_on_error', 'log_statement') order by 1",
	)
	expect(rows.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
		'log_parameter_max_length=0',
		'log_parameter_max_length_on_error=0',
		'log_statement=none',
	])
})

test('a large log is rotated once, and writing continues in an empty file', () => {
	const logFile = path.join(makeDir(), 'pg18.log')
	const writer = fs.openSync(logFile, 'a')
	onTestFinished(() => fs.closeSync(writer))
	fs.writeSync(writer, 'first\n')
	rotateLog({ logFile, account: null }, 100)
	expect(fs.readFileSync(logFile, 'utf8')).toBe('first\n')
	fs.writeSync(writer, 'x'.repeat(200))
	rotateLog({ logFile, account: null }, 100)
	fs.writeSync(writer, 'last\n')
	expect(fs.readFileSync(logFile, 'utf8')).toBe('last\n')
	const { size, mode } = fs.statSync(`${logFile}.1`)
	expect([size, mode & 0o777]).toEqual([206, 0o600])
})
