import net from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'

import { createLogger } from '#server/kernel/logger.ts'
import { cloneDatabase } from '#tests/setup/clone-database.ts'

import { type DatabaseCaller, openCallerDatabase } from './caller-database.ts'

const NOBODY: DatabaseCaller = { role: 'anon', claims: '{"role":"anon","sub":null}', session: null }
const WHO = {
	text: "select current_user::text as role, current_setting('request.jwt.claims') as claims, $1 as value",
	values: ['x'],
	isReadOnly: true,
}

async function setUp(connections = 1) {
	const { connection, drop } = await cloneDatabase()
	const database = openCallerDatabase(
		connection,
		createLogger('error', () => {}),
		connections,
	)
	onTestFinished(async () => {
		await database.close()
		await drop()
	})
	return database
}

test('a statement has its caller’s role and claims, which don’t leak into the next', async () => {
	const database = await setUp()
	expect(await database.run(NOBODY, WHO)).toEqual([{ role: 'anon', claims: NOBODY.claims, value: 'x' }])
	const after = "select current_user::text as role, coalesce(current_setting('request.jwt.claims', true), '') as claims"
	expect(await database.query(after)).toEqual([{ role: 'authenticator', claims: '' }])
})

test('after an error in any step the connection is unchanged', async () => {
	const database = await setUp()
	const write = { text: 'create temporary table x ()', values: [], isReadOnly: false }
	const refusals: [() => Promise<unknown>, string][] = [
		[() => database.run(NOBODY, { ...WHO, text: 'select $1::int' }), '22P02'],
		[() => database.run({ ...NOBODY, role: 'postgres' as 'anon' }, WHO), '42501'],
		[() => database.run(NOBODY, { ...write, isReadOnly: true }), '25006'],
		[
			() => database.run({ ...NOBODY, session: { userId: crypto.randomUUID(), sessionId: crypto.randomUUID(), at: new Date() } }, WHO),
			'PT401',
		],
	]
	for (const [refused, code] of refusals) {
		await expect(refused()).rejects.toMatchObject({ code })
		expect(await database.run(NOBODY, WHO)).toHaveLength(1)
	}
})

test('a transaction refused by its outcome is rolled back', async () => {
	const database = await setUp()
	const write = { text: 'create temporary table kept () on commit preserve rows', values: [], isReadOnly: false }
	const refuse = () => {
		throw new Error('not this')
	}
	await expect(database.run(NOBODY, write, refuse)).rejects.toThrow('not this')
	await database.run(NOBODY, { ...write, isDryRun: true })
	await database.run(NOBODY, write, () => {})
	expect(await database.query("select to_regclass('kept')::text as name")).toEqual([{ name: 'kept' }])
})

test('a transaction is sent in one write', async () => {
	const database = await setUp()
	await database.run(NOBODY, WHO)
	const writes = vi.spyOn(net.Socket.prototype as Required<net.Socket>, '_writev')
	const single = vi.spyOn(net.Socket.prototype, '_write')
	onTestFinished(() => {
		vi.restoreAllMocks()
	})
	await database.run(NOBODY, WHO)
	const [ours] = writes.mock.contexts
	const alone = single.mock.contexts.filter((socket) => socket === ours) // other sockets of the process may write at the same time
	expect([writes.mock.calls.length, alone.length]).toEqual([1, 0])
})

test('a slow statement is canceled by the server', async () => {
	const database = await setUp()
	const slow = { text: 'select pg_sleep(60)', values: [], isReadOnly: true }
	await expect(database.run(NOBODY, slow)).rejects.toMatchObject({ code: '57014' })
	expect(await database.run(NOBODY, WHO)).toHaveLength(1)
})
