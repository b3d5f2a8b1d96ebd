import { expect, test } from 'vitest'

import type { OrderReceipt } from '#contracts/payments.ts'
import { findTestCard } from '#server/sandbox/stripe/cards.ts'
import { confirmSession } from '#server/sandbox/stripe/confirm-session.ts'
import { performCall } from '#server/sandbox/stripe/objects.ts'
import { applySnapshot } from '#server/services/commerce/settlement/apply-snapshot.ts'
import { systemContext } from '#server/services/context.ts'
import { openCheckout } from '#tests/factories/checkout.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { SELLER } from '#tests/factories/seller.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const BILLING = { name: '=cmd|calc', line1: 'Rue 1', postcode: '75001', city: 'Paris', country: 'FR', taxId: 'FR12345678901' }

/** Buys as a learner who fills in the address on the provider's page. */
async function buyWithAddress({ deps }: Wire) {
	const learner = await makeLearner(deps)
	const { sessionId } = await openCheckout(deps, { email: learner.email })
	const buyer = { email: learner.email, card: findTestCard('4242 4242 4242 4242'), acceptsTerms: true, billing: BILLING }
	await performCall(deps, (call) => confirmSession(call, sessionId, buyer))
	const { order_id: orderId } = await deps.db
		.selectFrom('checkout_sessions')
		.select('order_id')
		.where('provider_session_id', '=', sessionId)
		.executeTakeFirstOrThrow()
	await applySnapshot(systemContext(deps, 'test'), orderId, await deps.payments.fetchSnapshot(sessionId))
	return { learner, orderId }
}

const linesOf = (csv: string) => csv.trimEnd().split('\r\n')

test('the yearly invoice export is safe in spreadsheets, with negative credit notes and sums by rate', async () => {
	const wire = await startWire({ invoicing: SELLER })
	const operator = await openConsoleAs(wire, 'operator')
	expect((await operator.get('/admin/invoices')).text).toContain('No invoices yet.')
	expect(linesOf((await operator.get('/admin/invoices.csv?year=2031')).text)).toHaveLength(1)

	const { orderId } = await buyWithAddress(wire)
	await operator.post(`/admin/orders/${orderId}/refund`, { reason: 'Kind', amount: '10.00' })
	await runDueJobs(wire.deps)
	const year = wire.clock.now().getUTCFullYear()
	const { text, headers } = await operator.get(`/admin/invoices.csv?year=${year}`)
	expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
		'text/csv; charset=utf-8',
		`attachment; filename="invoices-${year}.csv"`,
	])
	const day = wire.clock.now().toISOString().slice(0, 10)
	expect(linesOf(text).slice(1)).toEqual([
		`TEST-CN-${year}-00001,credit note,${day},${day},TEST-INV-${year}-00001,${orderId},'=cmd|calc,FR,FR12345678901,test,USD,DE,19%,-8.41,-1.59,-10.00`,
		`TEST-INV-${year}-00001,invoice,${day},${day},,${orderId},'=cmd|calc,FR,FR12345678901,test,USD,DE,19%,39.50,7.50,47.00`,
		'sum,all,,,,,,,,test,USD,DE,19%,31.09,5.91,37.00',
	])
	const list = await operator.get('/admin/invoices?before=nonsense')
	expect(list.text).toContain(`TEST-CN-${year}-00001`)
	for (const words of ['>$47.00<', '>$10.00<', '>$7.50 (VAT 19%)<']) expect(list.text).toContain(words)
	expect((await operator.get(`/admin/orders/${orderId}`)).text).toContain(`TEST-INV-${year}-00001`)

	const numbersOf = (page: string) => [...new Set(page.match(/TEST-\w+-\d{4}-\d{5}(?=<\/span>)/g))]
	const both = [`TEST-CN-${year}-00001`, `TEST-INV-${year}-00001`]
	for (const [typed, found] of [
		[`test-inv-${year}-00001`, both],
		['=cmd', both],
		[orderId, both],
		['nobody', []],
	] as const)
		expect([typed, numbersOf((await operator.get(`/admin/invoices?q=${encodeURIComponent(typed)}`)).text)]).toEqual([typed, found])
	for (const [days, found] of [
		['from=2020-01-01', both],
		['to=2020-01-01', []],
		['q=%3Dcmd&to=2020-01-01', []],
		['from=2020-01-02&to=2020-01-01', both],
	] as const)
		expect([days, numbersOf((await operator.get(`/admin/invoices?${days}`)).text)]).toEqual([days, found])
})

