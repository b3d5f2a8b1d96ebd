import { expect, test } from 'vitest'

import { grantComplimentaryAccess } from '#server/services/commerce/settlement/complimentary-access.ts'
import { anonymousContext, openCheckout, payAtProvider } from '#tests/factories/checkout.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { askForRefund, buyAsLearner, readStand } from '#tests/factories/refund.ts'
import { placeTransfer } from '#tests/factories/transfer.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const MINUTE_MS = 60_000

const mailsOf = async (wire: Awaited<ReturnType<typeof startWire>>, email: string, template: string) =>
	(await wire.mails(email)).filter((mail) => mail.template === template).length

test('an order is found by any of its data, and invalid input finds nothing', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const { learner, orderId, sessionId } = await buyAsLearner(wire.deps, { couponCode: 'LAUNCH1' })
	const { provider_payment_id: payment } = await db
		.selectFrom('payments')
		.select('provider_payment_id')
		.where('order_id', '=', orderId)
		.executeTakeFirstOrThrow()
	const support = await openConsoleAs(wire, 'support')
	const link = `/admin/orders/${orderId}`
	const known = [orderId, orderId.slice(-8), sessionId, payment, 'launch1', learner.email, learner.email.slice(0, 9).toUpperCase()]
	const missed: string[] = []
	for (const q of known) if (!(await support.get(`/admin/orders?q=${encodeURIComponent(q)}`)).text.includes(link)) missed.push(q)
	expect(missed).toEqual([])
	const odd = ['%', '_', "' or 1=1 --", '👩🏽‍🎓', 'x'.repeat(10_000), '%25%25', '(', '\\', 'a\0b']
	const answers = await Promise.all(odd.map((q) => support.get(`/admin/orders?q=${encodeURIComponent(q)}`)))
	expect(answers.map(({ status, text }) => [status, text.includes(link)])).toEqual(odd.map(() => [200, false]))
	expect((await support.get('/admin/orders?q=%ed%a0%80&before=x~y&state=nothing')).status).toBe(200)
	expect((await support.get('/admin/orders?state=paid')).text).toContain(link)
	expect((await support.get('/admin/orders?state=disputed')).text).toContain('No orders are disputed.')
})

test('an order page shows everything that happened and what the buyer was promised', async () => {
	const wire = await startWire()
	const { orderId, sessionId, learner } = await buyAsLearner(wire.deps)
	const support = await openConsoleAs(wire, 'support')
	const { status, text } = await support.get(`/admin/orders/${sessionId}`)
	expect(status).toBe(200)
	for (const part of [
		'Ordered: Digital Income Mastery',
		'Payment of $47.00',
		'Your receipt for',
		'Access given to Digital Income Mastery',
		'as long as the learner has opened',
		'<dt>Payment method</dt><dd>Test payment',
		learner.email,
	])
		expect(text).toContain(part)
	const [newest, oldest] = ['Access given to', 'Ordered: '].map((words) => text.indexOf(words))
	expect(newest).toBeLessThan(oldest ?? 0)
	await wire.deps.db
		.updateTable('auth.users')
		.set({ raw_user_meta_data: '{"name":"Ana Buyer"}' })
		.where('id', '=', learner.userId)
		.execute()
	expect((await support.get(`/admin/orders/${orderId}`)).text).toContain('<dt>Buyer</dt><dd>Ana Buyer, ')
	expect(text).not.toContain('<summary>Refund')
	expect((await support.post(`/admin/orders/${orderId}/refund`, { reason: 'x' })).status).toBe(403)
	expect((await support.get('/admin/orders/018f0000-0000-7000-8000-000000000000')).status).toBe(404)
})

