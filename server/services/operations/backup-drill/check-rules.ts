import { sql } from 'kysely'

import { documentDue } from '#domain/invoices/document-due.ts'
import { invoicedBalance } from '#domain/invoices/spread-credit.ts'
import { deriveOrderStatus, moneyOf, deriveAccess } from '#domain/orders/order-status.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { listInvoicesOf, toIssued, findTaxBasis } from '#server/services/commerce/invoices/find-invoices.ts'
import { groupByOrder, ofOrders, type OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { readFactsOf } from '#server/services/commerce/orders/store-facts.ts'
import { COMPLIMENTARY_PROVIDER } from '#server/services/commerce/settlement/complimentary-access.ts'

import { RULES } from './rules.ts'

/** A broken rule, and the keys of some rows that break it. */
type BrokenRule = { what: string; keys: readonly string[] }

const MAX_KEYS = 5
const PAGE = 2000

const STATUS = 'An order has the state that follows from its payments, refunds and disputes'
const ACCESS = 'Access is open, suspended or revoked as its order says'
const BALANCE = 'Invoices and credit notes add up to the money that was kept'

/** Returns the access state an order should have. Complimentary access has no payments: its state is set by hand. */
const expectedAccess = (order: OrderRow) =>
	order.provider === COMPLIMENTARY_PROVIDER ? (order.status === 'paid' ? 'active' : 'revoked') : deriveAccess(order.status)

/** Checks orders with the same functions that set their status and access. @returns the rules that an order breaks */
async function checkPage(db: Db | Tx, orders: readonly OrderRow[]): Promise<(order: OrderRow) => string[]> {
	const ids = orders.map(({ id }) => id)
	const factsOf = await readFactsOf(db, ids)
	const entitlementsOf = groupByOrder(await db.selectFrom('entitlements').select(['order_id', 'state']).where(ofOrders(ids)).execute())
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
			if (documentDue(money, invoicedBalance(known.map(toIssued)), findTaxBasis(known, invoice)) !== null) broken.push(BALANCE)
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
