import { expect, test } from 'vitest'

import { describeTax } from '#domain/invoices/invoice.ts'
import { canWriteCii, writeCii } from '#domain/invoices/write-cii.ts'
import { correctInvoice, issueMissingInvoice } from '#server/services/commerce/invoices/correct-invoice.ts'
import { listInvoices, requireInvoice } from '#server/services/commerce/invoices/find-invoices.ts'
import { applySnapshot } from '#server/services/commerce/settlement/apply-snapshot.ts'
import type { Deps } from '#server/services/context.ts'
import { anonymousContext, openCheckout, payAtProvider } from '#tests/factories/checkout.ts'
import { SELLER, TAXED_BY_PROVIDER } from '#tests/factories/seller.ts'
import { makeOrder, paidSnapshot } from '#tests/factories/snapshot.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

const ADDRESS = { name: 'Ada', line1: 'Street 1', postcode: '75001', city: 'City', country: 'FR', taxId: '' }

const EMPTY_BUYER = { name: '', line1: '', line2: '', postcode: '', city: '', region: '', country: '', vatId: '' }

/** Buys with this address and pays in the sandbox. */
async function buy(deps: Deps, changes: Partial<typeof ADDRESS> = {}) {
	const { sessionId } = await openCheckout(deps, { email: 'ada@example.com' })
	await payAtProvider(deps, sessionId, { billing: { ...ADDRESS, ...changes } })
	const snapshot = await deps.payments.fetchSnapshot(sessionId)
	const orderId = snapshot.orderRef ?? ''
	await applySnapshot(anonymousContext(deps), orderId, snapshot)
	const again = async () => applySnapshot(anonymousContext(deps), orderId, await deps.payments.fetchSnapshot(sessionId))
	return { orderId, paymentId: snapshot.payments[0]?.id ?? '', again, totals: snapshot.totals }
}

async function listDocuments({ db }: Deps, orderId: string) {
	const rows = await db.selectFrom('invoices').select('id').where('order_id', '=', orderId).orderBy('issued_at').orderBy('id').execute()
	return Promise.all(rows.map(({ id }) => requireInvoice(db, { id, orderId })))
}

const valuesOf = (xml: string, name: string) => [...xml.matchAll(new RegExp(`<ram:${name}[^>]*>([^<]*)<`, 'g'))].map(([, value]) => value)

test.each([
	{ who: 'a person in France', changes: {}, tax: 783, words: 'VAT 20% (FR)', country: 'FR', category: 'S' },
	{
		who: 'a person in the seller’s country',
		changes: { country: 'DE', postcode: '10115' },
		tax: 750,
		words: 'VAT 19% (DE)',
		country: 'DE',
		category: 'S',
	},
	{
		who: 'a company in France',
		changes: { taxId: 'FR12345678901' },
		tax: 0,
		words: 'Reverse charge: the buyer accounts for the VAT.',
		country: 'FR',
		category: 'AE',
	},
	{
		who: 'a company in the seller’s country',
		changes: { country: 'DE', taxId: 'DE123456789' },
		tax: 750,
		words: 'VAT 19% (DE)',
		country: 'DE',
		category: 'S',
	},
	{
		who: 'a company with another country’s VAT ID',
		changes: { taxId: 'DE123456789' },
		tax: 783,
		words: 'VAT 20% (FR)',
		country: 'FR',
		category: 'S',
	},
	{
		who: 'a person in the United States, where the seller isn’t registered',
		changes: { country: 'US', postcode: '10001' },
		tax: 0,
		words: 'No Sales tax is charged: the seller is not registered for it in United States.',
		country: 'US',
		category: 'O',
	},
	{
		who: 'a person in Montreal, with two taxes',
		changes: { country: 'CA', postcode: 'H2X 1Y4' },
		tax: 612,
		words: 'GST + QST 14.975% (CA)',
		country: 'CA',
		category: null,
	},
])('the invoice for $who shows the tax collected, and the price is unchanged', async ({ changes, tax, words, country, category }) => {
	const { deps } = await makeTestDeps(TAXED_BY_PROVIDER)
	const { orderId, totals } = await buy(deps, changes)
	expect(totals).toEqual({ subtotalCents: 4700, discountCents: 0, taxCents: tax, totalCents: 4700 })
	const [invoice] = await listDocuments(deps, orderId)
	if (!invoice) throw new Error('no invoice was made')
	expect([invoice.netCents, invoice.taxCents, invoice.grossCents]).toEqual([4700 - tax, tax, 4700])
	expect([describeTax(invoice.tax), invoice.tax.country]).toEqual([words, country])
	expect(invoice.buyer).toMatchObject({ name: 'Ada', vatId: changes.taxId ?? null })
	expect(canWriteCii(invoice)).toBe(category !== null)
	if (category === null) return
	const xml = writeCii(invoice)
	expect(new Set(valuesOf(xml, 'CategoryCode'))).toEqual(new Set([category]))
	const [base, taken, all] = ['TaxBasisTotalAmount', 'TaxTotalAmount', 'GrandTotalAmount'].map((name) => Number(valuesOf(xml, name)[0]))
	expect(Number(base) + Number(taken)).toBeCloseTo(Number(all), 10)
})