test('a refund requires a reason and a fresh second factor, and is logged', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const { orderId } = await buyAsLearner(wire.deps)
	const operator = await openConsoleAs(wire, 'operator')
	const path = `/admin/orders/${orderId}`
	const unreasoned = await operator.post(`${path}/refund`, { reason: ' ' })
	expect([unreasoned.status, unreasoned.text.includes('a reason')]).toEqual([400, true])
	expect((await operator.post(`${path}/refund`, { reason: 'x', amount: 'a lot' })).status).toBe(400)

	wire.clock.advance(11 * MINUTE_MS)
	const page = await operator.get(path)
	expect(page.text).toContain('Code from your authenticator app')
	expect(page.text).toContain('Resend access email')
	expect((await operator.post(`${path}/refund`, { reason: 'Bought by mistake' })).status).toBe(422)
	expect(await readStand(wire.deps, orderId)).toBe('paid, active, not asked')
	const done = await operator.post(`${path}/refund`, { reason: 'Bought by mistake', code: operator.code() })
	expect(done.to).toBe(`${path}?notice=refund-granted`)
	expect(await readStand(wire.deps, orderId)).toBe('refund_pending, suspended, granted')
	expect((await operator.post(`${path}/refund`, { reason: 'again' })).status).toBe(409)
	const rows = await db.selectFrom('operator_actions').selectAll().execute()
	expect(rows).toMatchObject([
		{ actor_id: operator.userId, action: 'refund_granted', object_id: orderId, reason: 'Bought by mistake', before: { status: 'paid' } },
	])
	const refunded = await operator.get(path)
	expect(refunded.text).toMatch(/>refund pending<[^]+<\/section><\/div><p>A refund of \$47\.00 is on its way/)
	expect(refunded.text.match(/>Reason: Bought by mistake/g)?.length).toBe(1)
	expect(refunded.text).toMatch(/requested \(by your team\)[^]{0,40}<span[^>]*>approved</)
	await runDueJobs(wire.deps)
	const arrived = (await operator.get(path)).text
	expect(arrived).toMatch(/Refund of \$47\.00 requested \(by your team\) <span[^>]*>arrived<\/span> decided by operator@academy\.test/)
	// The request and the provider's refund are one entry.
	expect(arrived.match(/>arrived</g)).toHaveLength(1)
	expect(refunded.text).not.toContain('Resend access email')
})

test('the list shows the refunded amount of a partly refunded order', async () => {
	const wire = await startWire()
	const { orderId } = await buyAsLearner(wire.deps)
	const operator = await openConsoleAs(wire, 'operator')
	await operator.post(`/admin/orders/${orderId}/refund`, { reason: 'Late', amount: '10.00' })
	// The buyer asked for nothing, so no email says that they did.
	const mails = await wire.deps.db
		.selectFrom('outbox_messages')
		.select(['template', 'body'])
		.where('template', 'like', 'refund.%')
		.execute()
	expect(mails).toEqual([{ template: 'refund.granted', body: expect.stringContaining('This refund doesn’t change your access.') }])
	expect(mails[0]?.body).not.toContain('paused')
	expect((await operator.get(`/admin/orders/${orderId}`)).text).toContain('A refund of $10.00 is on its way. Until it’s done')
	await runDueJobs(wire.deps)
	expect((await operator.get('/admin/orders?state=partially_refunded')).text).toContain('$10.00 refunded')
})

test('the refund page shows the effects for the learner, the policy and the arrival date', async () => {
	const wire = await startWire()
	const { orderId } = await buyAsLearner(wire.deps)
	const operator = await openConsoleAs(wire, 'operator')
	const { text } = await operator.get(`/admin/orders/${orderId}`)
	for (const words of [
		'If you refund all $47.00, the learner loses',
		/Access to Digital Income Mastery - Lifetime Access \(6 modules\), immediately\. Progress and notes are kept\./,
		'Allows this refund.',
		'In 5-10 business days, on the card or account that paid',
		'This can’t be undone.',
	])
		expect(text).toMatch(words)
	expect(text).toMatch(/<p>Refund: allowed until [A-Z][a-z]{2} \d+, \d{4}<\/p>/)
	expect(text).toMatch(/name="amount"[^>]*value="47\.00"/)
	expect(text).not.toContain('name="against"')
})

test('a refund against the policy needs a confirmation, starting the day after its last day', async () => {
	const wire = await startWire()
	const { orderId } = await buyAsLearner(wire.deps)
	wire.clock.advance(30 * 86_400_000)
	const operator = await openConsoleAs(wire, 'operator')
	const path = `/admin/orders/${orderId}`
	expect((await operator.get(path)).text).toContain('Allows this refund.')
	wire.clock.advance(86_400_000)
	const late = await openConsoleAs(wire, 'operator', 'late@academy.test')
	const { text } = await late.get(path)
	expect(text).toContain('Doesn’t allow this refund. The 30 days to ask for a refund are over.')
	expect(text).toContain('<p>Refund: not allowed. The 30 days to ask for a refund are over.</p>')
	expect(text).toContain('name="against"')
	const fields = { reason: 'Kind', amount: '47.00' }
	const refused = await late.post(`${path}/refund`, { ...fields, ...sentFrom(path, `${path}/refund`) })
	expect(refused.status).toBe(409)
	expect(refused.text).toContain('Check this box to refund it anyway.')
	expect(await readStand(wire.deps, orderId)).toBe('paid, active, not asked')
	expect((await late.post(`${path}/refund`, { ...fields, against: 'yes' })).to).toBe(`${path}?notice=refund-granted`)
	expect(await readStand(wire.deps, orderId)).toBe('refund_pending, suspended, granted')
})

