import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

import type { SmsState } from '#contracts/sms.ts'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import type { SmsLog, SmsSettings } from './sms-api.ts'
import { SmsTab } from './sms-tab.tsx'

const STATE: SmsState = {
	isAvailable: true,
	hasConsent: true,
	optedOut: { codes: false, notifications: false },
	pendingPhone: null,
	resendSeconds: 0,
	lockedSeconds: 0,
}
const VERIFIED = {
	phone_number: '+12025550123',
	course_progress_notifications: true,
	payment_notifications: false,
	two_factor_enabled: false,
	verified: true,
}
const log = (more: Partial<SmsLog>): SmsLog => ({
	id: 'l1',
	type: 'payment_confirmation',
	message: 'Thanks',
	status: 'sent',
	created_at: '2026-11-20T10:00:00Z',
	...more,
})

type Server = {
	settings?: SmsSettings | null
	state?: Partial<SmsState>
	logs?: SmsLog[]
	refusals?: Record<string, { status: number; body: object }>
}

/** Renders the tab of an account. `refusals` holds a refusal per path, until it is deleted. */
async function open({ settings = VERIFIED, state = {}, logs = [], refusals = {} }: Server) {
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const account = { settings, state: { ...STATE, ...state } }
	const sent: string[] = []
	const asked: string[] = []
	vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
		asked.push(path)
		const refused = Object.entries(refusals).find(([part]) => path.includes(part))?.[1]
		if (refused) return Response.json(refused.body, { status: refused.status })
		if (init.method === 'POST') {
			sent.push(`${path.split('?')[0]} ${init.body as string}`)
			if (path.includes('consent')) account.state = { ...account.state, hasConsent: true }
			return Response.json({})
		}
		if (path.includes('sms_logs')) return Response.json(logs)
		return Response.json(path.includes('user_sms_settings') ? (account.settings ? [account.settings] : []) : account.state)
	})
	const view = await renderElement(
		<QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
			<SmsTab userId="ada" />
		</QueryClientProvider>,
	)
	const used = operatePage(view)
	await used.until(() => expect(view.page.textContent).not.toContain('Loading'))
	const headings = [...view.page.querySelectorAll('h3, .callout strong, [role=alert]')].map(({ textContent }) => textContent)
	return { ...view, ...used, refusals, sent, asked, headings }
}

const PREFERENCES = 'What we may text you'
const CONSENT = 'We only text codes to this number'
const OFF = 'Text messages are switched off'

test.each<Server & { name: string; shown: string[] }>([
	{ name: 'a verified number with consent', shown: [PREFERENCES] },
	{ name: 'a verified number without consent', state: { hasConsent: false }, shown: [PREFERENCES, CONSENT] },
	{ name: 'no number', settings: null, state: { hasConsent: false }, shown: [] },
	{ name: 'an unverified number', settings: { ...VERIFIED, verified: false }, state: { hasConsent: false }, shown: [] },
	{ name: 'a site without text messages', state: { isAvailable: false, hasConsent: false }, shown: [PREFERENCES, OFF] },
])('$name shows $shown', async ({ shown, settings, state }) => {
	const { page } = await open({ ...(settings !== undefined && { settings }), ...(state && { state }) })
	for (const text of [PREFERENCES, CONSENT, OFF]) expect(page.textContent.includes(text)).toBe(shown.includes(text))
	expect(page.querySelector('input[type=tel]') !== null).toBe(state?.isAvailable !== false)
})

test.each([
	{ optedOut: { codes: false, notifications: false }, text: null },
	{ optedOut: { codes: true, notifications: false }, text: 'It gets no codes from us' },
	{ optedOut: { codes: true, notifications: true }, text: 'It gets no codes and no course and payment messages from us' },
])('a number that opted out of $optedOut says so', async ({ optedOut, text }) => {
	const { page } = await open({ state: { optedOut } })
	expect(page.textContent.includes('opted out')).toBe(text !== null)
	if (text !== null) expect(page.textContent).toContain(text)
})

test('consent is given once, and the question goes away', async () => {
	const { page, press, toasts, until, sent } = await open({ state: { hasConsent: false } })
	await press('Agree')
	await toasts('Thank you')
	expect(sent).toHaveLength(1)
	await until(() => expect(page.textContent).not.toContain(CONSENT))
})

