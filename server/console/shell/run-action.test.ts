import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { ServiceError } from '#server/kernel/errors.ts'
import { systemContext } from '#server/services/context.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import type { ConsoleActionRequest } from './console-request.ts'
import { OUTCOME_UNKNOWN, runAction } from './run-action.ts'

async function open() {
	const { deps } = await makeTestDeps()
	await sql`create table marks (name text)`.execute(deps.db)
	const request = { ctx: systemContext(deps, 'test') } as ConsoleActionRequest
	const mark = ({ ctx }: ConsoleActionRequest, name: string) => sql`insert into marks values (${name})`.execute(ctx.db)
	const marks = async () => (await sql<{ name: string }>`select name from marks`.execute(deps.db)).rows.map(({ name }) => name)
	return { request, mark, marks }
}

test.each([
	{ status: 303, kept: ['done'], told: ['told'] },
	{ status: 400, kept: [], told: [] },
	{ status: 422, kept: [], told: [] },
	{ status: 500, kept: [], told: [] },
])('an action that answers $status keeps its changes, and does what follows, only if it succeeded', async ({ status, kept, told }) => {
	const { request, mark, marks } = await open()
	const after: string[] = []
	const answer = await runAction(request, async (inside) => {
		await mark(inside, 'done')
		inside.afterCommit(async () => void after.push('told'))
		return new Response(null, { status })
	})
	expect([answer.status, await marks(), after]).toEqual([status, kept, told])
})

test('after a conflict the action runs again, and what follows it runs once, after the commit', async () => {
	const { request, mark, marks } = await open()
	const seen: string[][] = []
	let tries = 0
	await runAction(request, async (inside) => {
		tries += 1
		await mark(inside, `try ${tries}`)
		inside.afterCommit(async () => void seen.push(await marks()))
		if (tries < 3) throw Object.assign(new Error('deadlock'), { code: '40P01' })
		return new Response()
	})
	expect([await marks(), seen]).toEqual([['try 3'], [['try 3']]])
})

test('an error undoes the changes and reaches the caller', async () => {
	const { request, mark, marks } = await open()
	const refused = new ServiceError('conflict', 'taken', 'Taken.')
	const run = runAction(request, async (inside) => {
		await mark(inside, 'done')
		throw refused
	})
	await expect(run).rejects.toBe(refused)
	expect(await marks()).toEqual([])
})

test('a commit that PostgreSQL refuses has failed; one without an answer has an unknown outcome', async () => {
	const { request, mark, marks } = await open()
	await sql`alter table marks add unique (name) deferrable initially deferred`.execute(request.ctx.db)
	const twice = runAction(request, async (inside) => {
		await mark(inside, 'same')
		await mark(inside, 'same')
		return new Response()
	})
	await expect(twice).rejects.toMatchObject({ code: '23505' })
	const cut = runAction(request, async (inside) => {
		const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(inside.ctx.db)
		await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(request.ctx.db)
		return new Response()
	})
	await expect(cut).rejects.toMatchObject({ code: OUTCOME_UNKNOWN })
	expect(await marks()).toEqual([])
})
