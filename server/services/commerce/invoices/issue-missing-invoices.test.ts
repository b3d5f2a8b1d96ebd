// regression races
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { writeCii } from '#domain/invoices/write-cii.ts'
import type { PaymentSnapshot, SnapshotRefund } from '#server/adapters/payments/port.ts'
import { inTransaction } from '#server/db/database.ts'
import { correctInvoice } from '#server/services/commerce/invoices/correct-invoice.ts'
import { listInvoices, requireInvoice } from '#server/services/commerce/invoices/find-invoices.ts'
import { printInvoice } from '#server/services/commerce/invoices/print-invoice.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { applySnapshot } from '#server/services/commerce/settlement/apply-snapshot.ts'
import type { Deps } from '#server/services/context.ts'
import { anonymousContext } from '#tests/factories/checkout.ts'
import { SELLER } from '#tests/factories/seller.ts'
import { makeOrder, paidSnapshot } from '#tests/factories/snapshot.ts'
import { isLong } from '#tests/setup/long-tests.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

const apply = (deps: Deps, order: OrderRow, snapshot: PaymentSnapshot) => applySnapshot(anonymousContext(deps), order.id, snapshot)

/** Lists issued documents without the year in their numbers, which depends on the current date. */
const listIssued = async ({ db }: Deps) =>
	(await db.selectFrom('invoices').selectAll().orderBy('issued_at').orderBy('id').execute()).map(
		({ number, net_cents: net, tax_cents: tax, gross_cents: gross }) => `${number.replace(/-\d{4}-/, '-')}: ${net} + ${tax} = ${gross}`,
	)

const refund = (order: OrderRow, part: number, changes: Partial<SnapshotRefund> = {}): SnapshotRefund => ({
	id: `re_${order.id}_${part}`,
	paymentId: `pi_${order.id}`,
	amountCents: 1000,
	currency: 'usd',
	status: 'succeeded',
	requestRef: null,
	failureReason: null,
	createdAt: new Date(order.created_at.getTime() + part * 60_000),
	...changes,
})

const later = (snapshot: PaymentSnapshot, minutes: number, refunds: SnapshotRefund[]): PaymentSnapshot => ({
	...snapshot,
	asOf: new Date(snapshot.asOf.getTime() + minutes * 60_000),
	refunds,
})

const PARALLEL = isLong ? 200 : 50

test(`${PARALLEL} parallel payments get invoices 1 to ${PARALLEL}, and a rollback leaves no gap`, async () => {
	const { deps } = await makeTestDeps({ invoicing: SELLER })
	const orders: OrderRow[] = []
	for (let made = 0; made < (PARALLEL * 11) / 10; made += 1) orders.push(await makeOrder(deps))
	const undone = new Error('undone')
	const attempts = orders.map((order, index) =>
		index % 11 === 10
			? inTransaction(deps.db, async (tx) => {
					await tx.selectFrom('invoice_series').selectAll().forUpdate().execute()
					await sql`update invoice_series set last_number = last_number + 1`.execute(tx)
					throw undone
				})
			: apply(deps, order, paidSnapshot(order)),
	)
	const outcomes = await Promise.allSettled(attempts)
	expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(PARALLEL)
	const rows = await deps.db.selectFrom('invoices').select(['sequence', 'issued_at', 'order_id']).orderBy('sequence').execute()
	expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: PARALLEL }, (_, index) => index + 1))
	expect(new Set(rows.map(({ order_id: id }) => id)).size).toBe(PARALLEL)
	expect(rows.every(({ issued_at: at }, index) => index === 0 || at >= (rows[index - 1]?.issued_at ?? at))).toBe(true)
})

test('a payment reported repeatedly has one invoice, with the provider’s buyer data', async () => {
	const { deps } = await makeTestDeps({ invoicing: SELLER })
	const order = await makeOrder(deps, 'LAUNCH1')
	const customer = {
		name: 'Grace Hopper',
		address: { line1: 'Rue 1', line2: null, postcode: '75001', city: 'Paris', region: null, country: 'FR' },
		vatId: null,
	}
	const paid = paidSnapshot(order, { customer })
	await Promise.all(Array.from({ length: 20 }, () => apply(deps, order, paid)))
	expect(await listIssued(deps)).toEqual(['TEST-INV-00001: 3160 + 600 = 3760'])
	const row = await deps.db.selectFrom('invoices').selectAll().executeTakeFirstOrThrow()
	expect(row).toMatchObject({
		buyer: { ...customer, email: order.email },
		item_note: '$47.00 less $9.40 with code LAUNCH1',
		tax_rate: 1900,
	})
})

