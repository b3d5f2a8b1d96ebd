import { afterEach, expect, test, vi } from 'vitest'

import { notifySessionChange, sessionKey } from '#app/lib/stored-session.ts'
import { inSite } from '#tests/setup/in-site.tsx'
import { renderElement } from '#tests/setup/render-element.ts'

import OrderRoute, { meta } from './order.tsx'

vi.mock('#app/features/orders/receipt-page.tsx', () => ({
	ReceiptPage: ({ orderId, reader, refund }: { orderId: string; reader: string | null; refund: unknown }) => (
		<p>{`${orderId} for ${reader}, refund: ${Boolean(refund)}`}</p>
	),
}))

afterEach(() => localStorage.clear())

test.each([
	{ id: 'ada', text: 'o1 for ada, refund: true' },
	{ id: null, text: 'o1 for null, refund: false' },
])('the order is shown to $id: $text', async ({ id, text }) => {
	if (id) localStorage.setItem(sessionKey(), JSON.stringify({ user: { id, email: 'a@b.c', user_metadata: {} } }))
	notifySessionChange()
	const { page } = await renderElement(inSite(OrderRoute, '/orders/:orderId', '/orders/o1'))
	expect(page.textContent).toBe(text)
})

test('the order’s address is sent to our own server only, which checks the origin of its forms', () => {
	const tags = meta({ matches: [{ loaderData: { name: 'Launchway' } }] } as unknown as Parameters<typeof meta>[0])
	expect(tags).toContainEqual({ name: 'referrer', content: 'same-origin' })
	expect(tags).toContainEqual({ name: 'robots', content: 'noindex' })
})
