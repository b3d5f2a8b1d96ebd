import { PostgresDriver, sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'

import { openCheckout } from '#tests/factories/checkout.ts'
import { placeTransfer } from '#tests/factories/transfer.ts'
import { readEverything } from '#tests/setup/read-everything.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { type Doing, LISTS, openWorld, perform } from './action-matrix.ts'
import { openConsoleAs } from './open-console.ts'
import { ROUTE_TABLE } from './route-table.ts'

/** Actions without their own log entry: the work they start logs itself at its end, or nothing changes. */
const UNLOGGED = [
	'/admin/learners/:account/view/end',
	'/admin/content/block',
	'/admin/content/live',
	'/admin/newsletter/new/preview',
	'/admin/lifecycle/:rule/preview',
	'/admin/content/check',
	'/admin/lists/columns',
]
/** Need a text that can't be published; tested in media-pages.test.ts and hidden-pages.test.ts. */
const OF_FAULTY_TEXTS = ['/admin/media/import', '/admin/content/hidden-links']
const OF_TRANSFERS = ['/admin/orders/:order/transfer-paid', '/admin/orders/:order/refund-sent']
/** Calls the provider between its transactions, so an error leaves the outcome unknown. */
const OF_SEVERAL_TRANSACTIONS = '/admin/privacy/erase'

const failLog = async ({ deps: { db } }: Wire) => {
	await sql`create function refuse_log() returns trigger language plpgsql as $$ begin raise exception 'the log is full'; end $$`.execute(db)
	await sql`create trigger refuse_log before insert on operator_actions for each row execute function refuse_log()`.execute(db)
}
const restoreLog = ({ deps: { db } }: Wire) => sql`drop trigger refuse_log on operator_actions`.execute(db)

const readJobs = async ({ deps: { db } }: Wire) =>
	(await sql<{ text: string }>`select string_agg(id || state::text, ' ' order by id) as text from pgboss.job`.execute(db)).rows[0]?.text ??
	''

async function readState(wire: Wire) {
	const state = await readEverything(wire.deps)
	return state.set('jobs', await readJobs(wire))
}

const differences = (before: Map<string, string>, after: Map<string, string>) =>
	[...after].flatMap(([table, rows]) => (before.get(table) === rows ? [] : [table]))

/** Records each provider call made while a server transaction is open. */
function watchProviders({ deps: { db, payments, email, sms } }: Wire) {
	const calls = { all: 0, inTransaction: [] as string[] }
	for (const provider of [payments, email, sms] as unknown as Record<string, unknown>[])
		for (const [name, method] of Object.entries(provider)) {
			if (typeof method !== 'function') continue
			onTestFinished(() => void (provider[name] = method))
			provider[name] = async (...args: unknown[]) => {
				const { rows } = await sql`select from pg_stat_activity where datname = current_database() and state like 'idle in %'`.execute(db)
				calls.all += 1
				if (rows.length > 0) calls.inTransaction.push(name)
				return (method as (...args: unknown[]) => unknown).apply(provider, args)
			}
		}
	return calls
}

test('if the activity log can’t be written, no action of the permission table changes anything, and the page says so', async () => {
	const world = await openWorld()
	const { wire, operator } = world
	const doings: Doing[] = []
	for (const list of LISTS) doings.push(...(await list(world)))
	const actions = ROUTE_TABLE.filter(({ method, least }) => method === 'POST' && least !== 'anyone').map(({ path }) => path)
	expect([...doings.map(({ row }) => row), ...UNLOGGED, ...OF_TRANSFERS, ...OF_FAULTY_TEXTS].toSorted()).toEqual(actions.toSorted())
	await failLog(wire)
	const wrong: string[] = []
	let before = await readState(wire)
	for (const doing of doings) {
		const { status, text } = await perform(wire, operator, doing)
		const after = await readState(wire)
		const changed = differences(before, after)
		before = after
		const expected =
			doing.row === OF_SEVERAL_TRANSACTIONS ? ([503, 'We can’t tell whether'] as const) : ([500, 'Nothing was changed'] as const)
		const isTrue = status === expected[0] && text.includes(expected[1])
		if (!isTrue || changed.length > 0)
			wrong.push(`${doing.row} answers ${status}, ${isTrue ? 'truthfully' : 'otherwise'}: ${changed.join(' ')}`)
	}
	expect(wrong).toEqual([])

	// The same forms succeed once the log can be written, and no provider is called within a transaction.
	await restoreLog(wire)
	const calls = watchProviders(wire)
	const attempt = async (doing: Doing) => {
		const before = await wire.countRows('operator_actions')
		const { status, to } = await perform(wire, operator, doing)
		const isDone = status < 400 && (await wire.countRows('operator_actions')) === before + 1
		return { isDone, status, text: `${doing.row} answers ${status} ${to}` }
	}
	const idle: string[] = []
	for (const list of LISTS)
		for (const doing of await list(world)) {
			let result = await attempt(doing)
			// List the actions again after a refusal, because a form may depend on earlier ones.
			if (!result.isDone && result.status < 500) result = await attempt((await list(world)).find(({ row }) => row === doing.row) as Doing)
			if (!result.isDone) idle.push(result.text)
		}
	expect(idle).toEqual([])
	expect(calls.inTransaction).toEqual([])
	expect(calls.all).toBeGreaterThan(0)
})

test('a transfer can’t be marked while the activity log can’t be written', async () => {
	const wire = await startWire({ env: { BANK_TRANSFER: '1' } })
	const { sessionId } = await openCheckout(wire.deps, { browserKey: 'ada' })
	await placeTransfer(wire.deps, sessionId)
	const { order_id: id } = await wire.deps.db.selectFrom('bank_transfers').select('order_id').executeTakeFirstOrThrow()
	const operator = await openConsoleAs(wire, 'operator')
	const order = `/admin/orders/${id}`
	const isRefused = async (path: string, fields: Record<string, string>) => {
		await failLog(wire)
		const before = await readState(wire)
		const { status, text } = await operator.post(`${order}/${path}`, fields)
		expect([status, text.includes('We can’t tell whether'), differences(before, await readState(wire))]).toEqual([503, true, []])
		await sql`drop function refuse_log cascade`.execute(wire.deps.db)
	}
	await isRefused('transfer-paid', { amount: '47.00' })
	expect((await operator.post(`${order}/transfer-paid`, { amount: '47.00' })).to).toContain('notice=transfer-marked')
	await operator.post(`${order}/refund`, { reason: 'Kind' })
	const { id: request } = await wire.deps.db.selectFrom('refund_requests').select('id').executeTakeFirstOrThrow()
	await runDueJobs(wire.deps)
	await isRefused('refund-sent', { request })
	expect((await operator.post(`${order}/refund-sent`, { request })).to).toContain('notice=refund-marked')
})

test('if the connection breaks during commit, the page says that the outcome is unknown', async () => {
	const { wire, operator, learner } = await openWorld()
	// oxlint-disable-next-line typescript/unbound-method -- called below with its own `this`
	const commit = PostgresDriver.prototype.commitTransaction
	const cut = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
	const spy = vi.spyOn(PostgresDriver.prototype, 'commitTransaction').mockImplementationOnce(async function (this: PostgresDriver, one) {
		await commit.call(this, one)
		throw cut
	})
	const { status, text } = await operator.post(`/admin/learners/${learner}/ban`, { reason: 'Asked' })
	spy.mockRestore()
	expect([status, text.includes('We can’t tell whether this went through')]).toEqual([503, true])
	expect(text).not.toContain('Nothing was changed')
	expect(await wire.deps.db.selectFrom('operator_actions').select('action').where('action', '=', 'account_banned').execute()).toHaveLength(
		1,
	)
})