test('a full last page of invoices doesn’t link to an empty one', async () => {
	const wire = await startWire({ invoicing: SELLER })
	const { db } = wire.deps
	await buyAsLearner(wire.deps)
	const operator = await openConsoleAs(wire, 'operator')
	const issued = await db.selectFrom('invoices').selectAll().executeTakeFirstOrThrow()
	const { id: _, seller, buyer, ...row } = issued
	const add = (sequences: readonly number[]) =>
		db
			.insertInto('invoices')
			.values(
				sequences.map((sequence) => ({
					...row,
					seller: JSON.stringify(seller),
					buyer: JSON.stringify(buyer),
					sequence,
					number: `TEST-${sequence}`,
				})),
			)
			.execute()
	const olderIn = (text: string) => /href="([^"]+)"[^>]*>Next</.exec(text)?.[1] ?? null
	const rowsIn = (text: string) => text.match(/\/pdf"/g)?.length
	await add(Array.from({ length: 49 }, (__, index) => index + 2))
	const full = await operator.get('/admin/invoices')
	expect([rowsIn(full.text), olderIn(full.text)]).toEqual([50, null])
	await add([51])
	const first = await operator.get('/admin/invoices')
	const last = await operator.get(olderIn(first.text) ?? '')
	expect([rowsIn(first.text), rowsIn(last.text), olderIn(last.text)]).toEqual([50, 1, null])
})

test('support can open an order’s documents, but not the invoice list or yearly export', async () => {
	const wire = await startWire({ invoicing: SELLER })
	const { orderId } = await buyAsLearner(wire.deps)
	const support = await openConsoleAs(wire, 'support')
	const { id } = await wire.deps.db.selectFrom('invoices').select('id').where('order_id', '=', orderId).executeTakeFirstOrThrow()
	const pdf = await support.get(`/admin/invoices/${id}/pdf`)
	expect([pdf.status, pdf.headers.get('content-type'), pdf.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
	expect(pdf.text).toContain('factur-x.xml')
	const xml = await support.get(`/admin/invoices/${id}/xml`)
	expect(xml.headers.get('content-type')).toBe('application/xml; charset=utf-8')
	expect(xml.text).toContain('<ram:GrandTotalAmount>47.00</ram:GrandTotalAmount>')
	const refused = ['/admin/invoices', '/admin/invoices.csv']
	expect(await Promise.all(refused.map(async (path) => (await support.get(path)).status))).toEqual([403, 403])
	const unknown = ['018f0000-0000-7000-8000-000000000000', 'nonsense', '%00']
	expect(await Promise.all(unknown.map(async (each) => (await support.get(`/admin/invoices/${each}/pdf`)).status))).toEqual([404, 404, 404])
})

test('the owner of an order gets its invoices by mail, on the receipt and as files, and no one else does', async () => {
	const wire = await startWire({ invoicing: SELLER })
	const { orderId, learner, sessionId } = await buyAsLearner(wire.deps)
	const other = await makeLearner(wire.deps)
	const ask = (path: string, headers: Record<string, string>) => wire.app.request(path, { headers })
	const receipt = (await (await ask(`/api/orders/${sessionId}`, learner.headers)).json()) as OrderReceipt
	expect(receipt.invoices).toMatchObject([
		{ kind: 'invoice', number: `TEST-INV-${wire.clock.now().getUTCFullYear()}-00001`, currency: 'usd', totalCents: 4700 },
	])
	const [mail] = (await wire.mails(learner.email)).filter(({ template }) => template === 'order.receipt')
	expect(mail?.body).toContain('Your invoice is on your order page')

	const path = `/api/orders/${sessionId}/invoices/${receipt.invoices[0]?.id ?? ''}`
	const pdf = await ask(`${path}/pdf`, learner.headers)
	expect([pdf.status, pdf.headers.get('content-disposition')]).toEqual([
		200,
		`attachment; filename="${receipt.invoices[0]?.number ?? ''}.pdf"`,
	])
	expect(await (await ask(`${path}/xml`, learner.headers)).text()).toContain('urn:cen.eu:en16931:2017')
	expect([(await ask(`${path}/pdf`, {})).status, (await ask(`${path}/pdf`, other.headers)).status]).toEqual([401, 404])
	const second = await buyAsLearner(wire.deps, { learner: other })
	const foreign = path.replace(sessionId, second.sessionId)
	expect((await ask(`${foreign}/pdf`, other.headers)).status).toBe(404)
	expect(orderId).not.toBe(second.orderId)
})
