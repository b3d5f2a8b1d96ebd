import { sql } from 'kysely'

import { plugins } from '#server/process/plugins.ts'

import type { VerifyResponse } from './verify-client.ts'
import type { TestWorld } from './world.ts'

/**
 * Tables that `/rest/v1` serves: each account reads its own rows, identified by `user_id`. Plugins declare theirs as records of
 * learning. All other tables must be unknown to it.
 */
const OWN_ROWS: readonly string[] = [
	'content_reads',
	'downloads',
	'lesson_quiz_attempts',
	'planner_weeks',
	'pledge_supporters',
	'progress_entries',
	'sms_logs',
	'user_sms_settings',
	...plugins.flatMap(({ tables = [] }) => tables.filter(({ protection }) => protection === 'learning').map(({ table }) => table)),
]

const ROWS = 1000
const READERS = ['visitor', 'learner', 'refunded', 'support', 'operator'] as const

const listTables = async ({ ctx: { db } }: TestWorld): Promise<string[]> => {
	const { rows } = await sql<{ name: string }>`
		select distinct relname::text as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
		where relkind in ('r', 'p', 'v', 'm') and nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1`.execute(db)
	return rows.map(({ name }) => name)
}

function readRows({ status, text }: VerifyResponse): Record<string, unknown>[] | null {
	if (status !== 200) return null
	const rows: unknown = JSON.parse(text)
	return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : null
}

async function checkReads(world: TestWorld, table: string): Promise<void> {
	const { client, people, findings } = world
	const isServed = OWN_ROWS.includes(table)
	for (const role of isServed ? READERS : (['visitor', 'learner'] as const)) {
		const person = people[role]
		const answer = await client.send(person, { path: `/rest/v1/${encodeURIComponent(table)}?limit=${ROWS}` })
		const rows = readRows(answer)
		if (rows === null) continue
		if (!isServed && rows.length > 0) findings.add(answer, 'a table that is not served', `${rows.length} rows`)
		else if (!isServed && person.bearer !== null) findings.add(answer, 'a table that is not served', 'an answer')
		const foreign = rows.filter((row) => person.bearer === null || row['user_id'] !== person.userId)
		if (isServed && foreign.length > 0) findings.add(answer, 'only own rows', `${foreign.length} of other people`)
	}
}

/** All rows of the buyer in the served tables, as one text. */
async function readBuyer({ ctx: { db }, buyer }: TestWorld): Promise<Record<string, string>> {
	const rows: Record<string, string> = {}
	for (const table of OWN_ROWS) {
		const { rows: found } = await sql<{ all: string | null }>`
			select string_agg(t::text, e'\n' order by t::text) as all from ${sql.table(table)} t where user_id = ${buyer.userId}`.execute(db)
		rows[table] = found[0]?.all ?? ''
	}
	return rows
}

/** Tries to change the buyer's rows as someone else. The result is what the database contains afterwards. */
async function checkWrites(world: TestWorld): Promise<void> {
	const { client, people, buyer, findings, ctx } = world
	const before = await readBuyer(world)
	for (const table of OWN_ROWS)
		for (const role of ['visitor', 'learner', 'refunded'] as const) {
			const person = people[role]
			const path = `/rest/v1/${table}?user_id=eq.${buyer.userId}`
			const body = table === 'user_sms_settings' ? { phone_number: '+12025550199' } : { user_id: person.userId || null }
			await client.send(person, { method: 'PATCH', path, body })
			await client.send(person, { method: 'DELETE', path })
			await client.send(person, { method: 'POST', path: `/rest/v1/${table}`, body: { ...body, user_id: buyer.userId } })
		}
	const after = await readBuyer(world)
	for (const table of Object.keys(before))
		if (before[table] !== after[table])
			findings.add({ request: `PATCH, DELETE or POST /rest/v1/${table}`, who: 'learner' }, 'no change of another person’s rows', 'a change')
	// Remove the rows that the other learners could legitimately create for themselves.
	await sql`delete from user_sms_settings where user_id = ${people.learner.userId} or user_id = ${people.refunded.userId}`.execute(ctx.db)
}

/** Checks row-level security from the outside, through `/rest/v1`, on every table of the database. */
export async function checkTables(world: TestWorld): Promise<{ tables: number }> {
	const tables = await listTables(world)
	for (const table of tables) await checkReads(world, table)
	await checkWrites(world)
	return { tables: tables.length }
}
