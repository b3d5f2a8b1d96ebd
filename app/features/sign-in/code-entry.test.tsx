import { afterEach, expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { CodeEntry } from './code-entry.tsx'

/** Pastes a code into the field; the server responds with `answer`. */
async function paste(text: string, answer: () => Response) {
	const asked: unknown[] = []
	vi.stubGlobal('fetch', async (_address: unknown, init?: RequestInit) => {
		if (typeof init?.body === 'string') asked.push(JSON.parse(init.body))
		return answer()
	})
	const onSignedIn = vi.fn()
	const resend = async () => ({ ok: true, value: null }) as const
	const props = { email: 'ada@example.com', label: 'Code', submitLabel: 'Confirm', resend, onSignedIn }
	const shown = await renderElement(<CodeEntry {...props} />)
	const field = shown.page.querySelector('input') as HTMLInputElement
	await shown.run(() => {
		Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
		field.dispatchEvent(new Event('input', { bubbles: true }))
	})
	await shown.run(() => shown.page.querySelector('form')?.requestSubmit())
	return { ...shown, field, asked, onSignedIn }
}

const refuse = (status: number, code: string, message: string) => () =>
	Response.json({ code, message }, { status, headers: { 'x-supabase-api-version': '2024-01-01' } })

afterEach(() => {
	vi.unstubAllGlobals()
	localStorage.clear()
})

test.each(['123456', '123 456', '12-34-56', ' 123–456 '])('a code pasted as “%s” is sent as digits', async (text) => {
	const { asked, run, leave } = await paste(text, refuse(403, 'otp_expired', 'no'))
	await run(() => vi.waitFor(() => expect(asked).toMatchObject([{ token: '123456' }])))
	await leave()
})

test('during a lock the end time is shown, the input is kept, and nothing can be sent', async () => {
	const { page, field, asked, run, leave } = await paste(
		'123456',
		refuse(429, 'over_request_rate_limit', 'Too many attempts. Please try again in 540 seconds.'),
	)
	await run(() => new Promise((resolve) => setTimeout(resolve, 0)))
	await vi.waitFor(() => expect(page.querySelector('[role=alert]')?.textContent).toMatch(/Try again at \d+:\d\d [AP]M \(in 9 minutes\)/))
	expect([field.value, page.querySelector<HTMLButtonElement>('[type=submit]')?.disabled]).toEqual(['123456', true])
	await run(() => page.querySelector('form')?.requestSubmit())
	expect(asked).toHaveLength(1)
	await leave()
})
