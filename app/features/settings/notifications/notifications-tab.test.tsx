import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'

import type { EmailPreferences } from '#contracts/account.ts'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { NotificationsTab } from './notifications-tab.tsx'

type State = EmailPreferences['newsletter']

async function open(newsletter: State, saved: () => Promise<Response> = async () => Response.json({ newsletter: 'waiting' })) {
	const sent: unknown[] = []
	vi.stubGlobal('fetch', async (_path: string, { method, body }: RequestInit) => {
		if (method !== 'PUT') return Response.json({ newsletter })
		sent.push(JSON.parse(body as string))
		return saved()
	})
	const view = await renderElement(
		<QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
			<MemoryRouter>
				<NotificationsTab email="ada@example.com" />
			</MemoryRouter>
		</QueryClientProvider>,
	)
	const used = operatePage(view)
	await used.until(() => expect(view.page.textContent).not.toContain('Loading'))
	const find = () => view.page.querySelector<HTMLButtonElement>('[role=switch]')
	return { ...view, ...used, sent, find, press: () => view.run(() => find()?.click()) }
}

const WAITING = 'haven’t followed the link in our email yet'

test.each<{ state: State; isOn: string | undefined; text: string; hasNot: string }>([
	{ state: 'on', isOn: 'true', text: 'Newsletter', hasNot: WAITING },
	{ state: 'off', isOn: 'false', text: 'Newsletter', hasNot: WAITING },
	{ state: 'waiting', isOn: 'false', text: WAITING, hasNot: 'can’t be sent' },
	{ state: 'closed', isOn: undefined, text: 'can’t be sent to ada@example.com', hasNot: WAITING },
])('the newsletter is $state', async ({ state, isOn, text, hasNot }) => {
	const { find, page } = await open(state)
	expect(find()?.getAttribute('aria-checked')).toBe(isOn)
	expect([page.textContent.includes(text), page.textContent.includes(hasNot)]).toEqual([true, false])
})

test.each<{ from: State; wanted: boolean; answered: State; toast: string }>([
	{ from: 'off', wanted: true, answered: 'on', toast: 'You’ll get each new article' },
	{ from: 'on', wanted: false, answered: 'off', toast: 'You won’t get any more articles' },
	{ from: 'waiting', wanted: true, answered: 'closed', toast: 'Settings updated' },
])('switching from $from shows what the server answered: $answered', async ({ from, wanted, answered, toast }) => {
	const { find, press, sent, toasts, until } = await open(from, async () => Response.json({ newsletter: answered }))
	await press()
	await toasts(toast)
	expect(sent).toEqual([{ newsletter: wanted }])
	await until(() => expect(find()?.getAttribute('aria-checked')).toBe(answered === 'closed' ? undefined : String(answered === 'on')))
})

test('while a change is saved, the switch is disabled; a refused one changes nothing', async () => {
	let settle = (_response: Response) => {}
	const { find, press, run, toasts } = await open('off', () => new Promise((resolve) => (settle = resolve)))
	await press()
	expect([find()?.disabled, find()?.getAttribute('aria-checked')]).toEqual([true, 'false'])
	await run(() => settle(Response.json({ error: { code: 'internal', message: 'No.' } }, { status: 500 })))
	await toasts('Error. ')
	expect([find()?.disabled, find()?.getAttribute('aria-checked')]).toEqual([false, 'false'])
})
