import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'

import { readOwnedSince } from '#app/lib/owned-course.ts'
import { readStoredUser, saveStoredUser } from '#app/lib/stored-user.ts'
import { loadedContent } from '#content/loaded.server.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { PaymentSuccess } from './payment-success.tsx'

const { paymentPages } = loadedContent

const PAID_AT = '2026-03-01T00:00:00Z'

afterEach(() => {
	vi.unstubAllGlobals()
	localStorage.clear()
})

type State = { signInAs: string | null; isGuest: boolean; isMailSandbox?: boolean }

async function openPage({ signInAs, isGuest, isMailSandbox = false }: State) {
	const order = {
		status: 'paid',
		orderId: 'cs_test_1',
		number: '1A2B3C4D',
		product: { code: 'course', name: 'Course', page: '/digital-income-mastery' },
		amounts: { currency: 'usd', subtotalCents: 4700, discountCents: 0, totalCents: 4700 },
		discountCode: null,
		email: 'a***@example.com',
		paidAt: PAID_AT,
		testMode: true,
		isMailSandbox,
		signInAs,
	}
	vi.stubGlobal('__SEVERAL_OFFERS__', false)
	vi.stubGlobal('fetch', async () => Response.json(order))
	const { page, leave } = await renderElement(
		<MemoryRouter>
			<PaymentSuccess
				words={paymentPages.success}
				benefits={{}}
				sessionId="cs_test_1"
				renderSignIn={(email) => <form>Code for {email}</form>}
				isGuest={isGuest}
			/>
		</MemoryRouter>,
	)
	await vi.waitFor(() => expect(page.querySelector('h1')?.textContent).toBe('Payment Successful'))
	const modules = page.querySelector('a[href="/modules"]')
	return { page, leave, modules }
}

test('after a guest pays, modules open in this browser, sales prompts stop, and the sign-in code form comes first', async () => {
	const { page, modules, leave } = await openPage({ signInAs: 'ada@example.com', isGuest: true })
	expect(readStoredUser()).toEqual({ name: '', email: 'ada@example.com' })
	expect(readOwnedSince()).toBe(PAID_AT)
	const form = page.querySelector('form')
	expect(form?.textContent).toBe('Code for ada@example.com')
	expect(form?.compareDocumentPosition(modules ?? page)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
	expect(modules?.className).toContain('btn-secondary')
	await leave()
})

test('a visitor who signed up in this browser before paying keeps their name', async () => {
	saveStoredUser({ name: 'Ada', email: 'ada@home.example' })
	const { leave } = await openPage({ signInAs: 'ada@example.com', isGuest: true })
	expect(readStoredUser()).toEqual({ name: 'Ada', email: 'ada@home.example' })
	await leave()
})

test('a stored name without an address gets the address of the order', async () => {
	saveStoredUser({ name: 'Ada', email: '' })
	const { leave } = await openPage({ signInAs: 'ada@example.com', isGuest: true })
	expect(readStoredUser()).toEqual({ name: 'Ada', email: 'ada@example.com' })
	await leave()
})

test.each([
	['another browser that has the link', { signInAs: null, isGuest: true }],
	['the browser of a buyer who is signed in', { signInAs: 'ada@example.com', isGuest: false }],
])('%s stores no name and no purchase', async (_, state) => {
	const { leave } = await openPage(state)
	expect([readStoredUser(), readOwnedSince()]).toEqual([null, null])
	await leave()
})

test.each([
	[true, '/dev/outbox?to=ada%40example.com'],
	[false, undefined],
])('with emails that stay on the server (%s), the code is found at %s', async (isMailSandbox, outbox) => {
	const { page, leave } = await openPage({ signInAs: 'ada@example.com', isGuest: true, isMailSandbox })
	expect(page.querySelector('a[href^="/dev/outbox"]')?.getAttribute('href')).toBe(outbox)
	await leave()
})
