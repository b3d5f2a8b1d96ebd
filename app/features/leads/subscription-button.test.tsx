import { expect, onTestFinished, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { SubscriptionButton } from './subscription-button.tsx'

async function openPage(answers: (() => Promise<Response>)[]) {
	const fetched = vi
		.spyOn(globalThis, 'fetch')
		.mockImplementation(() => (answers.shift() ?? (() => Promise.reject(new Error('asked again'))))())
	const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
	const { page, run, leave } = await renderElement(<SubscriptionButton label="Confirm" />)
	onTestFinished(async () => {
		await leave()
		vi.restoreAllMocks()
	})
	const button = () => page.querySelector('button')
	return {
		fetched,
		assign,
		settle: run,
		press: () => run(() => button()?.click()),
		button,
		alert: () => page.querySelector('[role=alert]')?.textContent ?? null,
	}
}

const away = () => Promise.reject(new TypeError('Failed to fetch'))
const refused = (status: number) => () => Promise.resolve(new Response('', { status }))
const done = () =>
	Promise.resolve(
		Object.defineProperties(new Response(''), { redirected: { value: true }, url: { value: 'https://site.example/newsletter/confirmed' } }),
	)

test('with the server unreachable the page shows an error and keeps the button, and the next press works', async () => {
	const { press, alert, button, assign, fetched } = await openPage([away, done])
	expect(alert()).toBeNull()
	await press()
	expect(alert()).toContain('couldn’t reach the server, so nothing has changed')
	expect(button()?.textContent).toContain('Try again: Confirm')
	expect(assign).not.toHaveBeenCalled()

	await press()
	expect(fetched).toHaveBeenCalledTimes(2)
	expect(fetched.mock.calls[0]?.[0]).toBe(window.location.href)
	expect(alert()).toBeNull()
	expect(assign).toHaveBeenCalledExactlyOnceWith('https://site.example/newsletter/confirmed')
})

test.each([
	[429, 'too many attempts'],
	[500, 'Something went wrong'],
])('an answer of %i shows the matching message', async (status, words) => {
	const { press, alert, assign } = await openPage([refused(status)])
	await press()
	expect(alert()).toContain(words)
	expect(assign).not.toHaveBeenCalled()
})

test('a second press during a request sends nothing', async () => {
	let answer: (response: Response) => void = () => undefined
	const { press, fetched, settle } = await openPage([() => new Promise((resolve) => (answer = resolve))])
	await press()
	await press()
	expect(fetched).toHaveBeenCalledTimes(1)
	await settle(() => answer(new Response('', { status: 500 })))
})
