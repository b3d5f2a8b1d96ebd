import { spawn } from 'node:child_process'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { cloneDatabase } from '#tests/setup/clone-database.ts'
import { BARE_ENVIRONMENT } from '#tests/setup/server-process.ts'

const ROOT = path.resolve(import.meta.dirname, '..', '..')
const OLD = 20_000
const KEPT = 50
const ORDERS = 1500

/** Expired rows and rows to keep. Each deletion is slow, so that the run can be killed partway. */
const FILL = `
	insert into module_feedback (module_id, is_helpful, created_at)
		select 1, true, now() - interval '800 days' - n * interval '1 minute' from generate_series(1, ${OLD}) n
		union all select 1, true, now() from generate_series(1, ${KEPT});
	insert into orders (email, product_code, product_name, subtotal_cents, total_cents, status, provider, created_at, updated_at, currency,
			livemode, client_address, refund_policy_version)
		select 'buyer' || n || '@example.test', 'lifetime', 'Course', 4700, 4700, 'expired', 'sandbox', at, at, 'usd', false, 'x', '1'
		from generate_series(1, ${ORDERS}) n, lateral (select now() - interval '8 years' - n * interval '1 hour' as at);
	insert into payments (provider_payment_id, order_id, amount_cents, status, paid_at, as_of)
		select 'pi_' || id, id, 4700, 'succeeded', created_at, created_at from orders;
	create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.3); return null; end $$;
	create trigger slow after delete on module_feedback execute function slow();
	create trigger slow after delete on payments execute function slow();`

function runRetention(url: string) {
	const child = spawn(process.execPath, [path.join(ROOT, 'scripts', 'retention.ts')], {
		cwd: ROOT,
		env: { ...BARE_ENVIRONMENT, DATABASE_URL: url },
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	onTestFinished(() => void child.kill('SIGKILL'))
	let said = ''
	child.stdout.on('data', (chunk) => (said += String(chunk)))
	const ended = new Promise<string>((resolve) => child.once('close', () => resolve(said)))
	return { ended, kill: () => child.kill('SIGKILL') }
}

test('retention killed twice leaves no partial deletion, and the next run deletes the rest', async () => {
	const { connection, drop } = await cloneDatabase()
	onTestFinished(drop)
	const client = new pg.Client(connection)
	await client.connect()
	onTestFinished(() => client.end())
	await client.query(FILL)
	const { host, port, user, database } = connection
	const url = `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`
	const count = async (rows: string) =>
		(await client.query<{ count: number }>(`select count(*)::int as count from ${rows}`)).rows[0]?.count ?? 0
	const killDuring = async (table: string) => {
		const before = await count(table)
		const run = runRetention(url)
		await expect.poll(() => count(table), { interval: 20, timeout: 60_000 }).toBeLessThan(before)
		run.kill()
		await run.ended
		// PostgreSQL may still finish the killed process's last batch.
		await expect
			.poll(() => count(`pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`), {
				interval: 20,
				timeout: 30_000,
			})
			.toBe(0)
	}

	await killDuring('module_feedback')
	expect(await count('module_feedback')).toBeGreaterThan(KEPT)
	await killDuring('orders')
	const left = await count('orders')
	expect(left).toBeGreaterThan(0)
	expect(await count('orders o where not exists (select from payments p where p.order_id = o.id)')).toBe(0)

	expect(await runRetention(url).ended).toMatch(new RegExp(`\\b${left} {2}orders`))
	expect([await count('module_feedback'), await count('orders'), await count('payments')]).toEqual([KEPT, 0, 0])
	expect(await runRetention(url).ended).toContain('No data is past its retention period.')
}, 180_000)
