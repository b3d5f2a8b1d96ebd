import { sql } from 'kysely'
import fs from 'node:fs'

import { decideInvoiceDocument } from '#domain/invoices/document-due.ts'
import { invoicedBalance } from '#domain/invoices/spread-credit.ts'
import { deriveOrderStatus, moneyOf, deriveAccess } from '#domain/orders/order-status.ts'
import { planRestore, type RestorePlan, type RestoreSource, restoreToTime } from '#server/db/backup/restore-to-time.ts'
import { checkRows } from '#server/db/check-rows.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { openExistingDatabase } from '#server/db/open-database.ts'
import { openUnlimitedPools } from '#server/db/pools.ts'
import type { Logger } from '#server/kernel/logger.ts'
import { listInvoicesOf, toIssuedDocument, findTaxBasis } from '#server/services/commerce/invoices/find-invoices.ts'
import { groupByOrder, belongsToOrders, type OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { readFactsOf } from '#server/services/commerce/orders/store-facts.ts'
import { COMPLIMENTARY_PROVIDER } from '#server/services/commerce/settlement/complimentary-access.ts'
import { MIN_FREE_BYTES } from '#server/services/platform/backups/full-backups.ts'

import { RULES } from './rules.ts'

type BrokenRule = { what: string; keys: readonly string[] }

const MAX_KEYS = 5
const PAGE = 2000

const STATUS = 'An order has the state that follows from its payments, refunds and disputes'
const ACCESS = 'Access is open, suspended or revoked as its order says'
const BALANCE = 'Invoices and credit notes add up to the money that was kept'

/** Returns the access state an order should have. Complimentary access has no payments: its state is set directly. */
const expectedAccess = (order: OrderRow) =>
	order.provider === COMPLIMENTARY_PROVIDER ? (order.status === 'paid' ? 'active' : 'revoked') : deriveAccess(order.status)

/** Checks orders with the same functions that set their status and access. @returns the rules that an order breaks */
async function checkPage(db: Db | Tx, orders: readonly OrderRow[]): Promise<(order: OrderRow) => string[]> {
	const ids = orders.map(({ id }) => id)
	const factsOf = await readFactsOf(db, ids)
	const entitlementsOf = groupByOrder(
		await db.selectFrom('entitlements').select(['order_id', 'state']).where(belongsToOrders(ids)).execute(),
	)
	const invoicesOf = groupByOrder(await listInvoicesOf(db, ids))
	return (order) => {
		const broken: string[] = []
		const { facts } = factsOf(order)
		if (order.provider !== COMPLIMENTARY_PROVIDER && deriveOrderStatus(facts) !== order.status) broken.push(STATUS)
		if (entitlementsOf(order.id).some(({ state }) => state !== expectedAccess(order))) broken.push(ACCESS)
		const known = invoicesOf(order.id)
		const invoice = known.findLast(({ kind }) => kind === 'invoice')
		if (invoice) {
			const { received, returned } = moneyOf(facts)
			const money = { totalCents: order.total_cents, receivedCents: received, returnedCents: returned }
			if (decideInvoiceDocument(money, invoicedBalance(known.map(toIssuedDocument)), findTaxBasis(known, invoice)) !== null)
				broken.push(BALANCE)
		}
		return broken
	}
}

async function checkOrders(db: Db | Tx): Promise<BrokenRule[]> {
	const found = new Map<string, string[]>()
	for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
		const page = await db.selectFrom('orders').selectAll().where('id', '>', after).orderBy('id').limit(PAGE).execute()
		const last = page.at(-1)
		if (!last) return [...found].map(([what, keys]) => ({ what, keys }))
		const brokenBy = await checkPage(db, page)
		for (const order of page) for (const what of brokenBy(order)) found.set(what, [...(found.get(what) ?? []), order.id].slice(0, MAX_KEYS))
		after = last.id
	}
}

