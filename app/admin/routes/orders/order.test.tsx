import { expect, test } from 'vitest'

import { hoursAgo, readPage } from '#tests/setup/read-page.tsx'

import OrderPage from './order.tsx'

// All values differ, so that the test notices one under the wrong name.

const ID = '01890000-0000-7000-8000-00000a1b2c3d'
const order = {
	id: ID,
	status: 'partially_refunded',
	currency: 'usd',
	totalCents: 9900,
	subtotalCents: 12_000,
	discountCents: 2100,
	taxCents: 1581,
	discountCode: 'SOON',
	isGiven: false,
	isLive: true,
	provider: 'stripe',
	product: 'Digital Income',
	email: 'ana@example.test',
	userId: null,
	paidAt: hoursAgo(48),
	waiverVersion: '3',
	waivedAt: hoursAgo(49),
	ageRule: '7',
}
const policy = {
	refusal: null,
	until: hoursAgo(-240),
	refundableCents: 6600,
	windowDays: 14,
	conditions: 'nothing was downloaded',
	version: '5',
	opened: 4,
	total: 40,
	share: 10,
	firstDownloadAt: hoursAgo(24),
}
const sold = {
	order,
	policy,
	refund: null,
	access: { state: 'active', endsAt: hoursAgo(-720), canChange: false },
	giver: null,
	buyer: 'Ana Lee',
	accountId: 'a1',
	opens: ['Course A', 'Bonus B'],
	card: 'american_express 4242',
	invoices: [
		{ id: 'i1', kind: 'invoice', number: 'INV-1', gross_cents: 9900, currency: 'usd', replacedBy: 'INV-2' },
		{ id: 'i2', kind: 'credit_note', number: 'CN-3', gross_cents: 3300, currency: 'usd', corrects: 'INV-1' },
	],
	isInvoiceMissing: false,
	story: [
		{ at: hoursAgo(72), what: 'Ordered' },
		{ at: hoursAgo(48), what: ['Paid', { state: 'late', tone: 'bad' }], notes: ['By card'] },
	],
	sessionId: 'cs_9',
	markableTransfer: null,
	canReconcile: false,
	canResend: false,
}

test('an order shows its money, buyer, policy, invoices and what happened, newest first', () => {
	const { facts, texts } = readPage(OrderPage, sold)
	expect(facts).toEqual([
		'Buyer: Ana Lee, ana@example.test </admin/learners/a1> bought as a guest, not signed in',
		'Paid: Nov 29, 2026, 12:00 PM EST',
		'Product: Digital Income',
		'Gives access to: Course A, Bonus B',
		'Access: [has access, good] Ends Dec 31, 2026',
		'Price: $120.00, less $21.00 with SOON',
		'Tax included: $15.81',
		'Payment method: Stripe, American express •••• 4242',
		'Promised: 14 days to request a refund, as long as nothing was downloaded (version 5)',
		'Consent to immediate access: Nov 29, 2026, 11:00 AM EST (version 3)',
		'Age confirmation: accepted, version 7',
		'Opened since paying: 4 of 40 lessons (10%)',
		'First paid download: Nov 30, 2026, 12:00 PM EST',
		'Left to refund: $66.00',
		`Order ID: ${ID}`,
		'Checkout ID (shown to the buyer): cs_9',
	])
	expect(texts).toEqual([
		'Order 0A1B2C3D',
		'$99.00[partially refunded, calm]$33.00 refunded, $66.00 left',
		'Refund: allowed until Dec 11, 2026',
		'Invoices',
		'Invoice INV-1, $99.00: PDF </admin/invoices/i1/pdf> · XML </admin/invoices/i1/xml> [replaced by INV-2, calm]',
		'Credit note CN-3, $33.00, for INV-1: PDF </admin/invoices/i2/pdf> · XML </admin/invoices/i2/xml>',
		`Correct invoice </admin/orders/${ID}/correct-invoice>`,
		'Timeline',
		'Nov 29, 2026',
		'12:00 PM Paid [late, bad]',
		'By card',
		'Nov 28, 2026',
		'12:00 PM Ordered',
		'For support',
	])
})

const withOrder = (more: object, rest: object = {}) => readPage(OrderPage, { ...sold, order: { ...order, ...more }, ...rest })

test('an order of a guest that isn’t paid says so', () => {
	const open = { status: 'pending', paidAt: null, isLive: false, discountCode: null, taxCents: 0, waiverVersion: null, ageRule: null }
	const rest = { accountId: null, buyer: null, access: null, opens: [], card: null, invoices: [], sessionId: null }
	const { facts, texts } = withOrder(open, rest)
	expect(facts).toEqual([
		'Buyer: ana@example.test bought as a guest, without an account',
		'Paid: not paid',
		'Product: Digital Income',
		'Payment method: Test payment',
		'Promised: 14 days to request a refund, as long as nothing was downloaded (version 5)',
		'Consent to immediate access: not given',
		`Order ID: ${ID}`,
	])
	expect(texts[1]).toMatch(/^\$99\.00\[.*, calm\]\[test mode: no money moved, warn\]$/)
	expect(texts).not.toContain('Invoices')
})

