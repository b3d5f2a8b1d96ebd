import { afterEach, expect, test, vi } from 'vitest'

import { renderHook } from '#tests/setup/render-hook.ts'

import { useOrderStatus } from './use-order-status.ts'

/** Opens an order's page. Each request returns the result of `status()`; the test controls the clock. */
async function openPage(sessionId: string | null, status: () => string) {
	vi.useFakeTimers()
	const asked: string[] = []
	vi.stubGlobal('fetch', async (path: string) => {
		asked.push(path)
		return Response.json({ status: status() })
	})
	const hook = await renderHook(() => useOrderStatus(sessionId))
	const after = (ms: number) => hook.run(() => vi.advanceTimersByTimeAsync(ms))
	return { hook, asked, after, view: () => hook.current().view }
}

afterEach(() => {
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

test('without an ID no request is sent, and after 20 s the page counts as slow', async () => {
	const page = await openPage(null, () => 'paid')
	await page.after(19_999)
	expect(page.view()).toEqual({ kind: 'verifying', isSlow: false, order: null })
	await page.after(1)
	expect([page.view(), page.asked]).toEqual([{ kind: 'verifying', isSlow: true, order: null }, []])
})

test('the ID is URL-encoded in the request path', async () => {
	const page = await openPage('cs_test_1/../2', () => 'unknown')
	await page.after(0)
	expect(page.asked).toEqual(['/api/orders/by-session/cs_test_1%2F..%2F2'])
	expect(page.view()).toEqual({ kind: 'answered', order: { status: 'unknown' } })
})

test('a payment that arrives during polling is shown', async () => {
	let status = 'verifying'
	const page = await openPage('cs_test_1', () => status)
	await page.after(2600)
	expect(page.view()).toMatchObject({ kind: 'verifying', order: { status: 'verifying' } })
	status = 'paid'
	await page.after(3000)
	expect(page.view()).toEqual({ kind: 'answered', order: { status: 'paid' } })
})

test('polling stops after a minute and can be restarted', async () => {
	const page = await openPage('cs_test_1', () => 'verifying')
	await page.after(61_000)
	expect([page.view().kind, page.asked.length]).toEqual(['pending', 12])
	await page.after(300_000)
	expect(page.asked).toHaveLength(12)
	await page.hook.run(() => page.hook.current().askAgain())
	expect([page.view().kind, page.asked.length]).toEqual(['verifying', 13])
})

test('leaving the page stops polling', async () => {
	const page = await openPage('cs_test_1', () => 'verifying')
	await page.after(1000)
	const before = page.asked.length
	await page.hook.leave()
	await vi.advanceTimersByTimeAsync(60_000)
	expect(page.asked).toHaveLength(before)
})
