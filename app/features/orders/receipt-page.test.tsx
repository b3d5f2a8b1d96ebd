import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'

import type { InvoiceSummary, OrderReceipt } from '#contracts/payments.ts'
import { CONSENT_MISSING_MESSAGE } from '#domain/orders/describe-order.ts'
import { currentRefundPolicy } from '#domain/refunds/refund-policy.ts'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { ReceiptPage } from './receipt-page.tsx'

vi.mock('#app/lib/backend.ts')

const PAID: OrderReceipt = {
	orderId: 'o1',
	number: 'LW-1',
	status: 'paid',
	product: { code: 'course', name: 'The course' },
	amounts: { currency: 'usd', subtotalCents: 9900, discountCents: 0, totalCents: 9900 } as OrderReceipt['amounts'],
	discountCode: null,
	createdAt: '2026-11-01T10:00:00Z',
	paidAt: '2026-11-03T10:00:00Z',
	accessEndsAt: null,
	testMode: false,
	email: 'ada@example.com',
	access: 'active',
	refundPolicy: currentRefundPolicy.version,
	refundUntil: '2026-12-03T00:00:00Z',
	waiver: null,
	transfer: null,
	invoices: [],
}

const CONSENT = { version: 'v1', label: 'I agree', note: 'Note.' }
const TO_CONFIRM = { state: 'to-confirm', asksEmail: true, consent: CONSENT, payBy: '2026-11-15T00:00:00Z' } as const
const UNPAID: OrderReceipt = { ...PAID, status: 'verifying', paidAt: null, access: 'none', refundUntil: null, transfer: TO_CONFIRM }
const AWAITED: OrderReceipt = {
	...UNPAID,
	transfer: {
		state: 'awaited',
		reference: 'RF-12-34',
		account: { holder: 'Launchway', iban: 'DE00 1234', bic: 'ABCD' },
		payBy: '2026-11-15T00:00:00Z',
		remindAfterDays: 5,
	},
}

type Look = { receipt?: OrderReceipt; reader?: string | null; answer?: () => Promise<Response>; placed?: () => Promise<Response> }

async function open({ receipt = PAID, reader = 'ada', answer = async () => Response.json(receipt), placed }: Look) {
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const sent: unknown[] = []
	vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
		if (typeof body !== 'string') return answer()
		sent.push(JSON.parse(body))
		return placed?.() ?? Response.json(AWAITED)
	})
	const view = await renderElement(
		<QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
			<MemoryRouter>
				<ReceiptPage orderId="o1" reader={reader} notFound={<p>Not here</p>} refund={<p>Refund form</p>} />
			</MemoryRouter>
		</QueryClientProvider>,
	)
	const used = operatePage(view)
	await used.until(() => expect(view.page.textContent).not.toContain('Loading your order…'))
	const facts = () => [...view.page.querySelectorAll('dt')].map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
	return { ...view, ...used, sent, facts }
}

test.each([
	{ name: 'paid', receipt: PAID, title: 'Receipt', fact: 'Paid on: November 3, 2026' },
	{ name: 'unpaid', receipt: UNPAID, title: 'Your order', fact: 'Ordered on: November 1, 2026' },
])('an order that is $name is titled $title', async ({ receipt, title, fact }) => {
	const { page, facts } = await open({ receipt })
	expect(page.querySelector('h1')?.textContent).toBe(title)
	expect(facts()).toContain(fact)
})

test('a receipt without extras has no lines for them', async () => {
	const { facts, page } = await open({ receipt: { ...PAID, email: null } })
	expect(facts().map((fact) => fact.split(':')[0])).toEqual(['The course', 'Total', 'Payment', 'Paid on', 'Access', 'Order number'])
	for (const text of ['Test mode', 'Invoices', 'Pay by bank transfer']) expect(page.textContent).not.toContain(text)
})