test('partial refunds return their share of the tax, and a full refund all of it', async () => {
	const { deps, clock } = await makeTestDeps(TAXED_BY_PROVIDER)
	const { orderId, paymentId, again } = await buy(deps, { country: 'CA', postcode: 'H2X 1Y4' })
	for (const amountCents of [1000, 3699, 1]) {
		clock.advance(60_000)
		await deps.payments.createRefund({ refundRequestId: `r${amountCents}`, paymentId, amountCents, reason: 'requested_by_customer' })
		await again()
	}
	const [invoice, ...notes] = await listDocuments(deps, orderId)
	expect(notes.map(({ kind, taxCents, grossCents }) => [kind, taxCents, grossCents])).toEqual([
		['credit_note', 130, 1000],
		['credit_note', 482, 3699],
		['credit_note', 0, 1],
	])
	expect(notes.reduce((sum, { taxCents }) => sum + taxCents, 0)).toBe(invoice?.taxCents)
	expect(notes.every(({ tax }) => describeTax(tax) === 'GST + QST 14.975% (CA)')).toBe(true)
})

test('a tax corrected twice is split by its rate, not by the provider’s earlier partial amounts', async () => {
	const { deps, clock } = await makeTestDeps(TAXED_BY_PROVIDER)
	const ctx = anonymousContext(deps)
	const { sessionId } = await openCheckout(deps, { email: 'ada@example.com' })
	await payAtProvider(deps, sessionId, { billing: ADDRESS })
	const apply = async () => {
		const snapshot = await deps.payments.fetchSnapshot(sessionId)
		const line = { why: 'taxed', name: 'VAT', rateBasisPoints: 2000, amountCents: 400, country: 'FR' } as const
		await applySnapshot(ctx, snapshot.orderRef ?? '', { ...snapshot, tax: { taxCents: 400, lines: [line] } })
		return { orderId: snapshot.orderRef ?? '', paymentId: snapshot.payments[0]?.id ?? '' }
	}
	const { orderId, paymentId } = await apply()
	const sendBack = async (refundRequestId: string) => {
		await deps.payments.createRefund({ refundRequestId, paymentId, amountCents: 1000, reason: 'requested_by_customer' })
		await apply()
	}
	const correctTo = async (rate: string) => {
		clock.advance(60_000)
		const invoiceId = (await listInvoices(deps.db, orderId)).findLast(({ kind }) => kind === 'invoice')?.id ?? ''
		const tax = { kind: 'included', rate, country: 'FR', reason: '' }
		await correctInvoice(ctx, { orderId, invoiceId, buyer: { ...EMPTY_BUYER, name: 'Ada' }, tax })
	}
	await sendBack('r1')
	await correctTo('5.5')
	await correctTo('20')
	clock.advance(60_000)
	await sendBack('r2')
	const last = (await listDocuments(deps, orderId)).at(-1)
	// The 20% tax included in 37.00 is 6.17, and in the remaining 27.00 it is 4.50.
	expect([last?.kind, last?.taxCents, last?.grossCents]).toEqual(['credit_note', 167, 1000])
})