test('consent that could not be saved is asked for again', async () => {
	const { press, toasts, button } = await open({ state: { hasConsent: false }, refusals: { '/consent': { status: 500, body: {} } } })
	await press('Agree')
	await toasts('Your consent couldn’t be saved')
	expect(button('Agree')?.getAttribute('aria-busy')).toBeNull()
})

test('the switches are saved together, with the number', async () => {
	const { page, run, press, toasts, sent, refusals } = await open({ refusals: {} })
	const switches = [...page.querySelectorAll<HTMLElement>('[role=switch]')]
	const checked = () => switches.map((each) => each.getAttribute('aria-checked'))
	expect(checked()).toEqual(['true', 'false', 'false'])
	await run(() => switches[0]?.click())
	await run(() => switches[2]?.click())
	expect([checked(), sent]).toEqual([['false', 'false', 'true'], []])
	refusals['user_sms_settings'] = { status: 400, body: { message: 'Use another number.' } }
	await press('Save')
	await toasts('Error. Use another number.')
	delete refusals['user_sms_settings']
	await press('Save')
	await toasts('Your SMS preferences have been saved')
	expect(sent).toHaveLength(1)
	expect(sent[0]).toContain(JSON.stringify({ ...VERIFIED, course_progress_notifications: false, two_factor_enabled: true }).slice(1))
})

test('the latest messages are listed with their status, long ones cut', async () => {
	const logs = [
		log({ id: 'a', type: 'two_factor_auth', status: 'delivered', message: 'x'.repeat(101) }),
		log({ id: 'b', type: 'new_kind', status: 'undelivered', message: 'y'.repeat(100) }),
		log({ id: 'c', status: 'queued' }),
	]
	const { page, sees, asked } = await open({ logs })
	await sees('undelivered')
	expect(asked.filter((path) => path.includes('sms_logs'))).toEqual(['/rest/v1/sms_logs?select=*&order=created_at.desc&limit=10'])
	expect([...page.querySelectorAll('tbody tr')].map(({ children }) => [children[0]?.textContent, children[3]?.textContent])).toEqual([
		['Second-factor code', `${'x'.repeat(100)}…`],
		['new_kind', 'y'.repeat(100)],
		['Payment', 'Thanks'],
	])
	const tones = [...page.querySelectorAll('tbody td:nth-child(2) > *')].map(({ className }) => className)
	expect(new Set(tones).size).toBe(3)
	expect(page.textContent).not.toContain('No messages yet.')
})

test('without messages, the list says so', async () => {
	const { sees, page } = await open({})
	await sees('No messages yet.')
	expect(page.querySelector('table')).toBeNull()
})

const AAL = { status: 403, body: { code: '42501', message: 'No.', hint: 'insufficient_aal' } }

test('settings behind a declined second factor are hidden until it is confirmed', async () => {
	const { page, press, refusals, sees, button } = await open({ refusals: { user_sms_settings: AAL } })
	expect([page.textContent.includes('Confirm that it’s you'), page.textContent.includes('couldn’t be loaded')]).toEqual([true, false])
	expect(document.activeElement).toBe(button('Confirm')?.closest('[tabindex]'))
	delete refusals['user_sms_settings']
	await press('Confirm')
	await sees(PREFERENCES)
	expect(page.textContent).not.toContain('Confirm that it’s you')
})

test('settings that were refused can be loaded again', async () => {
	const { page, press, refusals, sees } = await open({ refusals: { user_sms_settings: { status: 500, body: {} } } })
	expect(page.textContent).toContain('The server didn’t accept the request.')
	delete refusals['user_sms_settings']
	await press('Try Again')
	await sees(PREFERENCES)
})

test.each([
	{ refusal: AAL, text: 'Confirm that it’s you to see your messages' },
	{ refusal: { status: 500, body: {} }, text: 'Your messages couldn’t be loaded' },
])('messages that are refused: $text', async ({ refusal, text }) => {
	const { sees, page } = await open({ refusals: { sms_logs: refusal } })
	await sees(text)
	expect(page.textContent).not.toContain('No messages yet.')
})
