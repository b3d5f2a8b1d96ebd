// asvs V14.2.4
// regression incomplete-export
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { plugins } from '#server/process/plugins.ts'
import { applySnapshot } from '#server/services/commerce/settlement/apply-snapshot.ts'
import { type Deps, systemContext } from '#server/services/context.ts'
import { deleteAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { paidSnapshot } from '#tests/factories/snapshot.ts'
import { makeWholePerson } from '#tests/factories/whole-person.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { erasePerson } from './erase-due-accounts.ts'
import { findPerson } from './person.ts'
import { listOmittedTables, readPersonalRecords } from './read-records.ts'
import { listTableRules } from './registry/registry.ts'

const registry = listTableRules(plugins)

const listTables = async (deps: Deps) => {
	const { rows } = await sql<{ schema: string; name: string }>`
		select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')`.execute(deps.db)
	return rows.map(({ schema, name }) => `${schema}.${name}`)
}

/** Searches every row of every table as text, with bytes in hexadecimal. @returns the tables that contain one of the words */
async function findWords(deps: Deps, words: readonly string[]): Promise<string[]> {
	const patterns = words.flatMap((word) => [word, Buffer.from(word).toString('hex')]).map((word) => `%${word}%`)
	const found: string[] = []
	for (const table of await listTables(deps)) {
		const { rows } = await sql<{ hits: number }>`
			select count(*) as hits from ${sql.table(table)} as held where held::text ilike any(${patterns}::text[])`.execute(deps.db)
		if (rows[0]?.hits) found.push(table)
	}
	return found
}

const readLedger = async (deps: Deps) => {
	const { rows } = await sql`
		select (select count(*) from orders) as orders, (select sum(total_cents) from orders) as total,
			(select sum(discount_cents) from orders) as discount, (select array_agg(status order by id) from orders) as statuses,
			(select sum(amount_cents) from payments) as paid, (select sum(amount_cents) from refunds) as refunded,
			(select count(*) from disputes) as disputes, (select count(*) from discount_redemptions where state = 'redeemed') as redeemed,
			(select count(*) from refund_requests) as requests`.execute(deps.db)
	return rows[0]
}

/** Invoices keep the buyer's name, because tax law requires it; they link to no other data of the person. */
const KEPT_BY_LAW = ['public.invoices']

const wordsOf = ({ userId, email, name, phone }: { userId: string; email: string; name: string; phone: string }) => [
	userId,
	email,
	name,
	phone.slice(1),
]

async function twoPeople() {
	const made = await makeTestDeps()
	const ana = await makeWholePerson(made.deps, 'Anastasia Quicksilver', '+12025550143')
	// Ana's address is the end of this one, so only whole addresses may match.
	const other = await makeWholePerson(made.deps, 'Jo Anastasia Quicksilver', '+12025550199')
	const erase = async () => {
		const person = await findPerson(made.deps.db, ana.userId)
		await made.deps.db.transaction().execute((tx) => erasePerson(tx, person, made.deps))
	}
	return { ...made, ana, other, erase }
}

test('an erasure leaves the ID, address, name and number only in invoices, and keeps the accounting', async () => {
	const { deps, ana, other, erase } = await twoPeople()
	const ledger = await readLedger(deps)
	const theirs = await findWords(deps, [other.userId, other.email, other.phone.slice(1)])
	const own = [ana.userId, `,${ana.email}`, `"${ana.email}`, ana.phone.slice(1)]
	expect((await findWords(deps, [ana.userId, ana.phone.slice(1)])).length).toBeGreaterThan(25)

	await erase()
	expect(await findWords(deps, own)).toEqual(KEPT_BY_LAW)
	expect(await readLedger(deps)).toEqual(ledger)
	expect(await findWords(deps, [other.userId, other.email, other.phone.slice(1)])).toEqual(theirs)

	await erase()
	expect(await readLedger(deps)).toEqual(ledger)
})

test('after erasing the only person, only their invoices remain', async () => {
	const { deps } = await makeTestDeps()
	const ana = await makeWholePerson(deps, 'Anastasia Quicksilver', '+12025550143')
	await runDueJobs(deps)
	const held = await findWords(deps, wordsOf(ana))
	const people = registry.filter(({ person }) => person !== null).length
	expect(held.length).toBeGreaterThan(people / 2)
	await deps.db.transaction().execute(async (tx) => erasePerson(tx, await findPerson(tx, ana.userId), deps))
	expect(await findWords(deps, wordsOf(ana))).toEqual(KEPT_BY_LAW)
})

test('every table with a person’s ID, address, name or number is in their export or excluded with a reason', async () => {
	const { deps } = await makeTestDeps()
	const ana = await makeWholePerson(deps, 'Anastasia Quicksilver', '+12025550143')
	await runDueJobs(deps)
	const ctx = systemContext(deps, 'test')
	const person = await findPerson(deps.db, ana.userId)
	const inCopy = new Set<string>()
	const without = new Set<string>()
	for await (const { title, rows } of readPersonalRecords(ctx, person)) (rows.length > 0 ? inCopy : without).add(title)
	// The factory fills every table: an erasure rule that matches no row wouldn't be tested.
	expect([...without]).toEqual([])
	const isExplained = new Set(listOmittedTables(ctx).map(({ title }) => title))
	const titleOf = (table: string) => registry.find((rule) => rule.table === table.replace(/^public\./, ''))?.title ?? table
	const held = (await findWords(deps, wordsOf(ana))).map(titleOf)
	expect(held.filter((title) => !inCopy.has(title) && !isExplained.has(title))).toEqual([])
	expect(held.filter((title) => inCopy.has(title)).length).toBeGreaterThan(25)
})

test('an account emptied by the operator leaves only its own row and invoices', async () => {
	const { deps, ana, other } = await twoPeople()
	const theirs = await findWords(deps, [other.userId, other.email, other.phone.slice(1)])
	await deleteAccount(systemContext(deps, 'test'), ana.userId, true)
	expect(await findWords(deps, [`,${ana.email}`, `"${ana.email}`, ana.phone.slice(1)])).toEqual(KEPT_BY_LAW)
	// Only the kept account row and the log entry about the erasure still have her ID.
	expect((await findWords(deps, [ana.userId])).toSorted()).toEqual(['auth.audit_log_entries', 'auth.users'])
	expect(await findWords(deps, [other.userId, other.email, other.phone.slice(1)])).toEqual(theirs)
})

test('later provider reports update the order of an erased buyer without restoring personal data', async () => {
	const { deps, ana, erase } = await twoPeople()
	const order = await deps.db.selectFrom('orders').selectAll().where('id', '=', ana.orderId).executeTakeFirstOrThrow()
	await erase()
	const mails = await deps.db.selectFrom('outbox_messages').select('id').execute()
	await applySnapshot(systemContext(deps, 'test'), order.id, paidSnapshot(order, { refunds: [], customerEmail: ana.email }))
	const after = await deps.db.selectFrom('orders').selectAll().where('id', '=', ana.orderId).executeTakeFirstOrThrow()
	expect(after).toMatchObject({ user_id: null, email: null, buyer_key: null, client_address: '', total_cents: order.total_cents })
	expect(await deps.db.selectFrom('entitlements').select('id').where('order_id', '=', order.id).execute()).toEqual([])
	expect(await deps.db.selectFrom('outbox_messages').select('id').execute()).toEqual(mails)
	expect(await findWords(deps, [ana.userId])).toEqual([])
})

test('an erasure doesn’t delete others’ data stored under an unverified address', async () => {
	const { deps, ana, erase } = await twoPeople()
	await deps.db.updateTable('auth.users').set({ email_confirmed_at: null }).where('id', '=', ana.userId).execute()
	await erase()
	const tickets = await deps.db.selectFrom('support_tickets').select('email').where('email', '=', ana.email).execute()
	expect(tickets).toHaveLength(1)
	expect(await deps.db.selectFrom('auth.users').select('id').where('id', '=', ana.userId).execute()).toEqual([])
})