test('partial refunds make credit notes that add up, and a failed refund makes a new invoice', async () => {
	const { deps, clock } = await makeTestDeps({ invoicing: SELLER })
	const order = await makeOrder(deps)
	const paid = paidSnapshot(order)
	await apply(deps, order, paid)
	clock.advance(60_000)
	await apply(deps, order, later(paid, 1, [refund(order, 1, { status: 'pending' })]))
	expect(await listIssued(deps)).toHaveLength(1)
	await apply(deps, order, later(paid, 2, [refund(order, 1)]))
	clock.advance(60_000)
	const all = [refund(order, 1), refund(order, 2, { amountCents: 3700 })]
	await apply(deps, order, later(paid, 3, all))
	await apply(deps, order, later(paid, 3, all))
	clock.advance(60_000)
	await apply(deps, order, later(paid, 4, [refund(order, 1), refund(order, 2, { amountCents: 3700, status: 'failed' })]))
	expect(await listIssued(deps)).toEqual([
		'TEST-INV-00001: 3950 + 750 = 4700',
		'TEST-CN-00001: 841 + 159 = 1000',
		'TEST-CN-00002: 3109 + 591 = 3700',
		'TEST-INV-00002: 3109 + 591 = 3700',
	])
	const notes = await deps.db.selectFrom('invoices').select(['kind', 'corrects', 'id']).orderBy('issued_at').orderBy('id').execute()
	expect(notes.slice(1, 3).every(({ corrects }) => corrects === notes[0]?.id)).toBe(true)
})

test('a refund seen before its payment makes an invoice and a credit note, and a new invoice if it fails', async () => {
	const { deps, clock } = await makeTestDeps({ invoicing: SELLER })
	const order = await makeOrder(deps)
	const paid = paidSnapshot(order)
	await apply(deps, order, later(paid, 1, [refund(order, 1, { amountCents: 4700 })]))
	expect(await listIssued(deps)).toEqual(['TEST-INV-00001: 3950 + 750 = 4700', 'TEST-CN-00001: 3950 + 750 = 4700'])
	clock.advance(60_000)
	await apply(deps, order, later(paid, 2, [refund(order, 1, { amountCents: 4700, status: 'failed' })]))
	expect((await listIssued(deps)).at(-1)).toBe('TEST-INV-00002: 3950 + 750 = 4700')
})

test('a lost dispute makes a credit note, an open or won one doesn’t', async () => {
	const { deps, clock } = await makeTestDeps({ invoicing: SELLER })
	const order = await makeOrder(deps)
	const paid = paidSnapshot(order)
	const dispute = { id: 'dp_1', paymentId: `pi_${order.id}`, amountCents: 3700, currency: 'usd', reason: 'fraudulent', evidenceDueBy: null }
	const back = [refund(order, 1)]
	for (const [minute, status] of ['needs_response', 'won', 'lost', 'lost'].entries()) {
		clock.advance(60_000)
		await apply(deps, order, { ...later(paid, minute, back), disputes: [{ ...dispute, status }] })
	}
	expect(await listIssued(deps)).toEqual([
		'TEST-INV-00001: 3950 + 750 = 4700',
		'TEST-CN-00001: 841 + 159 = 1000',
		'TEST-CN-00002: 3109 + 591 = 3700',
	])
})

test('an order the provider calls paid gets its invoice before the payment is reported', async () => {
	const { deps } = await makeTestDeps({ invoicing: SELLER })
	const order = await makeOrder(deps)
	const paid = paidSnapshot(order)
	expect(await apply(deps, order, { ...paid, payments: [] })).toMatchObject({ status: 'paid' })
	await apply(deps, order, later(paid, 1, []))
	expect(await listIssued(deps)).toEqual(['TEST-INV-00001: 3950 + 750 = 4700'])
})

test('free orders and payments from before invoicing have no invoice', async () => {
	const { deps } = await makeTestDeps({ invoicing: SELLER })
	const free = await makeOrder(deps)
	await deps.db.updateTable('orders').set({ total_cents: 0, discount_cents: free.subtotal_cents }).where('id', '=', free.id).execute()
	const changed = { ...free, total_cents: 0, discount_cents: free.subtotal_cents }
	expect(await apply(deps, free, paidSnapshot(changed))).toMatchObject({ outcome: 'applied', status: 'paid' })
	const early = await makeOrder(deps)
	await deps.db.updateTable('orders').set({ status: 'paid', paid_at: deps.now() }).where('id', '=', early.id).execute()
	expect(await apply(deps, early, later(paidSnapshot(early), 1, [refund(early, 1)]))).toMatchObject({ status: 'partially_refunded' })
	expect(await listIssued(deps)).toEqual([])
})

