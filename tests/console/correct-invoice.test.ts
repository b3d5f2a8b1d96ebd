import { expect, test } from 'vitest'

import { describeTax } from '#domain/invoices/invoice.ts'
import { listInvoices, requireInvoice } from '#server/services/commerce/invoices/find-invoices.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { SELLER, TAXED_BY_PROVIDER } from '#tests/factories/seller.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const ADA = {
	name: 'Ada Ltd',
	line1: 'Weg 1',
	postcode: '10115',
	city: 'Berlin',
	country: 'de',
	vatId: 'DE 123456789',
	reason: 'Bought for work',
}

const hiddenInvoice = (page: string) => /name="invoice" value="([^"]+)"/.exec(page)?.[1] ?? ''

/** Fields that identify the form, as a browser without JavaScript submits them. */
const sentFrom = (path: string) => ({ form_page: path, form_id: path.replaceAll(/[^a-z0-9]+/gi, '-') })

/**
 * Describes each document of an order: number without the year, gross, tax, buyer, the document it corrects and the one that
 * replaces it.
 */
async function tell({ deps: { db } }: Wire, orderId: string) {
	const rows = await listInvoices(db, orderId)
	const documents = await Promise.all(rows.map(({ id }) => requireInvoice(db, { id, orderId })))
	const short = (number: string | undefined) => number?.replace(/^TEST-|-\d{4}-0000/g, '')
	return documents
		.toSorted((one, other) => (one.number < other.number ? -1 : 1))
		.map(({ number, grossCents, taxCents, buyer, corrects, replacedBy }) =>
			[short(number), grossCents, taxCents, buyer.name ?? '?', short(corrects?.number), short(replacedBy ?? undefined)].join(' ').trim(),
		)
}

test('changing the buyer issues a credit note and a new invoice in one step, and later refunds use the new one', async () => {
	const wire = await startWire({ invoicing: SELLER })
	const { orderId } = await buyAsLearner(wire.deps)
	const operator = await openConsoleAs(wire, 'operator')
	const path = `/admin/orders/${orderId}/correct-invoice`
	await operator.post(`/admin/orders/${orderId}/refund`, { reason: 'Kind', amount: '10.00' })
	await runDueJobs(wire.deps)

	expect((await operator.get(`/admin/orders/${orderId}`)).text).toContain(path)
	const form = await operator.get(path)
	const invoice = hiddenInvoice(form.text)
	const typed = '=HYPERLINK("x") <b>' + 'x'.repeat(200)
	const refused = await operator.post(path, { ...sentFrom(path), ...ADA, invoice, name: typed, country: 'Germany' })
	expect([refused.status, refused.text.includes('country as two letters')]).toEqual([422, true])
	expect(refused.text).toContain('value="=HYPERLINK(&quot;x&quot;) &lt;b&gt;')
	expect(refused.text).toMatch(/<select(?=[^>]* name="country")(?=[^>]* aria-invalid="true")/)
	expect((await operator.post(path, { ...ADA, invoice, reason: ' ' })).status).toBe(400)

	const both = await Promise.all([operator.post(path, { ...ADA, invoice }), operator.post(path, { ...ADA, invoice, name: 'Other' })])
	expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([303, 409])
	const winner = both[0].status === 303 ? 'Ada Ltd' : 'Other'
	expect(await tell(wire, orderId)).toEqual([
		'CN1 1000 159 ? INV1',
		'CN2 3700 591 ? INV1 INV2',
		`INV1 4700 750 ?`,
		`INV2 3700 591 ${winner}`,
	])
	const order = (await operator.get(`/admin/orders/${orderId}`)).text.replaceAll(/TEST-|-\d{4}-0000/g, '')
	expect([order.match(/replaced by [^<]*/g), order.match(/, for INV\d/g)]).toEqual([['replaced by INV2'], [', for INV1', ', for INV1']])
	const again = await operator.get(path)
	// A refused form still refers to the invoice it was opened for, and stays refused.
	const stale = await operator.post(path, { ...sentFrom(path), ...ADA, name: 'Late', invoice })
	expect([stale.status, hiddenInvoice(stale.text)]).toEqual([409, invoice])
	const same = await operator.post(path, { ...ADA, name: winner, invoice: hiddenInvoice(again.text) })
	expect([same.status, same.text.includes('already says this')]).toEqual([422, true])

	await operator.post(`/admin/orders/${orderId}/refund`, { reason: 'All of it' })
	await runDueJobs(wire.deps)
	expect((await tell(wire, orderId)).find((line) => line.startsWith('CN3'))).toBe(`CN3 3700 591 ${winner} INV2`)
	const late = await operator.post(path, { ...ADA, name: 'Late', invoice: hiddenInvoice(again.text) })
	expect([late.status, late.text.includes('nothing left to correct')]).toEqual([409, true])

	const actions = await wire.deps.db
		.selectFrom('operator_actions')
		.selectAll()
		.where('action', '=', 'invoice_corrected')
		.orderBy('id')
		.execute()
	expect(actions.map(({ reason, before }) => [reason, before])).toEqual([['Bought for work', { invoice }]])
	expect(JSON.stringify(actions)).not.toContain(winner)
})

