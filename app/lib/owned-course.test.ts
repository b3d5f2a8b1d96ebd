import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import type { OrderSummary } from '#contracts/payments.ts'
import { MAIN_CONTENTS } from '#domain/gating/course-contents.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { cacheOwnership, readOwnedSince, rememberGuestPurchase, useOwnedForGoodSince } from './owned-course.ts'

const NOTHING = { courses: [], modules: [] }
const SHEETS = { courses: ['sheets'], modules: [] }
const FOR_GOOD = { opens: MAIN_CONTENTS, opensForGood: MAIN_CONTENTS }

afterEach(() => localStorage.clear())

const signIn = (id: string) =>
	localStorage.setItem(
		`sb-${window.location.hostname.split('.')[0]}-auth-token`,
		JSON.stringify({ access_token: 'x', user: { id, email: 'ana@example.com', user_metadata: {} } }),
	)
const order = (code: string, paidAt: string | null) => ({ product: { code, name: code }, paidAt, accessEndsAt: null }) as OrderSummary

test('the oldest paid order sets the ownership date, only for its own account', () => {
	const orders = [order('course', '2026-03-01T00:00:00Z'), order('course', '2026-02-01T00:00:00Z'), order('mug', '2026-01-01T00:00:00Z')]
	cacheOwnership('ana', { orders, entitlements: ['course'], ...FOR_GOOD })
	expect(readOwnedSince()).toBeNull()
	signIn('ana')
	expect(readOwnedSince()).toBe('2026-02-01T00:00:00Z')
	signIn('bea')
	expect(readOwnedSince()).toBeNull()
})

test('a refunded purchase is forgotten with the server’s next answer', () => {
	signIn('ana')
	cacheOwnership('ana', { orders: [order('course', '2026-02-01T00:00:00Z')], entitlements: ['course'], ...FOR_GOOD })
	cacheOwnership('ana', { orders: [order('course', '2026-02-01T00:00:00Z')], entitlements: [], opens: NOTHING, opensForGood: NOTHING })
	expect(readOwnedSince()).toBeNull()
})

test('access that ends counts until its end', () => {
	signIn('ana')
	const endsAt = (ms: number) => ({ ...order('course', '2026-02-01T00:00:00Z'), accessEndsAt: new Date(Date.now() + ms).toISOString() })
	const isCached = (...orders: OrderSummary[]) => {
		const isForGood = orders.some(({ accessEndsAt }) => accessEndsAt === null)
		const opensForGood = isForGood ? MAIN_CONTENTS : NOTHING
		cacheOwnership('ana', { orders, entitlements: ['course'], opens: MAIN_CONTENTS, opensForGood })
		return readOwnedSince() !== null
	}
	expect([isCached(endsAt(60_000)), isCached(endsAt(-1)), isCached(endsAt(-1), order('course', '2026-03-01T00:00:00Z'))]).toEqual([
		true,
		false,
		true,
	])
	expect(readOwnedSince()).toBe('2026-03-01T00:00:00Z')
	vi.useFakeTimers()
	isCached(endsAt(60_000))
	vi.advanceTimersByTime(60_000)
	expect(readOwnedSince()).toBeNull()
	vi.useRealTimers()
})

async function readOwnedForGood(): Promise<string | null> {
	let since: string | null = null
	const Reader = () => {
		since = useOwnedForGoodSince()
		return null
	}
	const { leave } = await renderElement(createElement(Reader))
	await leave()
	return since
}

test('the course is owned for good only if its own access has no end, whatever else was bought', async () => {
	signIn('ana')
	const paidAt = '2026-02-01T00:00:00Z'
	const ends = { ...order('course', paidAt), accessEndsAt: new Date(Date.now() + 60_000).toISOString() }
	const main = { entitlements: ['course'], opens: MAIN_CONTENTS }
	cacheOwnership('ana', { orders: [ends], ...main, opensForGood: NOTHING })
	expect([readOwnedSince(), await readOwnedForGood()]).toEqual([paidAt, null])
	const sheets = order('sheets', '2026-03-01T00:00:00Z')
	const both = { entitlements: ['course', 'sheets'], opens: { courses: ['main', 'sheets'], modules: [] } }
	cacheOwnership('ana', { orders: [ends, sheets], ...both, opensForGood: SHEETS })
	expect([readOwnedSince(), await readOwnedForGood()]).toEqual([paidAt, null])
	cacheOwnership('ana', { orders: [ends, order('course', '2026-03-01T00:00:00Z')], ...main, opensForGood: MAIN_CONTENTS })
	expect([readOwnedSince(), await readOwnedForGood()]).toEqual([paidAt, paidAt])
})

test('orders of another course don’t count for the main one', () => {
	signIn('ana')
	const orders = [order('sheets', '2026-02-01T00:00:00Z')]
	cacheOwnership('ana', { orders, entitlements: ['sheets'], opens: SHEETS, opensForGood: SHEETS })
	expect(readOwnedSince()).toBeNull()
})

test('a guest purchase counts until someone signs in; then the server decides', () => {
	rememberGuestPurchase('2026-03-01T00:00:00Z')
	expect(readOwnedSince()).toBe('2026-03-01T00:00:00Z')
	signIn('bea')
	expect(readOwnedSince()).toBeNull()
	cacheOwnership('bea', { orders: [], entitlements: [], opens: NOTHING, opensForGood: NOTHING })
	localStorage.removeItem(`sb-${window.location.hostname.split('.')[0]}-auth-token`)
	expect(readOwnedSince()).toBeNull()
})

test.each(['{}', 'true', '{"userId":"ana","since":"soon"}', 'not json'])('%s in storage counts as not owning the course', (raw) => {
	signIn('ana')
	localStorage.setItem('launchway_owned_course', raw)
	expect(readOwnedSince()).toBeNull()
})