test('a refused request is about no amount, and its timeline names the learner’s use and not a code', async () => {
	const wire = await startWire()
	const { orderId, learner } = await buyAsLearner(wire.deps)
	wire.clock.advance(40 * 86_400_000)
	await askForRefund(wire.deps, learner, orderId)
	const { text } = await (await openConsoleAs(wire, 'operator')).get(`/admin/orders/${orderId}`)
	const timeline = text.slice(text.indexOf('Timeline'))
	expect(timeline).toMatch(/Refund requested \(money-back guarantee\) <span[^>]*>refused<\/span> decided by the refund policy/)
	expect(timeline).toContain('The 30 days to ask for a refund are over.')
	expect(timeline).not.toContain('$0.00')
})

test('of what the provider reported about a paid order, the timeline shows only what failed and what is news', async () => {
	const wire = await startWire()
	const { orderId } = await buyAsLearner(wire.deps)
	const report = (type: string, last_error: string | null = null) => ({ type, last_error, event_id: `evt_${type}`, order_id: orderId })
	const arrived = { provider: 'stripe', livemode: false, received_at: wire.clock.now() }
	const reports = [report('checkout.session.completed'), report('payment_intent.succeeded', 'not stored'), report('charge.updated')]
	await wire.deps.db
		.insertInto('payment_events')
		.values(reports.map((each) => ({ ...arrived, ...each })))
		.execute()
	const { text } = await (await openConsoleAs(wire, 'operator')).get(`/admin/orders/${orderId}`)
	expect(reports.map(({ type }) => text.includes(type))).toEqual([false, true, true])
	expect(text).toContain('not stored')
})