test('a receipt lists discount, consent, invoices and test mode', async () => {
	const invoice: InvoiceSummary = { id: 'i1', kind: 'invoice', number: '7', issuedOn: '2026-11-03', totalCents: 9900, currency: 'usd' }
	const { facts, page, buttons } = await open({
		receipt: {
			...PAID,
			discountCode: 'TEN',
			amounts: { ...PAID.amounts, discountCents: 1000, totalCents: 8900 },
			waiver: { version: '2026-01-01', acceptedAt: '2026-11-02T10:00:00Z' },
			testMode: true,
			invoices: [invoice, { ...invoice, id: 'i2', kind: 'credit_note', number: '8' }],
		},
	})
	expect(facts().slice(0, 3)).toEqual(['The course: $99.00', 'Code TEN: -$10.00', 'Total: $89.00 USD'])
	expect(facts()).toContain('Immediate access: You asked for it on November 2, 2026 (consent text of January 1, 2026).')
	for (const text of ['Test mode', 'Invoice 7', 'Credit note 8', '99.00 USD']) expect(page.textContent).toContain(text)
	expect(buttons().filter((name) => name?.startsWith('Download'))).toEqual(['Download PDF', 'Download invoice', 'Download credit note'])
})

test.each([
	{ name: 'the owner', reader: 'ada', link: 'Go to My Dashboard', refund: 'Refund form' },
	{ name: 'a guest', reader: null, link: 'Sign In', refund: 'Sign in with the email address of this order' },
])('$name sees how to get the money back until the last day', async ({ reader, link, refund }) => {
	const { page, button } = await open({ reader })
	expect(button(link)).toBeDefined()
	const section = page.querySelector('[aria-labelledby=money-back]')?.textContent
	expect(section).toContain(refund)
	expect([section?.includes('December 2, 2026'), section?.includes('Refund form')]).toEqual([true, reader !== null])
})

test('an unpaid order promises no money back', async () => {
	const { page } = await open({ receipt: UNPAID })
	expect(page.querySelector('[aria-labelledby=money-back]')).toBeNull()
})

test.each([
	{ status: 404, code: 'not_found', text: 'Not here' },
	{ status: 403, code: 'insufficient_aal', text: 'Your second factor protects it.' },
	{ status: 500, code: 'internal', text: 'Your order is safe; please try again.' },
])('an order refused with $status is explained', async ({ status, code, text }) => {
	const { page } = await open({ answer: async () => Response.json({ error: { code, message: 'No.' } }, { status }) })
	expect(page.textContent).toContain(text)
	expect(page.textContent.includes('couldn’t be loaded')).toBe(status !== 404)
})

test('a bank transfer is placed after consent, and its details replace the form', async () => {
	const { page, press, type, sees, sent, describe, run, facts } = await open({ receipt: UNPAID })
	await type('Email', 'ada@example.com')
	await press('Order and Pay by Bank Transfer')
	expect([describe('I agree'), sent]).toEqual([[CONSENT_MISSING_MESSAGE], []])
	await run(() => page.querySelector<HTMLInputElement>('input[name=consent]')?.click())
	await press('Order and Pay by Bank Transfer')
	await sees('RF-12-34')
	expect(sent).toEqual([{ consent: 'v1', email: 'ada@example.com' }])
	expect(facts().slice(0, 6)).toEqual([
		'Amount: $99.00 USD',
		'Reference: RF-12-34',
		'Account holder: Launchway',
		'IBAN: DE00 1234',
		'BIC: ABCD',
		'Pay by: November 15, 2026',
	])
	expect([document.activeElement?.textContent, page.querySelector('form')]).toEqual(['Pay by bank transfer', null])
	expect(page.textContent).not.toContain('don’t send any money')
})

test.each([
	{
		name: 'a field',
		body: { code: 'invalid', message: 'No.', fields: { email: 'Unknown address' } },
		field: 'Unknown address',
		toast: null,
	},
	{ name: 'the whole order', body: { code: 'closed', message: 'It is closed.' }, field: '', toast: 'Order not placed. It is closed.' },
])('a transfer refused because of $name says so once', async ({ body, field, toast }) => {
	const { page, press, run, describe, toasts, until } = await open({
		receipt: UNPAID,
		placed: async () => Response.json({ error: body }, { status: 422 }),
	})
	await run(() => page.querySelector<HTMLInputElement>('input[name=consent]')?.click())
	await press('Order and Pay by Bank Transfer')
	if (toast) await toasts(toast)
	await until(() => expect(describe('Email').includes(field)).toBe(field !== ''))
	expect(page.textContent).toContain('Pay by bank transfer')
})

test('an email is asked for only if the order has none, and a test order warns', async () => {
	const { field } = await open({ receipt: { ...UNPAID, transfer: { ...TO_CONFIRM, asksEmail: false } } })
	expect(field('Email')).toBeUndefined()
	const { page } = await open({ receipt: { ...AWAITED, testMode: true } })
	expect(page.textContent).toContain('please don’t send any money')
})
