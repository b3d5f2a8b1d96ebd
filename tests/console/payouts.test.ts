import { expect, test, vi } from 'vitest'

import { ProviderUnavailable } from '#server/adapters/payments/port.ts'
import { openCheckout, payAtProvider } from '#tests/factories/checkout.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const DAYS = 86_400_000

test('the operator sees payouts with their orders, fees and mismatches, and can export them', async () => {
	const wire = await startWire()
	const early = await openConsoleAs(wire, 'operator')
	expect((await early.get('/admin/invoices')).text).toContain('href="/admin/payouts"')
	expect((await early.get('/admin/payouts')).text).toContain('Nothing has been paid out yet.')
	const { orderId } = await buyAsLearner(wire.deps)
	await payAtProvider(wire.deps, (await openCheckout(wire.deps)).sessionId)
	wire.clock.advance(4 * DAYS)

	const operator = await openConsoleAs(wire, 'operator', 'later@academy.test')
	const list = await operator.get('/admin/payouts')
	const path = /href="(\/admin\/payouts\/po_\w+)"/.exec(list.text)?.[1] ?? ''
	expect(list.text).toContain('$90.68')
	const one = await operator.get(path)
	expect(one.status).toBe(200)
	for (const said of ['adds up', '$94.00', '$3.32', '$90.68', `href="/admin/orders/${orderId}"`, 'Mismatches (1)', 'not in our records'])
		expect(one.text).toContain(said)

	const file = await operator.get(`${path}/lines.csv`)
	const id = path.split('/').at(-1) ?? ''
	expect([file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
		'text/csv; charset=utf-8',
		`attachment; filename="${id}.csv"`,
	])
	const lines = file.text.trimEnd().split('\r\n')
	expect(lines[0]).toContain('payout,transaction,kind,time,order,payment,refund,currency,gross,fee,net,does not match')
	expect(lines.filter((line) => line.includes(orderId))).toEqual([expect.stringMatching(/,USD,47,1\.66,45\.34,$/)])
	expect(lines.filter((line) => line.endsWith(',not in our records'))).toHaveLength(1)
	expect(lines.at(-1)).toBe(`${id},,sum,,,,,USD,94,3.32,90.68,`)
	const { payouts } = wire.deps.payments
	const payout = await payouts?.find(id)
	if (!payouts || !payout) throw new Error('the sandbox pays out')
	vi.spyOn(payouts, 'find').mockResolvedValueOnce({ ...payout, contents: 'never' })
	const byHand = (await operator.get(path)).text
	for (const said of ['doesn’t list what’s in it', 'Nothing to compare', 'lists no lines']) expect(byHand).toContain(said)
	expect(byHand).not.toContain('Fees')
	const [line] = await payouts.listTransactions(id, 1)
	const many = Array.from({ length: 201 }, (_, index) => ({ ...line!, id: `txn_${index}`, paymentId: index < 200 ? null : 'pi_unknown' }))
	vi.spyOn(payouts, 'listTransactions').mockResolvedValueOnce(many)
	expect((await operator.get(path)).text).toContain('Mismatches (1)')
	const unknown = ['po_none', 'nonsense', '%00', 'po_none/lines.csv']
	expect(await Promise.all(unknown.map(async (each) => (await operator.get(`/admin/payouts/${each}`)).status))).toEqual([
		404, 404, 404, 404,
	])
})

test('support can’t see payouts', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	const paths = ['/admin/payouts', '/admin/payouts/po_1', '/admin/payouts/po_1/lines.csv']
	expect(await Promise.all(paths.map(async (path) => (await support.get(path)).status))).toEqual([403, 403, 403])
})

test('an unreachable provider is reported plainly, and so is one without payouts', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const { payouts } = wire.deps.payments
	if (payouts === null) throw new Error('the sandbox pays out')
	vi.spyOn(payouts, 'list').mockRejectedValue(new ProviderUnavailable('no answer'))
	vi.spyOn(payouts, 'find').mockRejectedValue(new ProviderUnavailable('no answer'))
	for (const path of ['', '/po_1', '/po_1/lines.csv']) {
		const { status, text } = await operator.get(`/admin/payouts${path}`)
		expect([status, text.includes('Stripe didn’t return the payouts')]).toEqual([502, true])
	}
	const other = await startWire({ env: { BANK_TRANSFER: '1' } })
	const banker = await openConsoleAs(other, 'operator')
	expect((await banker.get('/admin/payouts')).text).toContain('Buyers pay straight into your account')
	expect((await banker.get('/admin/payouts/po_1')).status).toBe(404)
})
