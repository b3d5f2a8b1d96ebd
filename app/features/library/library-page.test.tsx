import { Link, MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'

import { QueryProvider } from '#app/lib/query-provider.tsx'
import { readToasts } from '#app/ui/toast-store.ts'
import libraryJson from '#content/library.json'
import { LibraryWordsSchema } from '#content/schema/library.ts'
import type { DownloadList } from '#contracts/downloads.ts'
import { paths } from '#contracts/paths.ts'
import type { OrderList } from '#contracts/payments.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import type { ShownDocument } from './document-row.tsx'
import { LibraryPage } from './library-page.tsx'

const words = LibraryWordsSchema.parse(libraryJson)
const card = (slug: string, access: 'free' | 'paid'): ShownDocument => ({
	slug,
	title: `The ${slug}`,
	summary: 'What it is.',
	kind: 'guide',
	access,
	group: 'tool',
	contents: ['One', 'Two'],
	date: '2026-11-20',
	formats: ['pdf', 'docx'],
	picture: { width: 595, height: 842 },
	example: [{ label: 'Who', value: 'Beekeepers' }],
	sizes: { pdf: { kilobytes: 38, pages: 4 } },
})

const NOTHING = { courses: [], modules: [] }
const NO_ORDERS: OrderList = { orders: [], entitlements: [], opens: NOTHING, opensForGood: NOTHING, ended: null }

type Look = {
	userId?: string | null
	refused?: string | null
	answer?: () => Promise<Response>
	documents?: ShownDocument[]
	orders?: OrderList
}

const TWO = [card('map', 'free'), card('ledger', 'paid')]

async function showLibrary({
	userId = null,
	refused = null,
	documents = TWO,
	answer = () => new Promise<never>(() => {}),
	orders = NO_ORDERS,
}: Look) {
	const fetched = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>(answer)
	const isOfOrders = (path: string) => path.endsWith('/api/orders')
	vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => (isOfOrders(path) ? Response.json(orders) : fetched(path, init)))
	const shown = await renderElement(
		<MemoryRouter>
			<QueryProvider>
				<LibraryPage
					words={words}
					groups={[{ group: 'tool', title: 'Tools', text: 'They count.', documents }]}
					userId={userId}
					refused={refused}
					purchase={
						<>
							<button type="button">Buy</button>
							<Link to="#ledger">The ledger</Link>
						</>
					}
				/>
			</QueryProvider>
		</MemoryRouter>,
	)
	return { ...shown, fetched }
}

afterEach(() => vi.unstubAllGlobals())

const saying = (list: DownloadList) => () => Promise.resolve(Response.json(list))
const refusing = () => Promise.resolve(Response.json({ error: { code: 'internal', message: 'No.' } }, { status: 500 }))
const buttonsOf = (page: HTMLElement) =>
	[...page.querySelectorAll('button')].filter((button) => !button.closest('[inert]')).map((button) => button.textContent)

test('a visitor sees the contents, gets the free documents and a link to buy, without a request to the server', async () => {
	const { page, fetched, leave } = await showLibrary({})
	expect([...page.querySelectorAll('a[download]')].map((link) => link.getAttribute('href'))).toEqual([
		'/documents/map.pdf',
		'/documents/map.docx',
	])
	expect(page.querySelector('#ledger')?.textContent).toContain(words.locked.note)
	expect(buttonsOf(page)).toEqual(['Buy'])
	expect(page.textContent).toContain(words.locked.signInLabel)
	expect(fetched).not.toHaveBeenCalled()
	await leave()
})

test.each([
	{ name: 'is being looked up', answer: undefined, text: words.looking, buttons: [] },
	{ name: 'is open', answer: saying({ isOpen: true, downloads: [] }), text: words.open.title, buttons: ['PDF', 'Word (DOCX)'] },
	{ name: 'is closed', answer: saying({ isOpen: false, downloads: [] }), text: words.locked.text, buttons: ['Buy'] },
	{ name: 'could not be looked up', answer: refusing, text: words.failed.title, buttons: [words.failed.retry] },
])('a learner whose library $name sees that', async ({ name, answer, text, buttons }) => {
	// Responses are cached per learner, so each case uses its own learner.
	const { page, run, leave } = await showLibrary({ userId: name, ...(answer && { answer }) })
	await run(() => vi.waitFor(() => expect(buttonsOf(page)).toEqual(buttons)))
	expect(page.textContent).toContain(text)
	// The HTML contains the link to avoid layout shift. CSS hides it when a session is stored.
	for (const link of page.querySelectorAll(`a[href^="${paths.login}"]`)) expect(link.classList).toContain('account-out')
	expect(page.querySelectorAll('a[download]')).toHaveLength(2)
	await leave()
})

test('a learner whose access has ended sees when, for what, and how to get it back', async () => {
	const ended = { product: 'The Course', endedAt: '2026-01-31T12:00:00Z' }
	const answer = saying({ isOpen: false, downloads: [] })
	const { page, run, leave } = await showLibrary({ userId: 'ended', answer, orders: { ...NO_ORDERS, ended } })
	await run(() => vi.waitFor(() => expect(buttonsOf(page)).toEqual(['Buy'])))
	// The orders are requested once the library is known to be closed.
	await vi.waitFor(async () => {
		await run(() => {})
		expect(page.textContent).toContain('Your access ended on January 31, 2026')
	})
	expect(page.textContent).toContain('It was for The Course. Your progress, notes and certificates are saved.')
	await leave()
})