test('access that was given shows by whom and why, without money, invoices and policy', () => {
	const giver = { by: 'bo@example.test', from: { href: '/admin/bulk/b1', words: 'Bulk action' } }
	const { facts, texts } = withOrder({ isGiven: true, discountCode: null, taxCents: 0 }, { giver, sessionId: null })
	expect(facts).toEqual([
		'Learner: Ana Lee, ana@example.test </admin/learners/a1>',
		'Given: Nov 29, 2026, 12:00 PM EST by bo@example.test · Bulk action </admin/bulk/b1>',
		'Product: Digital Income',
		'Gives access to: Course A, Bonus B',
		'Access: [has access, good] Ends Dec 31, 2026',
		`Order ID: ${ID}`,
	])
	expect(texts).not.toContain('Invoices')
})

test.each([
	[
		{ refund: { is: 'on-its-way', cents: 1200 } },
		['[refund of $12.00 on its way, warn]'],
		'A refund of $12.00 is on its way. Until it’s done, you can’t start another.',
	],
	[{ refund: { is: 'to-be-sent', cents: 1200, request: 'r' } }, ['[refund pending, warn]'], undefined],
	[
		{ refund: { is: 'disputed', cents: 1200 } },
		[],
		'The buyer’s bank is reviewing this payment. Until it decides, $12.00 can’t be refunded.',
	],
	[{ policy: { ...policy, refusal: 'The 14 days are over.' } }, [], 'Refund: not allowed. The 14 days are over.'],
])('%o is shown above the facts', (rest, badges, line) => {
	const { texts } = withOrder({ status: 'paid' }, rest)
	expect(texts[1]).toBe(`$99.00[paid, good]${badges.join('')}`)
	if (line === undefined) expect(texts.join(' ')).not.toContain('Refund: ')
	else expect(texts[2]).toBe(line)
})

test('without a tax report, the invoice is missing and can be created; support can’t', () => {
	const missing = { invoices: [], isInvoiceMissing: true }
	expect(withOrder({}, missing).texts).toContain('None yet: the payment provider didn’t report how this sale is taxed.')
	expect(withOrder({}, missing).texts).toContain(`Create invoice </admin/orders/${ID}/correct-invoice>`)
	const ofSupport = readPage(OrderPage, { ...sold, ...missing }, { role: 'support' }).texts
	expect(ofSupport.join(' ')).not.toContain('Create invoice')
	expect(withOrder({}, { invoices: [] }).texts.join(' ')).toContain('if invoices are on. Tax settings </admin/settings/tax>')
})
test('an order’s actions name its amounts and their consequences, and go to the order', () => {
	const ends = { canChange: true, isGiven: false, ends: '2026-12-31T12:00', loss: 'All of Course A' }
	const refund = { is: 'possible', cents: 6600, loses: 'Course A and Bonus B', against: 'Too late.', arrives: 'in 5 days' }
	const more = { access: { ...sold.access, ...ends }, canResend: true, canReconcile: true }
	const path = `/admin/orders/${ID}`
	const live = withOrder({}, { ...more, refund })
	const reason = 'Reason Required. Kept in the activity log.'
	expect(live.dialogs.slice(0, 3)).toEqual([
		`Refund $66.00 This can’t be undone. Amount, in USD $66.00 is left to refund. You can enter less. {66.00} ${reason} Buyer ana@example.test If you refund all $66.00, the learner loses Course A and Bonus B If you refund less Access stays as it is. Refund policy Doesn’t allow this refund. Too late. Money arrives in 5 days Refund anyway and override the refund policy Refund <${path}/refund>`,
		`End access The learner loses All of Course A Money Nothing is refunded. You can still refund the order. Afterwards You can give it back here, and the learner can buy again. We send no email. ${reason} End access <${path}/end-access>`,
		`Change end of access Until it ends The learner has access to everything in this order. At the end Access closes, and the learner can buy again. Progress, notes and certificates are kept. We send no email. {shown: 2026-12-31T17:00:00.000Z} Access ends Optional, in the time zone of the console. Leave it empty for access without an end. {2026-12-31T12:00} ${reason} Save <${path}/access-end>`,
	])
	expect(live.forms).toEqual([
		`{mail: receipt} Resend receipt <${path}/mail>`,
		`{mail: access} Resend access email <${path}/mail>`,
		`Does something look wrong? This asks the provider again and updates the order. Check with Stripe <${path}/reconcile>`,
	])
	const sent = withOrder(
		{ isLive: false },
		{ ...more, markableTransfer: 'REF-1', refund: { is: 'to-be-sent', cents: 6600, request: 'r1' } },
	)
	expect(sent.dialogs.slice(0, 2)).toEqual([
		`Mark as paid Expected $99.00 with the reference REF-1 What happens ana@example.test gets access and a receipt. To send money back later, refund the order. This can’t be undone. Amount on the statement, in USD Accept it, even if the order has closed Mark as paid <${path}/transfer-paid>`,
		`Mark $66.00 as sent back What happens We email ana@example.test that $66.00 was sent. Do this only after you have sent the transfer. This can’t be undone. {request: r1} Mark $66.00 as sent back <${path}/refund-sent>`,
	])
	expect(sent.forms.at(-1)).toContain('Check with the payment provider')
})
