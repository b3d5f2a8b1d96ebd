import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { PaymentSnapshot } from '#server/adapters/payments/port.ts'
import { checkRows } from '#server/db/check-rows.ts'
import type { Tx } from '#server/db/database.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { applySnapshot } from '#server/services/commerce/settlement/apply-snapshot.ts'
import { grantComplimentaryAccess } from '#server/services/commerce/settlement/complimentary-access.ts'
import { type Deps, systemContext } from '#server/services/context.ts'
import { anonymousContext } from '#tests/factories/checkout.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { addPicture } from '#tests/factories/media.ts'
import { askForRefund, buyAsLearner } from '#tests/factories/refund.ts'
import { SELLER } from '#tests/factories/seller.ts'
import { makeOrder, paidSnapshot } from '#tests/factories/snapshot.ts'
import { countStatements } from '#tests/setup/count-statements.ts'
import { isLong } from '#tests/setup/long-tests.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { ownerVersion } from '#tests/setup/template-database.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { checkBusinessRules, checkRestored } from './run-drill.ts'

/**
 * Opens a shop with a sale of each kind: regular, discounted, partly refunded, refunded on request, disputed, open, and
 * complimentary.
 */
async function openBusyShop() {
	const { deps } = await makeTestDeps({ invoicing: SELLER })
	const ctx = systemContext(deps, 'test')
	const pay = async (order: OrderRow, changes: Partial<PaymentSnapshot> = {}) =>
		expect(await applySnapshot(anonymousContext(deps), order.id, paidSnapshot(order, changes))).toMatchObject({ outcome: 'applied' })
	const plain = await makeOrder(deps)
	await pay(plain)
	const coded = await makeOrder(deps, 'LAUNCH1')
	await pay(coded)
	const partly = await makeOrder(deps)
	const back = { currency: 'usd', status: 'succeeded', requestRef: null, failureReason: null } as const
	const refund = { ...back, id: 're_partly', paymentId: `pi_${partly.id}`, amountCents: 1000, createdAt: partly.created_at }
	await pay(partly, { refunds: [refund] })
	const { learner, orderId, sessionId } = await buyAsLearner(deps)
	await askForRefund(deps, learner, orderId)
	await runDueJobs(deps)
	await applySnapshot(ctx, orderId, await deps.payments.fetchSnapshot(sessionId))
	const disputed = await makeOrder(deps)
	const dispute = { id: 'dp_1', paymentId: `pi_${disputed.id}`, amountCents: disputed.total_cents, currency: 'usd', evidenceDueBy: null }
	await pay(disputed, { disputes: [{ ...dispute, status: 'needs_response', reason: 'fraudulent' }] })
	await makeOrder(deps)
	await grantComplimentaryAccess(ctx, (await makeLearner(deps)).userId)
	await addPicture(deps)
	await addRows(deps, plain.id)
	return { db: deps.db, ids: { plain: plain.id, coded: coded.id, partly: partly.id, asked: orderId, disputed: disputed.id } }
}

/** Adds a bank transfer, a download of a paid order, an event and a key. */
async function addRows({ db }: Deps, orderId: string): Promise<void> {
	await sql`insert into bank_transfers (checkout_id, order_id, attempt, reference, livemode, currency, subtotal_cents, discount_cents,
			total_cents, created_at, expires_at, paid_at)
		select 'bt_1', id, 9, 'RF1', livemode, currency, subtotal_cents, discount_cents, total_cents, created_at, created_at, paid_at
		from orders where id = ${orderId}`.execute(db)
	await sql`insert into downloads (order_id, document, format, first_at, last_at) values (${orderId}, 'workbook', 'pdf', now(), now())`.execute(
		db,
	)
	await sql`insert into payment_events (provider, event_id, type, livemode, received_at, processed_at)
		values ('stripe', 'evt_1', 'checkout.session.completed', false, now(), now())`.execute(db)
	await sql`insert into auth.signing_keys (kid, alg, status, private_jwk) values ('k1', 'ES256', 'current', '{}')
		on conflict do nothing`.execute(db)
}

/** Drops a constraint, corrupts rows and adds the constraint again as if it had never been violated. */
const despite = (table: string, constraint: string, spoil: string) => `
	do $$ declare rule text; begin
		select pg_get_constraintdef(oid) into rule from pg_constraint where conname = '${constraint}';
		execute 'alter table ${table} drop constraint ${constraint}';
		${spoil};
		execute 'alter table ${table} add constraint ${constraint} ' || rule || ' not valid';
		update pg_constraint set convalidated = true where conname = '${constraint}';
	end $$`

/** Corrupts rows without updating this index, as if it were broken. */
const unseen = (index: string, spoil: string) => `
	update pg_index set indisready = false where indexrelid = '${index}'::regclass; ${spoil};
	update pg_index set indisready = true where indexrelid = '${index}'::regclass`