test('if the course decides which documents are open, only those can be downloaded', async () => {
	const documents = [card('map', 'free'), card('ledger', 'paid'), card('diary', 'paid')]
	const answer = saying({ isOpen: true, open: ['diary'], downloads: [] })
	const { page, run } = await showLibrary({ userId: 'partly', documents, answer })
	await run(() => vi.waitFor(() => expect(page.querySelectorAll('#diary button')).toHaveLength(2)))
	expect(page.querySelector('#diary')?.textContent).toContain('PDF, 4 pages, 38 kB; Word (DOCX)')
	expect([page.querySelector('#ledger button'), page.querySelector('#ledger')?.textContent.includes(words.locked.note)]).toEqual([
		null,
		true,
	])
})

test('while one format is fetched, its button is pending; then the page says so', async () => {
	let settle = (_response: Response) => {}
	const { page, run, fetched } = await showLibrary({ userId: 'pending', answer: saying({ isOpen: true, downloads: [] }) })
	await run(() => vi.waitFor(() => expect(page.querySelectorAll('#ledger button')).toHaveLength(2)))
	const [pdf, word] = page.querySelectorAll('#ledger button')
	fetched.mockImplementationOnce(() => new Promise((resolve) => (settle = resolve)))
	await run(() => (word as HTMLButtonElement).click())
	const busy = () => [pdf, word].map((button) => button?.getAttribute('aria-busy'))
	expect(busy()).toEqual([null, 'true'])
	await run(() => settle(Response.json({ error: { code: 'rate_limited', message: 'No.' } }, { status: 429 })))
	await run(() => vi.waitFor(() => expect(busy()).toEqual([null, null])))
	expect(readToasts().at(-1)?.variant).toBe('destructive')
})

test('a link that expired before the download started is replaced once', async () => {
	const { page, run, fetched } = await showLibrary({ userId: 'slow', answer: saying({ isOpen: true, downloads: [] }) })
	await run(() => vi.waitFor(() => expect(page.querySelectorAll('#ledger button')).toHaveLength(2)))
	const expired = () => Promise.resolve(Response.json({ error: { code: 'link_expired', message: 'No.' } }, { status: 403 }))
	for (let time = 0; time < 2; time++) fetched.mockImplementationOnce(expired)
	await run(() => page.querySelector<HTMLButtonElement>('#ledger button')?.click())
	await run(() => vi.waitFor(() => expect(readToasts()).toHaveLength(1)))
	expect(fetched.mock.calls.filter(([path, init]) => path === '/api/downloads' && init?.method === 'POST')).toHaveLength(2)
})

test('after a refused download the access is looked up again, because it may have ended', async () => {
	let isOpen = true
	const answer = () => Promise.resolve(Response.json({ isOpen, downloads: [] }))
	const { page, run, fetched, leave } = await showLibrary({ userId: 'refunded', answer })
	const paid = () => page.querySelector<HTMLButtonElement>('#ledger button')
	await run(() => vi.waitFor(() => expect(paid()).not.toBeNull()))
	isOpen = false
	fetched.mockImplementationOnce(() =>
		Promise.resolve(Response.json({ error: { code: 'entitlement_required', message: 'No.' } }, { status: 403 })),
	)
	await run(() => paid()?.click())
	await run(() => vi.waitFor(() => expect(paid()).toBeNull()))
	expect(page.querySelector('#ledger')?.textContent).toContain(words.locked.note)
	await leave()
})

test.each([
	['link_expired', words.refused.expired],
	['entitlement_required', words.refused.closed],
	['link_invalid', words.refused.invalid],
])('a link refused with %s shows an explanation', async (refused, text) => {
	const { page, leave } = await showLibrary({ refused })
	expect(page.querySelector('[role=alert]')?.textContent).toContain(text)
	await leave()
})

test('choosing a purpose hides the other documents, and a link to one of them shows all again', async () => {
	const { page, run } = await showLibrary({
		documents: [card(words.purposes.items[0]?.documents[0] ?? '', 'free'), card('ledger', 'paid')],
	})
	const isHidden = () => page.querySelector<HTMLElement>('#ledger')?.hidden
	const shown = () => page.querySelector('fieldset [role=status]')?.textContent
	expect(shown()).toBe(words.purposes.shown.replace('{shown}', '2').replace('{total}', '2'))
	const radio = (id: string) => page.querySelector<HTMLInputElement>(`input[value="${id}"]`)
	await run(() => radio(words.purposes.items[0]?.id ?? '')?.click())
	expect([isHidden(), page.querySelector('section > ul')?.closest('[hidden]') === null]).toEqual([true, true])
	expect(shown()).toBe(words.purposes.shown.replace('{shown}', '1').replace('{total}', '2'))
	await run(() => page.querySelector<HTMLAnchorElement>('a[href$="#ledger"]')?.click())
	expect([isHidden(), radio('all')?.checked]).toEqual([false, true])
})