test('a learner’s history shows the payment, its refund and its dispute at their own times', async () => {
	const wire = await startWire()
	const { learner, orderId } = await buyAsLearner(wire.deps)
	wire.clock.advance(3 * 3_600_000)
	const operator = await openConsoleAs(wire, 'operator')
	await operator.post(`/admin/orders/${orderId}/refund`, { reason: 'Kind', amount: '47.00' })
	await runDueJobs(wire.deps)
	const payment = await wire.deps.db.selectFrom('payments').select('provider_payment_id').executeTakeFirstOrThrow()
	const dispute = { ...payment, order_id: orderId, provider_dispute_id: 'du_1', status: 'needs_response', reason: 'general' }
	await wire.deps.db
		.insertInto('disputes')
		.values({ ...dispute, amount_cents: 4700, as_of: wire.clock.now() })
		.execute()
	const { text } = await operator.get(`/admin/learners/${learner.userId}`)
	const history = text.slice(text.indexOf('History'))
	expect(history).toMatch(/of \$47\.00 <span class="badge[^"]*">paid</)
	expect(history).toContain('Refund of $47.00 for')
	expect(history).toMatch(/Dispute of \$47\.00 for <a[^>]*>Order [^<]*<\/a> <span[^>]*>needs response</)
	expect(history).not.toMatch(/\(auth\.|User modified|User signedup|In the console/)
})

test('a refund of more than the remaining amount is refused', async () => {
	const wire = await startWire()
	const { orderId } = await buyAsLearner(wire.deps)
	const operator = await openConsoleAs(wire, 'operator')
	const refund = (amount: string) => operator.post(`/admin/orders/${orderId}/refund`, { reason: 'Kind', amount })
	expect((await refund('47.01')).status).toBe(400)
	expect((await refund('47.00')).status).toBe(303)
})

/** Fields that identify the form, as a browser without JavaScript submits them. */
const sentFrom = (page: string, action: string) => ({ form_page: page, form_id: action.replaceAll(/[^a-z0-9]+/gi, '-') })

test('a refused refund is shown in place, open, with the error at its field and the input', async () => {
	const wire = await startWire()
	const { orderId } = await buyAsLearner(wire.deps)
	const operator = await openConsoleAs(wire, 'operator')
	const path = `/admin/orders/${orderId}`
	const closed = (await operator.get(path)).text
	expect(closed).toContain('<summary>Refund $47.00</summary>')
	expect(closed).not.toMatch(/<details[^>]* open=""/)
	const fields = { ...sentFrom(path, `${path}/refund`), reason: 'Kind <b>', amount: 'a lot' }
	const { status, text } = await operator.post(`${path}/refund`, fields)
	const opened = text.match(/<details[^>]* open=""[^>]*><summary[^>]*>[^<]*/g)
	expect([status, opened?.map((open) => open.replace(/.*>/, ''))]).toEqual([400, ['Refund $47.00', 'More actions']])
	expect(text).toContain('value="Kind &lt;b&gt;"')
	expect(text).toMatch(/aria-invalid="true"[^>]*name="amount"|name="amount"[^>]*aria-invalid="true"/)
	expect(text).toContain('Enter the amount as 37.60.')
})

test('access mail and receipt can be resent, once a minute', async () => {
	const wire = await startWire()
	const { orderId, learner } = await buyAsLearner(wire.deps)
	const support = await openConsoleAs(wire, 'support')
	const before = await mailsOf(wire, learner.email, 'order.access')
	expect((await support.post(`/admin/orders/${orderId}/mail`, { mail: 'access' })).to).toContain('notice=mail-sent-again')
	expect((await support.post(`/admin/orders/${orderId}/mail`, { mail: 'access' })).to).toContain('notice=mail-was-sent')
	expect((await support.post(`/admin/orders/${orderId}/mail`, { mail: 'receipt' })).to).toContain('notice=mail-sent-again')
	expect([await mailsOf(wire, learner.email, 'order.access'), await mailsOf(wire, learner.email, 'order.receipt')]).toEqual([before + 1, 2])
	expect((await wire.lastMail(learner.email)).body).toContain('ask for your money back')

	const given = await makeLearner(wire.deps)
	const gift = await grantComplimentaryAccess(anonymousContext(wire.deps), given.userId)
	expect((await support.get(`/admin/orders/${gift}`)).text).not.toContain('Resend receipt')
	expect((await support.post(`/admin/orders/${gift}/mail`, { mail: 'receipt' })).status).toBe(409)
	await wire.deps.db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', orderId).execute()
	const rows = { [`row-${orderId}`]: 'on', [`row-${gift}`]: 'on' }
	const { to } = await support.post('/admin/bulk', { list: 'orders', action: 'send-receipts', ...rows })
	expect((await support.get(to)).text).toContain('complimentary: there’s no receipt')
	wire.clock.advance(61_000)
	await support.post(`${to}/start`)
	await runDueJobs(wire.deps)
	expect(await mailsOf(wire, learner.email, 'order.receipt')).toBe(3)
	const { body } = await wire.lastMail(learner.email)
	expect([body.includes('money back'), body.includes('This payment was refunded.')]).toEqual([false, true])

	await openCheckout(wire.deps, { email: 'unpaid@example.com' })
	const { id } = await wire.deps.db.selectFrom('orders').select('id').where('status', '=', 'pending').executeTakeFirstOrThrow()
	expect((await support.post(`/admin/orders/${id}/mail`, { mail: 'receipt' })).status).toBe(409)
})

test('reconciling with the provider finds a payment whose webhook never arrived', async () => {
	const wire = await startWire()
	const { sessionId } = await openCheckout(wire.deps, { email: 'ada@example.com' })
	await payAtProvider(wire.deps, sessionId)
	const support = await openConsoleAs(wire, 'support')
	const { to } = await support.post(`/admin/orders/${sessionId}/reconcile`)
	expect(to).toContain('notice=order-reconciled')
	expect((await support.get(to)).text).toContain('text-spruce-ink">paid')
})

test('with bank transfers on, an incoming payment is marked by hand', async () => {
	const wire = await startWire({
		env: { BANK_TRANSFER: '1' },
	})
	const { sessionId } = await openCheckout(wire.deps, { browserKey: 'ada' })
	await placeTransfer(wire.deps, sessionId)
	const { order_id: id } = await wire.deps.db.selectFrom('bank_transfers').select('order_id').executeTakeFirstOrThrow()
	const operator = await openConsoleAs(wire, 'operator')
	expect((await operator.get(`/admin/orders/${id}`)).text).toMatch(/Mark as paid.*<dt>Expected<\/dt><dd>\$47\.00 with the reference LW-/s)
	expect((await operator.post(`/admin/orders/${id}/transfer-paid`, { amount: '1.00' })).status).toBe(409)
	expect((await operator.post(`/admin/orders/${id}/transfer-paid`, { amount: '47.00' })).to).toContain('notice=transfer-marked')
	expect((await operator.post(`/admin/orders/${id}/transfer-paid`, { amount: '47.00' })).to).toContain('notice=transfer-was-marked')
	await operator.post(`/admin/orders/${id}/refund`, { reason: 'Kind' })
	const { id: request } = await wire.deps.db.selectFrom('refund_requests').select('id').executeTakeFirstOrThrow()
	await runDueJobs(wire.deps)
	expect((await operator.post(`/admin/orders/${id}/refund-sent`, { request: 'no-uuid' })).status).toBe(404)
	expect((await operator.post(`/admin/orders/${id}/refund-sent`, { request })).to).toContain('notice=refund-marked')
})