type Ids = Awaited<ReturnType<typeof openBusyShop>>['ids']

/** Each corruption, with part of the message that must report it. */
const rulePlants = (ids: Ids): readonly (readonly [string, string])[] => [
	[`update orders set paid_at = null where id = '${ids.plain}'`, 'has the time of its payment'],
	[`update orders set paid_at = now() where status = 'pending'`, 'has the time of its payment'],
	[`update orders set status = 'refunded' where id = '${ids.plain}'`, 'state that follows from'],
	[`update orders set status = 'paid' where id = '${ids.partly}'`, 'state that follows from'],
	[`update orders set status = 'paid' where id = '${ids.disputed}'`, 'state that follows from'],
	[`update orders set discount_code = null where id = '${ids.coded}'`, 'A discount has a code'],
	[`update orders set discount_cents = 0, total_cents = subtotal_cents where id = '${ids.coded}'`, 'A code gives a discount'],
	[`update orders set total_cents = 1, discount_cents = subtotal_cents - 1 where provider = 'operator'`, 'Complimentary access costs'],
	[`update payments set amount_cents = amount_cents - 1 where order_id = '${ids.plain}'`, 'A successful payment equals the price'],
	[`update payments set paid_at = null where order_id = '${ids.plain}'`, 'A payment that succeeded has a time'],
	[`update payments set status = 'failed' where order_id = '${ids.disputed}'`, 'A paid order has a payment'],
	[`delete from payments where order_id = '${ids.partly}'`, 'A refund belongs to a payment'],
	[
		`update checkout_sessions set order_id = (select id from orders where status = 'pending') where order_id = '${ids.coded}'`,
		'complete checkout',
	],
	[`update payment_events set processed_at = received_at - interval '1 s'`, 'processed after it arrived'],
	[`delete from discount_redemptions where order_id = '${ids.coded}'`, 'counts as redeemed'],
	[`update discount_redemptions set code = 'OTHER' where order_id = '${ids.coded}'`, 'counts as redeemed'],
	[`update discount_redemptions set state = 'released' where order_id = '${ids.coded}'`, 'A released code'],
	[`update discount_redemptions set redeemed_at = null where order_id = '${ids.coded}'`, 'A redeemed code'],
	[`delete from entitlements where order_id = '${ids.plain}'`, 'A paid order gives access'],
	[
		`update entitlements set order_id = (select id from orders where status = 'pending') where order_id = '${ids.plain}'`,
		'Access belongs to',
	],
	[`update entitlements set course_ids = '{main,other}' where order_id = '${ids.plain}'`, 'Access opens what was bought'],
	[`update entitlements set product_code = 'other' where order_id = '${ids.plain}'`, 'the same product'],
	[`update entitlements set state = 'revoked' where order_id = '${ids.plain}'`, 'open, suspended or revoked'],
	[`update entitlements set state = 'active' where order_id = '${ids.asked}'`, 'open, suspended or revoked'],
	[`update downloads set order_id = (select id from orders where status = 'pending')`, 'A download belongs to'],
	[`update downloads set last_at = first_at - interval '1 s'`, 'The first download is not after the last'],
	[`update refunds set amount_cents = 999999 where order_id = '${ids.partly}'`, 'no more than was paid'],
	[`update refunds set provider_payment_id = 'pi_other' where order_id = '${ids.partly}'`, 'A refund belongs to a payment'],
	[`update refunds set amount_cents = amount_cents - 1 where order_id = '${ids.asked}'`, 'agree on order and amount'],
	[`update refunds set request_ref = gen_random_uuid()::text where order_id = '${ids.asked}'`, 'the request that it names'],
	[`delete from refunds where order_id = '${ids.asked}'`, 'has a refund that succeeded'],
	[`update refund_requests set settled_at = null`, 'A settled refund request has a time'],
	[`update refund_requests set state = 'sent', settled_at = null`, 'has settled its request'],
	[`update refund_requests set provider_payment_id = 'pi_other'`, 'request belongs to a payment'],
	[`update refund_requests set amount_cents = 999999`, 'asks for no more than the price'],
	[`update disputes set provider_payment_id = 'pi_other'`, 'A dispute belongs to'],
	[`update bank_transfers set currency = 'eur'`, 'A bank transfer that arrived'],
	[`update invoice_series set last_number = last_number + 1`, 'The next invoice number'],
	[`delete from invoices where sequence = 1`, 'Invoice numbers have no gap'],
	[`update invoices set number = number || '0' where sequence = 1`, 'An invoice’s number'],
	[`update invoices set issued_at = now() + interval '1 year' where sequence = 1`, 'in chronological order'],
	[`update invoices set tax_kind = 'exempt' where sequence = 1`, 'Only taxed invoices'],
	[
		`update invoices set gross_cents = gross_cents * 99, net_cents = gross_cents * 99 - tax_cents where kind = 'credit_note'`,
		'Credit notes return',
	],
	[`update invoices set currency = 'eur' where kind = 'credit_note'`, 'A credit note corrects'],
	[`update invoices set livemode = not livemode where order_id = '${ids.plain}'`, 'An invoice belongs to'],
	[`update invoices set gross_cents = gross_cents - 1, net_cents = net_cents - 1 where order_id = '${ids.plain}'`, 'add up to the money'],
	[`update media_chunks set data = substring(data from 2)`, 'has all its bytes'],
	[`update media set bytes = bytes + 1`, 'as large as its files'],
	[`update auth.signing_keys set status = 'previous' where status = 'current'`, 'key that signs sessions'],
]