test('issued documents never change, and a credit note uses the seller and calendar of its invoice', async () => {
	const { deps } = await makeTestDeps({ invoicing: { ...SELLER, seller: { ...SELLER.seller, timeZone: 'Europe/Berlin' } } })
	const sylvester = { ...deps, now: () => new Date('2030-12-31T23:30:00Z') }
	const order = await makeOrder(sylvester)
	const paid = paidSnapshot(order)
	await apply(sylvester, order, paid)
	const elsewhere: Deps = {
		...sylvester,
		invoicing: {
			seller: {
				...SELLER.seller,
				name: 'Other Ltd',
				address: { ...SELLER.seller.address, city: 'Honolulu' },
				timeZone: 'Pacific/Honolulu',
			},
			tax: { kind: 'exempt', rateBasisPoints: 0, reason: 'Small' },
		},
	}
	const printAll = async (printer: Deps) => {
		const rows = await listInvoices(deps.db, order.id)
		const issued = await Promise.all(rows.map(({ id }) => requireInvoice(deps.db, { id, orderId: order.id })))
		const files = await Promise.all(issued.map(async (each) => Buffer.from(await printInvoice(printer, each)).toString('base64')))
		return { issued, files, xml: issued.map(writeCii) }
	}
	const before = await printAll(sylvester)
	await apply(elsewhere, order, later(paid, 1, [refund(order, 1)]))
	const after = await printAll(elsewhere)
	expect([after.files[0], after.xml[0]]).toEqual([before.files[0], before.xml[0]])
	expect(
		after.issued.map(({ number, issuedOn, suppliedOn, seller, tax }) => [number, issuedOn, suppliedOn, seller.name, tax.kind]),
	).toEqual([
		['TEST-INV-2031-00001', '2031-01-01', '2031-01-01', SELLER.seller.name, 'included'],
		['TEST-CN-2031-00001', '2031-01-01', '2031-01-01', SELLER.seller.name, 'included'],
	])
})

test('the supply date is the payment date, even if reported later or refunded in another month', async () => {
	const { deps } = await makeTestDeps({ invoicing: SELLER })
	const on = (day: string): Deps => ({ ...deps, now: () => new Date(`${day}T12:00:00Z`) })
	const order = await makeOrder(on('2031-01-30'))
	const paid = paidSnapshot(order)
	await apply(on('2031-02-02'), order, paid)
	await apply(on('2031-03-15'), order, later(paid, 1, [refund(order, 1)]))
	const rows = await listInvoices(deps.db, order.id)
	const issued = await Promise.all(rows.map(({ id }) => requireInvoice(deps.db, { id, orderId: order.id })))
	expect(issued.map(({ kind, issuedOn, suppliedOn }) => [kind, issuedOn, suppliedOn])).toEqual([
		['invoice', '2031-02-02', '2031-01-30'],
		['credit_note', '2031-03-15', '2031-01-30'],
	])
	for (const each of issued) expect(writeCii(each)).toMatch(/<ram:OccurrenceDateTime>.*20310130.*<\/ram:OccurrenceDateTime>/s)
})

test('parallel corrections and credit notes number both series without gaps or deadlocks', async () => {
	const { deps } = await makeTestDeps({ invoicing: SELLER })
	const orders: OrderRow[] = []
	for (let made = 0; made < 12; made += 1) orders.push(await makeOrder(deps))
	await Promise.all(orders.map((order) => apply(deps, order, paidSnapshot(order))))
	const correct = async ({ id: orderId }: OrderRow) => {
		const [invoice] = await listInvoices(deps.db, orderId)
		const buyer = { name: 'Ada', line1: '', line2: '', postcode: '', city: '', region: '', country: '', vatId: '' }
		await correctInvoice(anonymousContext(deps), {
			orderId,
			invoiceId: invoice?.id ?? '',
			buyer,
			tax: { kind: '', rate: '', country: '', reason: '' },
		})
	}
	const sendBack = (order: OrderRow) => apply(deps, order, later(paidSnapshot(order), 1, [refund(order, 1)]))
	await Promise.all(orders.flatMap((order, index) => (index % 3 === 0 ? [sendBack(order)] : [correct(order), sendBack(order)])))
	const rows = await deps.db.selectFrom('invoices').select(['series', 'sequence']).orderBy('series').orderBy('sequence').execute()
	const upTo = (series: string, count: number) => Array.from({ length: count }, (_, index) => ({ series, sequence: index + 1 }))
	expect(rows).toEqual([...upTo('TEST-CN', 20), ...upTo('TEST-INV', 20)])
})

test('an invoice can’t be changed, deleted or truncated', async () => {
	const { deps } = await makeTestDeps({ invoicing: SELLER })
	const order = await makeOrder(deps)
	await apply(deps, order, paidSnapshot(order))
	for (const statement of [sql`update invoices set item = 'x'`, sql`delete from invoices`, sql`truncate invoices cascade`])
		await expect(statement.execute(deps.db)).rejects.toThrow('invoices are never changed or deleted')
})