/**
 * Checks that orders, payments, refunds, access, invoices and uploads are consistent, for example after a restore. Read-only.
 * @returns the broken rules; empty if all is well
 */
export async function checkBusinessRules(db: Db | Tx): Promise<BrokenRule[]> {
	const broken: BrokenRule[] = []
	for (const { what, find } of RULES) {
		const { rows } = await sql<{ key: string }>`with broken as materialized (${find}) select key from broken limit ${MAX_KEYS}`.execute(db)
		if (rows.length > 0) broken.push({ what, keys: rows.map(({ key }) => key) })
	}
	return [...broken, ...(await checkOrders(db))]
}

type Drill = {
	plan: RestorePlan
	/** Time of the last transaction that was restored; null if there was none after the full backup. */
	lastChange: Date | null
	megabytes: number
	seconds: { restore: number; checks: number }
	/** Problems found, in whole sentences; empty if all is well. */
	problems: readonly string[]
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Checks a restored database: every page, key and constraint, then the business rules.
 * @returns a sentence for each problem
 */
export async function checkRestored(db: Db): Promise<string[]> {
	const tables = await inTransaction(db, checkRows)
	const problems = tables.map(({ table, problem }) => `${table}: ${problem}`)
	try {
		const rules = await checkBusinessRules(db)
		return [...problems, ...rules.map(({ what, keys }) => `${what}; violated by ${keys.join(', ')}`)]
	} catch (error) {
		return [...problems, `The database could not be read: ${messageOf(error)}`]
	}
}

async function checkIn(scratch: string, log: Logger): Promise<string[]> {
	const database = await openExistingDatabase({ databaseUrl: null, databaseDirectUrl: null, dataDir: scratch, projectDir: scratch }, log)
	try {
		const pools = openUnlimitedPools(database.connection, log)
		try {
			return await checkRestored(pools.db)
		} finally {
			await pools.close()
		}
	} finally {
		await database.stop()
	}
}

/**
 * Requires enough space in a folder for the newest backup: its parts, the database of `db` as it is now, and all indexes once
 * more, which the check rebuilds before it drops the old ones.
 * @throws Error if a drill could fill the disk, which may be the database's
 */
export async function requireSpace(db: Db, store: RestoreSource['store'], dir: string): Promise<void> {
	const { pieces } = await planRestore(store, null)
	const { rows } = await sql<{ bytes: number }>`
		select pg_database_size(current_database())::float8 + sum(pg_relation_size(oid))::float8 as bytes
		from pg_class where relkind = 'i'`.execute(db)
	const needed = (rows[0]?.bytes ?? 0) + pieces.reduce((sum, { start, end }) => sum + end - start, 0) + MIN_FREE_BYTES
	const { bavail, bsize } = fs.statfsSync(dir)
	const [need, free] = [Math.ceil(needed / 2 ** 20), Math.floor((bavail * bsize) / 2 ** 20)]
	if (free < need)
		throw new Error(
			`The restore test needs ${need} MB of free space in ${dir}, which has ${free} MB. Set TMPDIR to a folder on a larger disk.`,
		)
}

/**
 * Restores the newest backup into a scratch folder and checks it.
 * @param scratch an empty folder; the caller removes it
 * @throws Error if the backup can't be restored
 */
export async function runDrill(source: RestoreSource, options: { scratch: string; database?: string; log: Logger }): Promise<Drill> {
	const { scratch, database, log } = options
	const begun = performance.now()
	const plan = await planRestore(source.store, null, database)
	const lastChange = await restoreToTime(source, plan, scratch)
	const restored = performance.now()
	const problems = await checkIn(scratch, log)
	const seconds = (from: number, to: number) => Math.ceil((to - from) / 1000)
	return {
		plan,
		lastChange,
		megabytes: Math.ceil(plan.bytes / 2 ** 20),
		seconds: { restore: seconds(begun, restored), checks: seconds(restored, performance.now()) },
		problems,
	}
}
