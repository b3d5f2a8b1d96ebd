// asvs V13.2.3
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { holdInOtherProcess, makeCluster, makeDir, query, start, untilGone } from '#tests/setup/embedded-dir.ts'

import { isServerOfDirectory } from './processes.ts'

const kept = 'select id from kept order by id'

test('a database server ends with its process, even a killed one, and keeps acknowledged writes', async () => {
	const dir = await makeCluster()
	const other = await holdInOtherProcess(dir, 'lifeline')
	const attached = await start(dir)
	await query(attached, 'insert into kept values (2)')
	await attached.stop()
	await other.end('SIGKILL')
	await untilGone(dir, other.pid)

	const server = await start(dir)
	expect(server.started).toBe(true)
	expect(await query(server, kept)).toEqual([{ id: 1 }, { id: 2 }])
	await server.stop()
})

test('an orphaned server without a lifeline is replaced by one that the new process can stop', async () => {
	const dir = await makeCluster()
	const other = await holdInOtherProcess(dir, 'no lifeline')
	await other.end('SIGKILL')
	expect(isServerOfDirectory(path.join(dir, 'pg18'), other.pid)).toBe(true)

	const server = await start(dir)
	expect(server).toMatchObject({ started: true, pid: expect.not.toSatisfy((pid: number) => pid === other.pid) })
	expect(await query(server, kept)).toEqual([{ id: 1 }])
	await server.stop()
	expect(isServerOfDirectory(path.join(dir, 'pg18'), server.pid)).toBe(false)
})

test('a second process attaches to the running server and leaves it running', async () => {
	const dir = await makeCluster()
	const server = await start(dir)
	const other = await holdInOtherProcess(dir, 'lifeline')
	expect(other).toMatchObject({ pid: server.pid, started: false })
	await other.end('SIGTERM')

	expect(await query(server, kept)).toEqual([{ id: 1 }])
	await server.stop()
})

test('if several processes start in an empty directory, exactly one creates and starts the server', async () => {
	const dir = makeDir()
	const others = await Promise.all([1, 2, 3].map(() => holdInOtherProcess(dir, 'no lifeline')))

	expect(new Set(others.map(({ pid }) => pid)).size).toBe(1)
	expect(others.filter(({ started }) => started)).toHaveLength(1)
	expect(fs.readdirSync(dir).filter((name) => name.includes('.init-'))).toEqual([])
})

/** Starts a process that ends and whose parent doesn't wait for it. @returns its PID */
async function makeZombie(): Promise<number> {
	// The child outlives the shell's last command; otherwise, the shell itself would reap it.
	const shell = spawn('/bin/sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
	onTestFinished(() => void shell.kill('SIGKILL'))
	const pid = Number(await new Promise((resolve) => shell.stdout.once('data', (chunk) => resolve(String(chunk)))))
	await expect.poll(() => fs.readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z')
	return pid
}

test.each([
	{ name: 'an unrelated process', findPid: async () => process.pid },
	{ name: 'a zombie', findPid: makeZombie },
	{ name: 'nobody', findPid: async () => 4_194_000 },
])('a pid file naming $name doesn’t prevent the start', async ({ findPid }) => {
	const dir = await makeCluster()
	const dataDir = path.join(dir, 'pg18')
	fs.writeFileSync(path.join(dataDir, 'postmaster.pid'), `${await findPid()}\n${dataDir}\n1700000000\n5432\n/nowhere\n\n0 0\nready   \n`)

	const server = await start(dir)
	expect(await query(server, kept)).toEqual([{ id: 1 }])
	await server.stop()
})

test('files of a killed initdb are removed, those of a running one aren’t', async () => {
	const dir = makeDir()
	const [dead, alive] = [path.join(dir, 'pg18.init-4194000-abcdef'), path.join(dir, `pg18.init-${process.pid}-abcdef`)]
	for (const draft of [dead, alive]) fs.mkdirSync(draft)

	const server = await start(dir)
	expect([fs.existsSync(dead), fs.existsSync(alive)]).toEqual([false, true])
	await server.stop()
})

test('data of another major version isn’t replaced by an empty database', async () => {
	const dir = makeDir()
	fs.mkdirSync(path.join(dir, 'pg17'))
	fs.writeFileSync(path.join(dir, 'pg17', 'PG_VERSION'), '17\n')

	await expect(start(dir)).rejects.toThrow(/contains data of pg17 but this program uses PostgreSQL 18/)
	expect(fs.existsSync(path.join(dir, 'pg18'))).toBe(false)
})

test('a stopped data directory can be moved, even to a path with a space or too long for a socket', async () => {
	const dir = await makeCluster()
	const moved = path.join(makeDir(), `a place ${'x'.repeat(80)}`)
	fs.renameSync(dir, moved)

	const server = await start(moved)
	expect(await query(server, kept)).toEqual([{ id: 1 }])
	await server.stop()
})

test('a server that can’t start is reported with the end of its log', async () => {
	const dir = await makeCluster()
	await expect(start(dir, { settings: { shared_buffers: 'plenty' } })).rejects.toThrow(/invalid value for parameter "shared_buffers"/)
})

test('only local sockets are open, and every commit is flushed to disk', async () => {
	const server = await start(await makeCluster(), { settings: {} })
	const names = [
		'listen_addresses',
		'fsync',
		'synchronous_commit',
		'full_page_writes',
		'wal_compression',
		'data_checksums',
		'server_encoding',
	]
	const rows = await query(server, `select ${names.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`)
	expect(rows).toEqual([
		{
			listen_addresses: '',
			fsync: 'on',
			synchronous_commit: 'on',
			full_page_writes: 'on',
			wal_compression: 'pglz',
			data_checksums: 'on',
			server_encoding: 'UTF8',
		},
	])
	expect(fs.statSync(server.host).mode & 0o777).toBe(0o700)
	await server.stop()
})
