import { afterEach, expect, test, vi } from 'vitest'

import { renderHook } from '#tests/setup/render-hook.ts'

import { useCheckout } from './use-checkout.ts'

afterEach(() => vi.restoreAllMocks())

/** Opens a checkout page; the test decides when the server responds. */
async function openPage() {
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const answers = { ...Promise.withResolvers<{ url: string }>() }
	const start = vi.fn(() => answers.promise)
	const leave = vi.fn()
	const onFailed = vi.fn()
	const hook = await renderHook(() => useCheckout({ start, leave, onFailed }))
	return { hook, answers, start, leave, onFailed }
}

test('a click starts the checkout, and the browser goes to the returned URL', async () => {
	const { hook, answers, leave, onFailed } = await openPage()
	expect(hook.current().status).toBe('idle')
	await hook.run(() => void hook.current().begin())
	expect(hook.current().status).toBe('starting')
	await hook.run(() => answers.resolve({ url: '/checkout/1' }))
	expect(leave.mock.calls).toEqual([['/checkout/1']])
	expect(hook.current().status).toBe('starting')
	expect(onFailed).not.toHaveBeenCalled()
})

test('a double click sends one request', async () => {
	const { hook, answers, start } = await openPage()
	await hook.run(() => {
		void hook.current().begin()
		void hook.current().begin()
	})
	await hook.run(() => answers.resolve({ url: '/checkout/1' }))
	expect(start).toHaveBeenCalledTimes(1)
})

test('a failure is logged to the console, shows the error and allows a retry', async () => {
	const { hook, answers, start, leave, onFailed } = await openPage()
	await hook.run(() => void hook.current().begin())
	await hook.run(() => answers.reject(new Error('No checkout URL received')))
	expect(onFailed.mock.calls).toEqual([
		[{ title: 'Payment Error', description: 'Unable to process payment. Please try again.', variant: 'destructive' }],
	])
	expect(console.error).toHaveBeenCalledWith('The checkout couldn’t be started', new Error('No checkout URL received'))
	expect([hook.current().status, leave.mock.calls]).toEqual(['idle', []])
	await hook.run(() => void hook.current().begin())
	expect(start).toHaveBeenCalledTimes(2)
})

test.each([
	[true, 'idle'],
	[false, 'starting'],
] as const)('returning to the page (persisted in the back/forward cache: %s) leaves the button %s', async (persisted, status) => {
	const { hook } = await openPage()
	await hook.run(() => void hook.current().begin())
	const event = Object.assign(new Event('pageshow'), { persisted })
	await hook.run(() => window.dispatchEvent(event))
	expect(hook.current().status).toBe(status)
})
