import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'

import { QueryProvider } from '#app/lib/query-provider.tsx'
import type { RefundRecord, RefundView } from '#contracts/refunds.ts'
import { currentRefundPolicy } from '#domain/refunds/refund-policy.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { RefundPanel } from './refund-panel.tsx'

afterEach(() => vi.unstubAllGlobals())

const VIEW: RefundView = {
	policyVersion: currentRefundPolicy.version,
	askBefore: '2026-12-20T00:00:00.000Z',
	meter: { opened: 1, total: 40, limitPercent: 20 },
	firstDownloadAt: null,
	amountCents: 3760,
	currency: 'usd',
	promise: { granted: true, reasons: [] },
	withdrawal: null,
	businessDays: { from: 5, to: 10 },
	request: null,
	endsAccess: false,
	hasEnded: false,
}

const record = (state: RefundRecord['state']): RefundRecord => ({
	kind: 'operator',
	state,
	reasons: [],
	amountCents: 1000,
	requestedAt: '2026-11-20T12:00:00.000Z',
	expectedFrom: '2026-11-28T00:00:00.000Z',
	expectedBy: '2026-12-05T00:00:00.000Z',
	settledAt: null,
})

async function openPanel(orderId: string, view: Partial<RefundView>) {
	const sent: unknown[] = []
	vi.stubGlobal('fetch', async (_address: unknown, { body }: RequestInit = {}) => {
		if (typeof body === 'string') sent.push(JSON.parse(body))
		return Response.json({ ...VIEW, ...view })
	})
	const { page, run } = await renderElement(
		<MemoryRouter>
			<QueryProvider>
				<RefundPanel orderId={orderId} reader="ana" />
			</QueryProvider>
		</MemoryRouter>,
	)
	await run(() => vi.waitFor(() => expect(page.textContent).not.toContain('Checking how much')))
	return { page, run, sent }
}

const showPanel = async (orderId: string, view: Partial<RefundView>) => (await openPanel(orderId, view)).page.textContent

test.each<{ what: string; view: Partial<RefundView>; asks: boolean }>([
	{ what: 'nothing was requested', view: {}, asks: true },
	{ what: 'a part was paid back', view: { amountCents: 2760, request: record('settled') }, asks: true },
	{ what: 'everything was paid back', view: { amountCents: 0, request: record('settled') }, asks: false },
	{ what: 'a refund was approved', view: { amountCents: 2760, request: record('granted') }, asks: false },
	{ what: 'a refund is on its way', view: { amountCents: 2760, request: record('sent') }, asks: false },
	{ what: 'a refund failed', view: { request: record('failed') }, asks: false },
	{ what: 'a refused refund is allowed now', view: { request: record('refused') }, asks: true },
	{
		what: 'a refused refund is still not allowed',
		view: { request: record('refused'), promise: { granted: false, reasons: ['content_accessed'] } },
		asks: false,
	},
])('when $what, the learner can ask for the rest: $asks', async ({ what, view, asks }) => {
	expect((await showPanel(what, view)).includes('Ask for my money back')).toBe(asks)
})

const withdrawal: RefundView['withdrawal'] = { askBefore: '2026-12-04T00:00:00.000Z', granted: true, reasons: [] }

test.each<{ what: string; view: Partial<RefundView>; offers: boolean }>([
	{ what: 'no request was made', view: { withdrawal }, offers: true },
	{ what: 'the law gives no such right', view: {}, offers: false },
	{
		what: 'a request by the refund policy was refused',
		view: { withdrawal, request: { ...record('refused'), kind: 'promise' } },
		offers: true,
	},
	{ what: 'the withdrawal itself was refused', view: { withdrawal, request: { ...record('refused'), kind: 'withdrawal' } }, offers: false },
	{ what: 'a part was paid back', view: { withdrawal, request: { ...record('settled'), kind: 'withdrawal' } }, offers: true },
	{ what: 'a refund is on its way', view: { withdrawal, request: { ...record('sent'), kind: 'promise' } }, offers: false },
])('when $what, withdrawal from the contract is offered: $offers', async ({ what, view, offers }) => {
	// Responses are cached per order, and another test has an order of the same name.
	expect((await showPanel(`withdrawal: ${what}`, view)).includes('Withdraw from contract')).toBe(offers)
})

const buttonOf = (page: Element, label: string) => {
	const found = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === label)
	if (!found) throw new Error(`no button ${label}`)
	return found
}

test.each([
	{ granted: true, hasEnded: false, shown: 'You’ll lose access to the course' },
	{ granted: true, hasEnded: true, shown: 'Your access has already ended. If you earned a certificate, you’ll lose it.' },
	{ granted: false, hasEnded: false, shown: 'Your access stays as it is.' },
])('before asking, the learner reads what follows: $shown', async ({ granted, hasEnded, shown }) => {
	const promise: RefundView['promise'] = { granted, reasons: granted ? [] : ['content_accessed'] }
	const { page, run, sent } = await openPanel(`ask ${granted} ${hasEnded}`, { promise, hasEnded })
	await run(() => buttonOf(page, 'Ask for my money back').click())
	expect(page.querySelector('dialog')?.textContent).toContain(shown)
	expect(sent).toEqual([])
	await run(() => buttonOf(page, 'Yes, ask now').click())
	await run(() => vi.waitFor(() => expect(sent).toEqual([expect.objectContaining({ kind: 'promise', message: '' })])))
})

test.each([
	{ state: 'granted', open: 'Your access is paused from now on', ended: 'Your access has already ended.' },
	{ state: 'failed', open: 'Until then you keep your access.', ended: 'another way to pay you.' },
] as const)('a refund that is $state promises no access that has ended', async ({ state, open, ended }) => {
	const view = { request: record(state), endsAccess: state === 'granted' }
	expect(await showPanel(`open ${state}`, view)).toContain(open)
	const text = await showPanel(`ended ${state}`, { ...view, hasEnded: true })
	expect([text.includes(open), text.includes(ended)]).toEqual([false, true])
})

test('a withdrawal needs a name, and is sent with it', async () => {
	const { page, run, sent } = await openPanel('withdraw', { withdrawal })
	await run(() => buttonOf(page, 'Withdraw from contract').click())
	const name = page.querySelector<HTMLInputElement>('input[name="name"]')
	if (!name) throw new Error('no field for the name')
	name.value = ' '
	await run(() => buttonOf(page, 'Confirm withdrawal').click())
	expect([page.textContent.includes('Please enter your name'), sent]).toEqual([true, []])
	name.value = 'Ana'
	await run(() => buttonOf(page, 'Confirm withdrawal').click())
	await run(() => vi.waitFor(() => expect(sent).toEqual([expect.objectContaining({ kind: 'withdrawal', name: 'Ana' })])))
})
