import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { makeCluster, makeDir, query, start } from '#tests/setup/embedded-dir.ts'
import { isLong } from '#tests/setup/long-tests.ts'

import { copyBeforeMigrating } from './copy-before-migrating.ts'
import { restoreBackup } from './restore-backup.ts'

async function setUp() {
	const dir = await makeCluster()
	const server = await start(dir)
	await query(server, "create table _migration as select '0007_seven.sql' as name")
	const { host, port, user, database, dataDir } = server
	const source = { connection: { host, port, user, database }, dataDir }
	const copiesDir = path.join(dir, 'before-upgrade')
	const copy = (newest: string, free?: number) => copyBeforeMigrating(source, newest, ...(free === undefined ? [] : [() => free]))
	const schemas = () =>
		fs
			.readdirSync(copiesDir)
			.toSorted()
			.map((name) => name.replace(/^[^_]*_/, ''))
	return { server, copiesDir, copy, schemas }
}

test('the copy can be restored, and a partial copy from a killed start is removed', async () => {
	const { server, copiesDir, copy, schemas } = await setUp()
	fs.mkdirSync(path.join(copiesDir, `2026-01-01T00-00-00.000Z_0006_six.partial-${process.pid}`, 'cluster'), { recursive: true })
	const { to } = await copy('0007_seven.sql')
	expect(schemas()).toEqual(['0007_seven'])
	await query(server, 'drop table kept')
	await server.stop()

	const back = makeDir()
	await restoreBackup(to, back)
	const old = await start(back)
	expect(await query(old, 'select id from kept')).toEqual([{ id: 1 }])
	await old.stop()
})

test.runIf(isLong)(
	'the last three copies are kept, other files of a linked folder stay, and repeated starts replace only their own copy',
	async () => {
		const { server, copiesDir, copy, schemas } = await setUp()
		const others = makeDir()
		fs.symlinkSync(others, copiesDir)
		const theirs = ['holidays', 'lost+found', 'monday.partial-1']
		for (const name of theirs) fs.mkdirSync(path.join(others, name))
		for (const newest of ['0006_six.sql', '0007_seven.sql', '0009_nine.sql', '0009_nine.sql', '0009_nine.sql']) await copy(newest)
		expect(schemas()).toEqual(['0006_six', '0007_seven', '0009_nine', ...theirs])
		await copy('0010_ten.sql')
		// The newest copy counts, even if it was made by an older program, whose migration has a lower number.
		const { to } = await copy('0007_seven.sql')
		expect(schemas()).toEqual(['0009_nine', '0010_ten', '0007_seven', ...theirs])
		expect(fs.existsSync(to)).toBe(true)
		await server.stop()
	},
)

test('without enough space no copy is made, and the message says how much is needed and where', async () => {
	const { server, copiesDir, copy } = await setUp()
	await expect(copy('0007_seven.sql', 30 * 2 ** 20)).rejects.toThrow(
		/^DATA_DIR: there is not enough space .*\((?:1\d\d|[5-9]\d) MB are needed, 30 MB are free\), so it was not migrated\. Free some space \(.*before-upgrade holds/,
	)
	expect(fs.readdirSync(copiesDir)).toEqual([])
	await server.stop()
})