const rowPlants = (ids: Ids): readonly (readonly [string, string])[] => [
	[`delete from orders where id = '${ids.plain}'`, 'payments: .*violates foreign key'],
	[`delete from auth.users`, 'auth|sessions|refund_requests: .*violates foreign key'],
	[
		despite('orders', 'orders_check', `update orders set total_cents = total_cents + 1 where id = '${ids.plain}'`),
		'orders: .*orders_check',
	],
	[
		despite('orders', 'orders_status_check', `update orders set status = 'lost' where id = '${ids.plain}'`),
		'orders: .*orders_status_check',
	],
	[despite('refunds', 'refunds_amount_cents_check', `update refunds set amount_cents = -5`), 'refunds: .*amount_cents_check'],
	[despite('invoices', 'invoices_check', `update invoices set net_cents = net_cents + 1`), 'invoices: .*invoices_check'],
	[unseen('payments_pkey', `insert into payments select * from payments limit 1`), 'payments: .*payments_pkey'],
	[unseen('invoices_number_key', `update invoices set number = 'TEST-1' where sequence < 3`), 'invoices: .*invoices_number_key'],
	[
		unseen(
			'entitlements_order_id_product_code_key',
			`insert into entitlements (order_id, product_code, email, granted_at)
		select order_id, product_code, email, granted_at from entitlements limit 1`,
		),
		'entitlements: .*product_code_key',
	],
]

const undone = new Error('undone')

/** Plants a corruption, runs the checks in `look`, and rolls back. @returns the report */
async function reportOf(db: Deps['db'], plant: string, look: (tx: Tx) => Promise<string[]>): Promise<string> {
	let report: string[] = []
	const transaction = db.transaction().execute(async (tx) => {
		await sql`set local session_replication_role = replica`.execute(tx)
		for (const statement of plant.includes('do $$') ? [plant] : plant.split(';')) {
			const { numAffectedRows } = await sql.raw(statement).execute(tx)
			if (numAffectedRows === 0n) throw new Error('changed nothing')
		}
		report = await look(tx)
		throw undone
	})
	await transaction.catch((error: unknown) => {
		if (error !== undone) throw new Error(`${plant}: ${String(error)}`, { cause: error })
	})
	return report.join('\n')
}

// Skipped on a server with restricted rights: a drill runs as the superuser of an embedded database.
test.skipIf(ownerVersion !== '')('a restored shop passes all checks', async () => {
	expect(await checkRestored((await openBusyShop()).db)).toEqual([])
})

test.runIf(isLong && ownerVersion === '')(
	'each planted corruption is reported',
	async () => {
		const { db, ids } = await openBusyShop()
		const rules = async (tx: Tx) => (await checkBusinessRules(tx)).map(({ what }) => what)
		const rows = async (tx: Tx) => (await checkRows(tx)).map(({ table, problem }) => `${table}: ${problem}`)
		const missed: string[] = []
		for (const [plant, sentence] of rulePlants(ids)) if (!new RegExp(sentence).test(await reportOf(db, plant, rules))) missed.push(plant)
		for (const [plant, sentence] of rowPlants(ids)) if (!new RegExp(sentence).test(await reportOf(db, plant, rows))) missed.push(plant)
		expect(missed).toEqual([])
		expect(rulePlants(ids).length + rowPlants(ids).length).toBe(58)
		expect(await checkRestored(db)).toEqual([])
	},
	300_000,
)

test('the rules need as many statements for ten orders as for two', async () => {
	const { deps } = await makeTestDeps()
	const { db, count } = countStatements(deps.db)
	const askedFor = async (orders: number) => {
		for (let order = 0; order < orders; order += 1) await makeOrder(deps)
		return count(async () => expect(await checkBusinessRules(db)).toEqual([]))
	}
	const few = await askedFor(2)
	expect(await askedFor(8)).toBe(few)
})