test('correcting an invoice requires an operator and the second factor, and an order without one is refused', async () => {
	const wire = await startWire({ invoicing: SELLER })
	const { orderId } = await buyAsLearner(wire.deps)
	const path = `/admin/orders/${orderId}/correct-invoice`
	const support = await openConsoleAs(wire, 'support')
	expect((await support.get(`/admin/orders/${orderId}`)).text).not.toContain(path)
	expect([(await support.get(path)).status, (await support.post(path, ADA)).status]).toEqual([403, 403])
	const operator = await openConsoleAs(wire, 'operator')
	const invoice = hiddenInvoice((await operator.get(path)).text)
	wire.clock.advance(11 * 60_000)
	expect((await operator.post(path, { ...ADA, invoice })).status).toBe(422)
	expect(await tell(wire, orderId)).toEqual(['INV1 4700 750 ?'])
	const without = await startWire()
	const other = await buyAsLearner(without.deps)
	const there = await openConsoleAs(without, 'operator')
	expect((await there.get(`/admin/orders/${other.orderId}/correct-invoice`)).status).toBe(404)
	expect((await there.post(`/admin/orders/${other.orderId}/correct-invoice`, { ...ADA, invoice: '%00' })).status).toBe(409)
})

const taxOf = async ({ deps: { db } }: Wire, orderId: string) => {
	const rows = await listInvoices(db, orderId)
	const documents = await Promise.all(rows.map(({ id }) => requireInvoice(db, { id, orderId })))
	const [newest] = documents.filter(({ kind }) => kind === 'invoice').toReversed()
	return newest && [newest.tax.kind, newest.tax.country, describeTax(newest.tax), newest.buyer.vatId]
}

