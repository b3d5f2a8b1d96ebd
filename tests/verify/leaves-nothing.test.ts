import { sql } from 'kysely'
import { spawn } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

import { TEMPORARY_DOMAIN } from '#scripts/verify/people.ts'
import { runVerify } from '#scripts/verify/run-verify.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { recountStaleDays } from '#server/services/operations/daily-metrics/count-days.ts'
import { SELLER } from '#tests/factories/seller.ts'
import { isLong } from '#tests/setup/long-tests.ts'
import { BARE_ENVIRONMENT } from '#tests/setup/server-process.ts'

import { startPlanted } from './run.ts'

const ROOT = path.resolve(import.meta.dirname, '..', '..')

/** Logs, limits and queues that keep entries until they expire, and what a job of the start fills. */
const MAY_GROW = [
	'auth.address_limits',
	'auth.certificate_keys',
	'auth.message_budgets',
	'auth.request_counts',
	'auth.server_secrets',
	'auth.signing_keys',
	'auth.webauthn_challenges',
	'public.article_announcements',
	'public.stale_days',
]

/** A monthly partition of the security log, which records the requests, or a table of the payment sandbox, which is another company's. */
const isLogOrSandbox = (table: string) => table.startsWith('auth.audit_log_entries') || table.startsWith('sandbox_stripe.')

/** Reads number and hash of each table's rows, and the business figures after a recount, which adds zeros for days with accounts. */
async function readAcademy(ctx: ServiceContext) {
	const { db } = ctx
	await recountStaleDays(ctx)
	const { rows: tables } = await sql<{ name: string }>`
		select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
		where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema', 'pgboss') order by 1`.execute(db)
	const read: Record<string, unknown> = {}
	for (const { name } of tables.filter((table) => !MAY_GROW.includes(table.name) && !isLogOrSandbox(table.name))) {
		const { rows } = await sql`select count(*)::int as rows, md5(string_agg(t::text, ',' order by t::text)) as hash from ${sql.raw(name)} t
			where to_jsonb(t) ->> 'part' is distinct from 'server' and (${name} <> 'public.daily_metrics' or to_jsonb(t) ->> 'amount' <> '0')`.execute(
			db,
		)
		read[name] = rows[0]
	}
	return read
}

const countPeople = async ({ db }: ServiceContext) =>
	(await sql<{ count: number }>`select count(*)::int as count from auth.users where email like ${`%@${TEMPORARY_DOMAIN}`}`.execute(db))
		.rows[0]?.count

/** Adds a buyer with a payment, whose figures must stay the same. */
const fillAcademy = ({ db }: ServiceContext) =>
	sql`insert into orders (email, product_code, product_name, course_ids, module_ids, currency, subtotal_cents, discount_cents, total_cents,
		provider, livemode, status, client_address, paid_at, refund_policy_version, created_at, updated_at)
		values ('ada@example.test', 'p', 'Course', '{}', '{}', 'usd', 4700, 0, 4700, 'stripe', true, 'paid', '', now(), '2026-11-20', now(), now())`.execute(
		db,
	)

test.runIf(isLong)(
	'verify on a live academy finds nothing, sends nothing and leaves rows and figures unchanged',
	{ timeout: 600_000 },
	async () => {
		const { base, inside, end } = await startPlanted()
		await inside(fillAcademy)
		const before = await inside(readAcademy)
		const { signal } = new AbortController()
		// With invoices on, as in a live academy, no purchase is made.
		const { findings, notes } = await inside((ctx) => runVerify({ ...ctx, invoicing: SELLER }, { base, signal }))
		expect(findings).toEqual([])
		expect(notes.join()).toContain('Purchases and refunds were not tried')
		expect(await inside(readAcademy)).toEqual(before)
		expect(await inside(({ db }) => sql`select to_address from outbox_messages`.execute(db).then(({ rows }) => rows))).toEqual([])
		expect(await end()).toMatchObject({ code: 0 })
	},
)

test.runIf(isLong)('verify in the sandbox, with a purchase and its refund, finds and leaves nothing', { timeout: 600_000 }, async () => {
	const { inside, verify, end } = await startPlanted()
	const before = await inside(readAcademy)
	expect((await verify()).findings).toEqual([])
	expect(await inside(readAcademy)).toEqual(before)
	expect(await end()).toMatchObject({ code: 0 })
})

test.runIf(isLong)(
	'an interrupted run removes its accounts, and the next run removes those of a killed one',
	{ timeout: 300_000 },
	async () => {
		const { base, env, inside, end } = await startPlanted()
		const begin = () => {
			const command = [path.join(ROOT, 'scripts/verify.ts'), '--url', base]
			const child = spawn(process.execPath, command, {
				cwd: ROOT,
				env: { ...BARE_ENVIRONMENT, ...env },
				stdio: ['ignore', 'ignore', 'pipe'],
			})
			let errors = ''
			child.stderr.on('data', (chunk) => (errors += String(chunk)))
			const ended = new Promise<string>((resolve) => child.once('close', (code) => resolve(`${code} ${errors}`)))
			return { child, ended }
		}
		const interrupted = begin()
		await expect.poll(() => inside(countPeople), { interval: 200 }).toBeGreaterThan(2)
		interrupted.child.kill('SIGINT')
		expect(await interrupted.ended).toMatch(/^1 .*stopped by SIGINT/s)
		expect(await inside(countPeople)).toBe(0)

		const killed = begin()
		await expect.poll(() => inside(countPeople), { interval: 200 }).toBeGreaterThan(2)
		killed.child.kill('SIGKILL')
		await killed.ended
		expect(await inside(countPeople)).toBeGreaterThan(2)
		await expect(inside((ctx) => runVerify(ctx, { base, signal: AbortSignal.abort(new Error('over')) }))).rejects.toThrow('over')
		expect(await inside(countPeople)).toBe(0)
		expect(await end()).toMatchObject({ code: 0 })
	},
)