test.each([
	{ why: 'Stripe does not know the place', changes: { country: 'KP' } },
	{ why: 'no address was reported', changes: null },
])('with an unknown tax no invoice is issued or promised, and the operator is alerted once ($why)', async ({ changes }) => {
	const { deps } = await makeTestDeps({ ...TAXED_BY_PROVIDER, env: { OPERATOR_EMAIL: 'me@academy.test' } })
	const { sessionId } = await openCheckout(deps, { email: 'ada@example.com' })
	await payAtProvider(deps, sessionId, changes === null ? {} : { billing: { ...ADDRESS, ...changes } })
	const snapshot = await deps.payments.fetchSnapshot(sessionId)
	const orderId = snapshot.orderRef ?? ''
	const apply = () => applySnapshot(anonymousContext(deps), orderId, snapshot)
	expect(await apply()).toMatchObject({ outcome: 'applied', status: 'paid' })
	await apply()
	expect(await listDocuments(deps, orderId)).toEqual([])
	expect(await deps.db.selectFrom('order_alerts').select('kind').execute()).toEqual([{ kind: 'tax_unknown' }])
	const mails = await deps.db.selectFrom('outbox_messages').select(['template', 'body']).execute()
	expect(mails.find(({ template }) => template === 'order.receipt')?.body).not.toContain('invoice')
	expect(mails.filter(({ body }) => body.includes('its tax is unknown'))).toHaveLength(1)
	// A later refund makes no credit note if there is no invoice.
	const paymentId = snapshot.payments[0]?.id ?? ''
	await deps.payments.createRefund({ refundRequestId: 'r1', paymentId, amountCents: 1000, reason: 'requested_by_customer' })
	await applySnapshot(anonymousContext(deps), orderId, await deps.payments.fetchSnapshot(sessionId))
	expect(await listDocuments(deps, orderId)).toEqual([])

	const byHand = { orderId, buyer: { ...EMPTY_BUYER, name: 'Ada' }, tax: { kind: 'exempt', rate: '', country: '', reason: 'Exempt' } }
	await issueMissingInvoice(anonymousContext(deps), byHand)
	expect((await listDocuments(deps, orderId)).map(({ kind, taxCents, grossCents }) => [kind, taxCents, grossCents])).toEqual([
		['invoice', 0, 4700],
		['credit_note', 0, 1000],
	])
	await expect(issueMissingInvoice(anonymousContext(deps), byHand)).rejects.toMatchObject({ code: 'invoice_not_found' })
})

test('the tax collected by the provider counts, despite later settings; bank transfers have no calculated tax', async () => {
	const { deps } = await makeTestDeps({ ...TAXED_BY_PROVIDER, invoicing: SELLER })
	const [abroad] = await listDocuments(deps, (await buy(deps)).orderId)
	expect([abroad?.taxCents, abroad?.tax.rateBasisPoints]).toEqual([783, 2000])
	const plain = await makeTestDeps({ invoicing: SELLER })
	const [home] = await listDocuments(plain.deps, (await buy(plain.deps)).orderId)
	expect([home?.taxCents, home?.tax.rateBasisPoints]).toEqual([750, 1900])

	const transfer = await makeTestDeps({ ...TAXED_BY_PROVIDER, env: { BANK_TRANSFER: '1' } })
	const order = await makeOrder(transfer.deps)
	expect(await applySnapshot(anonymousContext(transfer.deps), order.id, paidSnapshot(order))).toMatchObject({ status: 'paid' })
	expect(await listDocuments(transfer.deps, order.id)).toEqual([])
	expect(await transfer.deps.db.selectFrom('order_alerts').select('kind').execute()).toEqual([])
})