test('changing the tax keeps the total, and later refunds bring the sums back to zero', async () => {
	const wire = await startWire({ invoicing: SELLER })
	const { orderId } = await buyAsLearner(wire.deps)
	const operator = await openConsoleAs(wire, 'operator')
	const path = `/admin/orders/${orderId}/correct-invoice`
	const page = await operator.get(path)
	expect(page.text).toContain('but not the total, because the buyer paid it')
	expect(page.text).toMatch(/<option value="included" selected="">/)
	const french = { ...ADA, country: 'FR', taxKind: 'included', taxRate: '5.5', taxCountry: 'fr' }
	const first = { ...french, invoice: hiddenInvoice(page.text) }
	const wrong = await operator.post(path, { ...sentFrom(path), ...first, taxRate: '0' })
	expect([wrong.status, wrong.text.includes('above 0'), wrong.text.includes('value="Ada Ltd"')]).toEqual([422, true, true])
	expect(wrong.text).toMatch(/<input(?=[^>]* name="taxRate")(?=[^>]* aria-invalid="true")/)
	const reverse = { taxKind: 'reverse_charge', taxReason: 'Reverse charge: the buyer accounts for the VAT.', taxRate: '' }
	const without = await operator.post(path, { ...first, ...reverse, vatId: '' })
	expect([without.status, without.text.includes('needs two VAT IDs')]).toEqual([422, true])

	expect((await operator.post(path, first)).status).toBe(303)
	expect(await taxOf(wire, orderId)).toEqual(['included', 'FR', 'VAT 5.5% (FR)', 'DE123456789'])
	await operator.post(`/admin/orders/${orderId}/refund`, { reason: 'Kind', amount: '10.00' })
	await runDueJobs(wire.deps)
	// The buyer's VAT ID was added later: only the tax changes.
	const second = await operator.get(path)
	expect(second.text).toContain('value="5.5"')
	expect((await operator.post(path, { ...french, ...reverse, invoice: hiddenInvoice(second.text) })).status).toBe(303)
	expect(await taxOf(wire, orderId)).toEqual(['reverse_charge', 'FR', reverse.taxReason, 'DE123456789'])
	const third = await operator.get(path)
	const same = await operator.post(path, { ...french, ...reverse, invoice: hiddenInvoice(third.text) })
	expect([same.status, same.text.includes('already says this')]).toEqual([422, true])
	const lost = await operator.post(path, { ...french, ...reverse, taxCountry: 'FR', vatId: '', invoice: hiddenInvoice(third.text) })
	expect([lost.status, lost.text.includes('needs two VAT IDs')]).toEqual([422, true])
	await operator.post(`/admin/orders/${orderId}/refund`, { reason: 'All of it' })
	await runDueJobs(wire.deps)
	expect(await tell(wire, orderId)).toEqual([
		'CN1 4700 750 ? INV1 INV2',
		'CN2 1000 52 Ada Ltd INV2',
		'CN3 3700 193 Ada Ltd INV2 INV3',
		'CN4 3700 0 Ada Ltd INV3',
		'INV1 4700 750 ?',
		'INV2 4700 245 Ada Ltd',
		'INV3 3700 0 Ada Ltd',
	])
	const sums = (await operator.get(`/admin/invoices.csv?year=${wire.clock.now().getUTCFullYear()}`)).text
	expect(sums.split('\r\n').filter((line) => line.startsWith('sum,'))).toEqual([
		'sum,all,,,,,,,,test,USD,DE,19%,0.00,0.00,0.00',
		'sum,all,,,,,,,,test,USD,FR,5.5%,0.00,0.00,0.00',
		'sum,all,,,,,,,,test,USD,FR,reverse charge,0.00,0.00,0.00',
	])
})

test('an order with unknown tax gets its invoice manually, once, and support sees that it is missing', async () => {
	const wire = await startWire(TAXED_BY_PROVIDER)
	// Without an address from the provider, the order has no invoice.
	const { orderId } = await buyAsLearner(wire.deps)
	const path = `/admin/orders/${orderId}/correct-invoice`
	const support = await openConsoleAs(wire, 'support')
	const seen = (await support.get(`/admin/orders/${orderId}`)).text
	expect([seen.includes('didn’t report how this sale is taxed'), seen.includes(path)]).toEqual([true, false])
	const operator = await openConsoleAs(wire, 'operator')
	expect((await operator.get(`/admin/orders/${orderId}`)).text).toContain('Create invoice')
	const form = await operator.get(path)
	expect(form.text).toMatch(/<option value="" selected="">Choose one/)
	const asked = { ...ADA, invoice: '', taxKind: '', taxRate: '19' }
	expect((await operator.post(path, asked)).status).toBe(422)
	const { invoicing } = wire.deps
	wire.deps.invoicing = null
	const off = await operator.post(path, { ...asked, taxKind: 'included' })
	expect([off.status, off.text.includes('Invoices are off')]).toEqual([422, true])
	wire.deps.invoicing = invoicing
	const both = await Promise.all([1, 2].map(() => operator.post(path, { ...asked, taxKind: 'included' })))
	expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([303, 404])
	expect(await tell(wire, orderId)).toEqual(['INV1 4700 750 Ada Ltd'])
	const actions = await wire.deps.db
		.selectFrom('operator_actions')
		.select('reason')
		.where('action', '=', 'invoice_made')
		.orderBy('id')
		.execute()
	expect(actions).toEqual([{ reason: 'Bought for work' }])
})
